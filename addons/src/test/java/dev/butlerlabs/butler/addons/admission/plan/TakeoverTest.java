package dev.butlerlabs.butler.addons.admission.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TakeoverTest {

  @Test
  void point13_whoeverConsentsIsWarnedOfTheEngineThatWouldFight() {
    var before = addon("false");
    var now = addon("true");

    assertThat(Takeover.warning(now, before, told("ReleaseOfFlux")))
        .hasValueSatisfying(
            text -> assertThat(text).contains("Flux looks after it", "stop Flux first"));
    assertThat(Takeover.warning(now, before, told("ReleaseOfArgoCd")))
        .hasValueSatisfying(text -> assertThat(text).contains("Argo CD looks after it"));
    assertThat(Takeover.warning(now, before, told("NameTaken"))).isEmpty();
    assertThat(Takeover.warning(now, now, told("ReleaseOfFlux"))).as("no news").isEmpty();
    assertThat(Takeover.warning(before, before, told("ReleaseOfFlux"))).isEmpty();
  }

  private static List<Condition> told(String reason) {
    return List.of(new Condition("Ready", Truth.FALSE, reason, "", Instant.EPOCH, 1L));
  }

  private static TenantAddon addon(String consent) {
    var addon = new TenantAddon();
    addon.setMetadata(
        new ObjectMetaBuilder().addToAnnotations(Annotations.ADOPT_RELEASE, consent).build());
    return addon;
  }
}
