package dev.butlerlabs.butler.providers.harvester.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class KubeFaultsTest {

  private static Fault of(int code, String message) {
    return KubeFaults.of(
        "make it", code, "{\"kind\": \"Status\", \"message\": \"" + message + "\"}", "");
  }

  @Test
  void aRefusalForWantOfRoomIsAQuotaWhateverItsStatus() {
    assertThat(of(403, "pvc is forbidden: exceeded quota: tight, requested: 20Gi"))
        .isInstanceOf(Fault.Quota.class);
    assertThat(of(422, "admission webhook denied: insufficient resource quota"))
        .isInstanceOf(Fault.Quota.class);
    assertThat(of(403, "User cannot create resource")).isInstanceOf(Fault.Forbidden.class);
  }

  @Test
  void theFieldsAreNamedThatTheServerNames() {
    var fault =
        KubeFaults.of(
            "make it",
            422,
            "{\"message\": \"wrong\", \"details\": {\"causes\": [{\"field\": \"spec.a\"}, {\"field\":"
                + " \"spec.b\"}]}}",
            "");

    assertThat(fault).isEqualTo(new Fault.Invalid("make it", "spec.a, spec.b", "422 wrong"));
  }

  @Test
  void aPauseIsKeptAndBounded() {
    assertThat(KubeFaults.of("look", 429, "slow down", "7").retryAfter())
        .contains(Duration.ofSeconds(7));
    assertThat(KubeFaults.of("look", 503, "{}", "86400").retryAfter())
        .contains(Duration.ofMinutes(10));
    assertThat(KubeFaults.of("look", 503, "", "")).isInstanceOf(Fault.Unavailable.class);
  }

  @Test
  void whatAProxySaysIsQuotedOnOneLine() {
    assertThat(KubeFaults.of("look", 502, "<html>\n  bad gateway", "").detail())
        .isEqualTo("502 <html> bad gateway");
  }
}
