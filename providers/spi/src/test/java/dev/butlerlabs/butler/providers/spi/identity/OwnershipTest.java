package dev.butlerlabs.butler.providers.spi.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnershipTest {

  private static final String UID = "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11";

  @Test
  void theTagsProveTheOwnerAndNobodyElse() {
    var tags = new Ownership(UID, "demo").tags();

    assertThat(Ownership.proves(tags, UID)).isTrue();
    assertThat(Ownership.proves(tags, "6c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11")).isFalse();
    assertThat(tags).containsEntry("butler.butlerlabs.dev/cluster", "demo");
  }

  @Test
  void aUidWithoutOurMarkProvesNothing() {
    assertThat(Ownership.proves(Map.of("butler.butlerlabs.dev/owner-uid", UID), UID)).isFalse();
  }

  @Test
  void theFlatTagHoldsTheWholeUid() {
    assertThat(Ownership.flatTag(UID)).isEqualTo("butler-owner-" + UID);
  }

  @Test
  void textsThatCouldBreakOutOfATagAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Ownership("a;b", ""));
    assertThatIllegalArgumentException().isThrownBy(() -> new Ownership("", ""));
  }
}
