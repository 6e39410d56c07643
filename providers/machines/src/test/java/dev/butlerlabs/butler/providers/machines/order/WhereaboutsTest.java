package dev.butlerlabs.butler.providers.machines.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.providers.machines.account.Accounts.Standing;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import dev.butlerlabs.butler.providers.spi.secret.Redaction;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WhereaboutsTest {

  private static final Redaction NOTHING = Redaction.of(List.of());

  /** It is only asked where it looks. */
  private record Somewhere(String place) implements Driver {
    @Override
    public Preflight validate() {
      throw new UnsupportedOperationException("nobody asks");
    }

    @Override
    public MachineDriver machines() {
      throw new UnsupportedOperationException("nobody asks");
    }

    @Override
    public void close() {}
  }

  private static Standing.Open at(String place, Redaction redaction) {
    return new Standing.Open(1, new Somewhere(place), redaction);
  }

  private static MachineRequest begunAt(Map<String, String> annotations) {
    var request = new MachineRequest();
    request.setMetadata(new ObjectMetaBuilder().withName("m").withAnnotations(annotations).build());
    return request;
  }

  @Test
  void onlyAnotherPlaceThanTheOneNotedIsElsewhere() {
    var begun = begunAt(Map.of(Annotations.PLATFORM_PLACE, "https://one"));

    assertThat(Whereabouts.moved(begun, at("https://one", NOTHING))).isFalse();
    assertThat(Whereabouts.moved(begun, at("https://other", NOTHING))).isTrue();
    assertThat(Whereabouts.moved(begunAt(Map.of()), at("https://other", NOTHING))).isFalse();
  }

  @Test
  void bothPlacesAreToldWithoutSecrets() {
    var begun = begunAt(Map.of(Annotations.PLATFORM_PLACE, "https://u:hidden-word@one"));
    var account =
        at("https://u:hidden-word@other", Redaction.of(List.of(new SecretText("hidden-word"))));

    assertThat(
            Whereabouts.elsewhere(begun, account, "machine m", account.redaction()::apply)
                .sentence())
        .startsWith("look for machine m: it was begun at https://u:")
        .contains("@one", "@other")
        .doesNotContain("hidden-word");
  }
}
