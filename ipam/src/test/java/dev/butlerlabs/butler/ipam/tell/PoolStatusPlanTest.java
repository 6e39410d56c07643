package dev.butlerlabs.butler.ipam.tell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.territory.Clash;
import dev.butlerlabs.butler.ipam.territory.Held;
import dev.butlerlabs.butler.ipam.territory.Kept;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolStatusPlanTest {

  /** A hundred addresses to give out. */
  private static final String HUNDRED =
      "{cidr: 10.40.0.0/24, tenantAllocation: {ranges: [{start: 10.40.0.1, end: 10.40.0.100}]}}";

  private static PoolStatusPlan plan(String spec, String... held) {
    return PoolStatusPlan.of(Views.holding(Views.pool(spec), held));
  }

  private static Verdict verdict(PoolStatusPlan plan, String type) {
    return plan.verdicts().stream()
        .filter(said -> said.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "69, FALSE, FALSE",
    "70, TRUE, FALSE",
    "84, TRUE, FALSE",
    "85, TRUE, TRUE",
    "100, TRUE, TRUE"
  })
  void warningBeginsAtSeventyAndCriticalAtEightyFivePercent(
      int held, Truth warning, Truth critical) {
    var plan = plan(HUNDRED, "10.40.0.1-10.40.0." + held);

    assertThat(verdict(plan, "CapacityWarning").status()).isEqualTo(warning);
    assertThat(verdict(plan, "CapacityCritical").status()).isEqualTo(critical);
    assertThat(verdict(plan, "CapacityWarning").message())
        .isEqualTo(
            held + " of 100 addresses are given out; the limit of this condition is 70 percent");
  }

  @Test
  @DisplayName("point 30: exhausted means that the next default block cannot be placed, and why")
  void point30_exhaustedTellsFullFromFragmentedFromTooLittle() {
    var room = verdict(plan(HUNDRED, "10.40.0.1-10.40.0.92"), "CapacityExhausted");
    var tooLittle = verdict(plan(HUNDRED, "10.40.0.1-10.40.0.93"), "CapacityExhausted");
    var full = verdict(plan(HUNDRED, "10.40.0.1-10.40.0.100"), "CapacityExhausted");
    var pieces =
        verdict(
            plan(HUNDRED, "10.40.0.1-10.40.0.7", "10.40.0.15-10.40.0.94", "10.40.0.14"),
            "CapacityExhausted");

    assertThat(room)
        .isEqualTo(
            Verdict.no(
                "CapacityExhausted",
                "DefaultBlockFits",
                "one more block of default size can be placed"));
    assertThat(tooLittle)
        .isEqualTo(
            Verdict.yes(
                "CapacityExhausted",
                "NextDefaultBlockDoesNotFit",
                "no more load balancer block of 8 addresses can be placed: only 7 addresses are"
                    + " free. Add ranges or another pool"));
    assertThat(full.reason()).isEqualTo("Full");
    assertThat(pieces.reason()).isEqualTo("Fragmented");
    assertThat(pieces.message())
        .isEqualTo(
            "no more load balancer block of 8 addresses can be placed: 12 addresses are free, but"
                + " the longest unbroken run has 6. Ask for smaller blocks, or add ranges");
  }

  @Test
  @DisplayName("point 30: the pool's own default sizes decide, not a share of 95 percent")
  void point30_thePoolsOwnDefaultsDecide() {
    var small =
        "{cidr: 10.40.0.0/24, tenantAllocation: {defaults: {nodesPerTenant: 1, lbPoolPerTenant: 2},"
            + " ranges: [{start: 10.40.0.1, end: 10.40.0.100}]}}";

    assertThat(verdict(plan(small, "10.40.0.1-10.40.0.98"), "CapacityExhausted").status())
        .isEqualTo(Truth.FALSE);
    assertThat(verdict(plan(small, "10.40.0.1-10.40.0.99"), "CapacityExhausted").status())
        .isEqualTo(Truth.TRUE);
  }

  @Test
  @DisplayName("point 20: counts beyond what the wire can carry are told as the largest number")
  void point20_hugePoolsAreCountedAsFarAsTheWireGoes() {
    var figures = plan("{cidr: 'fd00::/8'}", "fd00::10-fd00::1f").figures();

    assertThat(figures.totalIPs()).isEqualTo(2_147_483_647);
    assertThat(figures.availableIPs()).isEqualTo(2_147_483_647);
    assertThat(figures.largestFreeBlock()).isEqualTo(2_147_483_647);
    assertThat(figures.allocatedIPs()).isEqualTo(16);
    assertThat(figures.reservedIPs()).isEqualTo(1);
  }

  @Test
  void countsAreThoseOfTheDocumentedFields() {
    var figures =
        plan(
                "{cidr: 10.40.0.0/24, reserved: [{cidr: 10.40.0.64/28}], tenantAllocation: {ranges:"
                    + " [{start: 10.40.0.32, end: 10.40.0.127}]}}",
                "10.40.0.40-10.40.0.47",
                "10.40.0.100")
            .figures();

    assertThat(figures)
        .hasToString(
            "PoolFigures[totalIPs=80, allocatedIPs=9, availableIPs=71, restingIPs=0,"
                + " allocationCount=2, largestFreeBlock=27, fragmentationPercent=62,"
                + " poolSizeIPs=256, reservedIPs=18,"
                + " unmanagedRanges=[AddressRange[start=10.40.0.1, end=10.40.0.31],"
                + " AddressRange[start=10.40.0.128, end=10.40.0.254]], unmanagedScopeIPs=158]");
  }

  @Test
  void wrongSpecIsToldAndNothingIsCounted() {
    var plan = plan("{cidr: 10.40.0.1/24}");

    assertThat(verdict(plan, "Ready"))
        .isEqualTo(
            Verdict.no(
                "Ready",
                "ValidationFailed",
                "spec.cidr: \"10.40.0.1/24\" has host bits set; write 10.40.0.0/24 for the block or"
                    + " 10.40.0.1/32 for the one address"));
    assertThat(verdict(plan, "CapacityExhausted").status()).isEqualTo(Truth.UNKNOWN);
    assertThat(plan.figures().totalIPs()).isNull();
    assertThat(events(plan, Conditions.none())).containsExactly("PoolInvalid");
  }

  private static List<String> events(PoolStatusPlan plan, Conditions stored) {
    return plan.tellings(stored).stream().map(telling -> telling.event().wire()).toList();
  }

  private static Conditions stored(PoolStatusPlan plan) {
    return Conditions.none().with(plan.verdicts(), 1, Instant.EPOCH);
  }

  @Test
  @DisplayName("point 28: one event per step up, one when nothing is short any more, none between")
  void point28_eventsAreToldPerTransition() {
    var fine = plan(HUNDRED, "10.40.0.1-10.40.0.10");
    var warning = plan(HUNDRED, "10.40.0.1-10.40.0.75");
    var critical = plan(HUNDRED, "10.40.0.1-10.40.0.90");
    var exhausted = plan(HUNDRED, "10.40.0.1-10.40.0.95");

    assertThat(events(fine, Conditions.none())).isEmpty();
    assertThat(events(warning, stored(fine))).containsExactly("PoolCapacityWarning");
    assertThat(events(warning, stored(warning))).isEmpty();
    assertThat(events(exhausted, stored(warning))).containsExactly("PoolCapacityExhausted");
    assertThat(events(critical, stored(exhausted))).isEmpty();
    assertThat(events(warning, stored(critical))).isEmpty();
    assertThat(events(fine, stored(warning))).containsExactly("PoolCapacityRecovered");
    assertThat(events(fine, stored(fine))).isEmpty();
  }

  @Test
  @DisplayName("point 8: an address used twice is a conflict, one kept back in time is none")
  void point8_useOfAHeldAddressIsAConflict() {
    var view = Views.holding(Views.pool(HUNDRED), "10.40.0.8-10.40.0.15");
    var clash =
        new Clash(
            AddressRange.parse("10.40.0.9").require(),
            new Held(
                AddressRange.parse("10.40.0.8/29").require(),
                new ObjectKey("butler-system", "web-1"),
                new ObjectKey("team-a", "web")),
            Optional.of(new Kept.Cause.InUse("Service ops/console")));
    var clashing =
        new PoolView(
            view.pool(),
            view.territory(),
            view.capacity(),
            1,
            view.defaults(),
            List.of(clash),
            List.of(),
            Optional.empty());

    var plan = PoolStatusPlan.of(clashing);

    assertThat(verdict(plan, "AddressConflict"))
        .isEqualTo(
            Verdict.yes(
                "AddressConflict",
                "InUseTwice",
                "10.40.0.9/32 is held by IPAllocation butler-system/web-1 of TenantCluster"
                    + " team-a/web and is in use by Service ops/console"));
    assertThat(events(plan, stored(PoolStatusPlan.of(view)))).containsExactly("AddressConflict");
  }

  @Test
  void deletionIsToldWithWhatItWaitsFor() {
    var view = Views.holding(Views.pool(HUNDRED), "10.40.0.8-10.40.0.15");
    view.pool().getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");

    assertThat(verdict(PoolStatusPlan.of(view), "Ready"))
        .isEqualTo(
            Verdict.no(
                "Ready",
                "Deleting",
                "the pool stays while addresses of it are given out, now through 1 IPAllocations"));
  }
}
