package dev.butlerlabs.butler.providers.spi.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultTest {

  @Test
  void whatWaitingCannotCureSaysSo() {
    assertThat(
            List.of(
                new Fault.Unauthorized("look", "no"),
                new Fault.Forbidden("look", "no"),
                new Fault.Invalid("make", "spec.image", "no"),
                new Fault.NotFound("make", "template 9000", "no"),
                new Fault.Conflict("make", "vm 101")))
        .allSatisfy(fault -> assertThat(fault.healing().byItself()).isFalse());
  }

  @Test
  void whatWaitingMayCureSaysSo() {
    assertThat(
            List.of(
                new Fault.Quota("make", "full"),
                new Fault.Throttled("make", "slow down", Duration.ofSeconds(30)),
                new Fault.Unavailable("make", "no answer"),
                new Fault.Busy("make", "locked"),
                new Fault.Failed("make", "task failed")))
        .allSatisfy(fault -> assertThat(fault.healing().byItself()).isTrue());
  }

  @Test
  void aFaultIsOneSentenceWithARemedy() {
    assertThat(new Fault.Conflict("make machine cp-0", "vm 101 on pve1").sentence())
        .isEqualTo(
            "make machine cp-0: the name belongs to vm 101 on pve1, which Butler did not make for"
                + " this object (choose another name, or remove vm 101 on pve1 by hand)");
  }

  @Test
  void onlyThrottlingNamesAPause() {
    assertThat(new Fault.Throttled("look", "", Duration.ofSeconds(90)).retryAfter())
        .contains(Duration.ofSeconds(90));
    assertThat(new Fault.Busy("look", "").retryAfter()).isEmpty();
  }

  @Test
  void theWordsOnTheWireAreTheDocumentedOnes() {
    assertThat(new Fault.Unauthorized("", "").reason().wire()).isEqualTo("CredentialsInvalid");
    assertThat(new Fault.Forbidden("", "").reason().wire()).isEqualTo("ProviderAccessDenied");
    assertThat(new Fault.Invalid("", "", "").reason().wire()).isEqualTo("InvalidConfiguration");
    assertThat(new Fault.Quota("", "").reason().wire()).isEqualTo("QuotaExceeded");
    assertThat(new Fault.Unavailable("", "").reason().wire()).isEqualTo("ProviderError");
  }
}
