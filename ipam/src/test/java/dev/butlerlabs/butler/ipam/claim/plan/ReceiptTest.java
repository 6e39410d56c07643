package dev.butlerlabs.butler.ipam.claim.plan;

import static dev.butlerlabs.butler.ipam.ledger.Sample.NOW;
import static dev.butlerlabs.butler.ipam.ledger.Sample.claim;
import static dev.butlerlabs.butler.ipam.ledger.Sample.range;
import static dev.butlerlabs.butler.ipam.ledger.Sample.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReceiptTest {

  private static final Refusal FULL = new Refusal(Refusal.Why.POOL_EXHAUSTED, "is full");

  /** What another feature has told before. */
  private static final String WITHDRAWN =
      "{type: Withdrawn, status: 'True', reason: Told, message: told, lastTransitionTime:"
          + " '2029-01-01T00:00:00Z'}";

  private final Claim waiting =
      claim("a", 1, "type: nodes, count: 2", "{conditions: [%s]}".formatted(WITHDRAWN));

  @Test
  void allocatedNamesTheRangeWhenAndByWhom() {
    var status = Receipt.allocated(waiting, range("10.40.0.8-10.40.0.10"), NOW);

    assertThat(status.phase()).isEqualTo(Phase.ALLOCATED);
    assertThat(status.startAddress()).isEqualTo("10.40.0.8");
    assertThat(status.endAddress()).isEqualTo("10.40.0.10");
    assertThat(status.cidr()).isEqualTo("10.40.0.8-10.40.0.10");
    assertThat(status.addresses()).containsExactly("10.40.0.8", "10.40.0.9", "10.40.0.10");
    assertThat(status.allocatedCount()).isEqualTo(3);
    assertThat(status.allocatedAt()).isEqualTo(NOW);
    assertThat(status.allocatedBy()).isEqualTo("networkpool-controller");
    assertThat(status.releasedAt()).isNull();
    assertThat(status.observedGeneration()).isEqualTo(1);
    assertThat(said(status))
        .containsExactly("Ready True Ready holds 10.40.0.8-10.40.0.10", "Withdrawn True Told told");
  }

  @Test
  void longBlocksAreNotListedAndHugeOnesAreCountedAsFarAsTheWireGoes() {
    assertThat(Receipt.allocated(waiting, range("10.40.0.0/26"), NOW).addresses()).hasSize(64);
    assertThat(Receipt.allocated(waiting, range("10.40.0.0-10.40.0.64"), NOW).addresses())
        .isEmpty();
    assertThat(Receipt.allocated(waiting, range("fd00::/64"), NOW).allocatedCount())
        .isEqualTo(2_147_483_647);
  }

  @Test
  void receiptIsReadBackAsWhatWasGiven() {
    var held = with(waiting, Receipt.allocated(waiting, range("10.40.0.8/29"), NOW));

    assertThat(held.ranges()).containsExactly(range("10.40.0.8/29"));
    assertThat(held.stage().taken()).isTrue();
  }

  @Test
  void releasingAndReleasedKeepTheAddressesForTheRecord() {
    var held = with(waiting, Receipt.allocated(waiting, range("10.40.0.8/31"), NOW));
    var releasing = Receipt.releasing(held, NOW.plusSeconds(1));
    var released = Receipt.released(with(held, releasing), NOW.plusSeconds(2));

    assertThat(releasing.phase()).isEqualTo(Phase.RELEASING);
    assertThat(releasing.releasedAt()).isNull();
    assertThat(said(releasing).getFirst())
        .isEqualTo(
            "Ready False Releasing 10.40.0.8/31 stays taken until nothing announces it any more:"
                + " waits for the condition Withdrawn or HolderGone");
    assertThat(released.phase()).isEqualTo(Phase.RELEASED);
    assertThat(released.startAddress()).isEqualTo("10.40.0.8");
    assertThat(released.allocatedAt()).isEqualTo(NOW);
    assertThat(released.releasedAt()).isEqualTo(NOW.plusSeconds(2));
    assertThat(said(released).getFirst()).isEqualTo("Ready False Released gave back 10.40.0.8/31");
    assertThat(said(Receipt.released(claim("b", 1, "type: nodes"), NOW)))
        .containsExactly("Ready False Released was given no addresses");
  }

  @Test
  void refusalSaysItsReasonAndIsNotToldTwice() {
    var failed = with(waiting, Receipt.failed(waiting, FULL, NOW));

    assertThat(failed.object().getStatus().phase()).isEqualTo(Phase.FAILED);
    assertThat(said(failed.object().getStatus()))
        .containsExactly("Ready False PoolExhausted is full", "Withdrawn True Told told");
    assertThat(Receipt.alreadyFailed(waiting, FULL)).isFalse();
    assertThat(Receipt.alreadyFailed(failed, FULL)).isTrue();
    assertThat(Receipt.alreadyFailed(failed, new Refusal(Refusal.Why.POOL_EXHAUSTED, "is fuller")))
        .isFalse();
    assertThat(
            Receipt.alreadyFailed(failed, new Refusal(Refusal.Why.NO_CONTIGUOUS_BLOCK, "is full")))
        .isFalse();
  }

  @Test
  void refusalOfAnOlderSpecIsToldAnew() {
    var failed = with(waiting, Receipt.failed(waiting, FULL, NOW));
    failed.object().getMetadata().setGeneration(2L);

    assertThat(Receipt.alreadyFailed(failed, FULL)).isFalse();
  }

  private static List<String> said(IPAllocationStatus status) {
    return status.conditions().stream()
        .map(
            one ->
                "%s %s %s %s"
                    .formatted(one.type(), one.status().wire(), one.reason(), one.message()))
        .sorted()
        .toList();
  }
}
