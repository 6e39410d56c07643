package dev.butlerlabs.butler.providers.infratests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Credentials stand in Secrets, and in no text that a person reads. */
class SecrecyTest {

  @ParameterizedTest
  @EnumSource
  void noTextShowsACredential(Platform platform) {
    for (var order : Orders.matrix(platform, "team-a-demo")) {
      var drawn = Drawings.drawn(platform.infrastructure("capa-system"), order);

      assertThat(order.toString()).doesNotContain(Platform.CANARY);
      assertThat(drawn.toString()).doesNotContain(Platform.CANARY);
      assertThat(drawn.objects())
          .filteredOn(object -> !object.kind().equals("Secret"))
          .allSatisfy(
              object -> assertThat(object.tree().toString()).doesNotContain(Platform.CANARY));
    }
  }

  @ParameterizedTest
  @EnumSource
  void emptySecretIsRefusedByItsName(Platform platform) {
    var order = Edits.of(platform).secret(Map.of()).order();

    assertThat(Drawings.refusals(platform.infrastructure("capa-system").draw(order)))
        .isNotEmpty()
        .allSatisfy(sentence -> assertThat(sentence).startsWith("Secret butler-system/account"));
  }
}
