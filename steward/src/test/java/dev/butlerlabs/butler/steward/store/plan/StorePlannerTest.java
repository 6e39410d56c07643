package dev.butlerlabs.butler.steward.store.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.steward.DataStoreSpec.TenantBudget;
import dev.butlerlabs.butler.api.steward.DataStoreStatus;
import dev.butlerlabs.butler.api.steward.DataStoreStatus.Reservation;
import dev.butlerlabs.butler.api.steward.DataStoreStatus.TenantUse;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Quantity;
import dev.butlerlabs.butler.kernel.Report;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.steward.store.driver.Health;
import dev.butlerlabs.butler.steward.store.driver.Use;
import dev.butlerlabs.butler.steward.store.plan.StorePlanner.Found;
import dev.butlerlabs.butler.steward.store.plan.StorePlanner.Observation;
import dev.butlerlabs.butler.steward.store.plan.StorePlanner.Plan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StorePlannerTest {

  private static final Found WELL =
      new Found.Well(new Health("3.6.1", true, 1_234_567, 2L << 30, List.of()));
  private static final Budget NONE = Budget.of(null);
  private static final Budget SMALL = Budget.of(new TenantBudget(new Quantity("1Mi"), 1_000L));

  @Test
  void storeThatIsWellIsReady() {
    var plan = plan(WELL, null, Map.of(), NONE);

    assertThat(verdict(plan, "Ready").status()).isEqualTo(Truth.TRUE);
    assertThat(verdict(plan, "AuthEnabled").status()).isEqualTo(Truth.TRUE);
    assertThat(plan.report().cause()).isEmpty();
    assertThat(plan.fields().version()).isEqualTo("3.6.1");
  }

  @Test
  void storeWithoutAuthenticationIsNotReadyAndSaysWhatToDo() {
    var plan =
        plan(new Found.Well(new Health("3.6.1", false, 1, 0, List.of())), null, Map.of(), NONE);

    assertThat(verdict(plan, "Ready"))
        .satisfies(
            ready -> {
              assertThat(ready.status()).isEqualTo(Truth.FALSE);
              assertThat(ready.reason()).isEqualTo("AuthenticationOff");
              assertThat(ready.message()).contains("read each other's data", "auth enable");
            });
    assertThat(verdict(plan, "Reachable").status()).isEqualTo(Truth.TRUE);
  }

  @Test
  void silentStoreIsNotReadyAndNothingElseIsClaimed() {
    var problem = new Problem("DataStore x", "no answer", "check that it runs");
    var plan = plan(new Found.Silent(problem), null, Map.of(), NONE);

    assertThat(verdict(plan, "Reachable").status()).isEqualTo(Truth.FALSE);
    assertThat(verdict(plan, "AuthEnabled").status()).isEqualTo(Truth.UNKNOWN);
    assertThat(verdict(plan, "Ready").message()).contains("Check that it runs");
  }

  @Test
  void alarmIsTold() {
    var plan =
        plan(
            new Found.Well(new Health("3.6.1", true, 1, 1, List.of("it has no space left"))),
            null,
            Map.of(),
            NONE);

    assertThat(verdict(plan, "Ready").reason()).isEqualTo("Alarm");
  }

  @Test
  void tenantOverItsBudgetIsFlaggedAndStaysSoUntilWellBelow() {
    var over = plan(WELL, status(null), Map.of("u", new Use(10, 2 << 20)), SMALL);
    assertThat(over.fields().tenants()).extracting(TenantUse::overBudget).containsExactly(true);
    assertThat(verdict(over, "WithinBudget"))
        .satisfies(
            verdict -> {
              assertThat(verdict.status()).isEqualTo(Truth.FALSE);
              assertThat(verdict.message()).contains("ns/one");
            });
    assertThat(verdict(over, "Ready").status()).isEqualTo(Truth.TRUE);

    var barely = plan(WELL, status(true), Map.of("u", new Use(10, 1_000_000)), SMALL);
    assertThat(barely.fields().tenants()).extracting(TenantUse::overBudget).containsExactly(true);

    var below = plan(WELL, status(true), Map.of("u", new Use(10, 900_000)), SMALL);
    assertThat(below.fields().tenants())
        .allSatisfy(tenant -> assertThat(tenant.overBudget()).isNull());
  }

  @Test
  void budgetOfKeysCountsToo() {
    var plan = plan(WELL, status(null), Map.of("u", new Use(1_001, 10)), SMALL);

    assertThat(Budget.exceeded(statusOf(plan), "u")).isTrue();
    assertThat(Budget.exceeded(statusOf(plan), "other")).isFalse();
  }

  @Test
  void figuresAreRoundedSoThatRestCausesNoWrites() {
    assertThat(Rounded.of(0)).isZero();
    assertThat(Rounded.of(99)).isEqualTo(99);
    assertThat(Rounded.of(1_201)).isEqualTo(1_300);
    assertThat(Rounded.of(1_234_567)).isEqualTo(1_300_000);
    var one = plan(WELL, status(null), Map.of("u", new Use(1_201, 50_001)), NONE);
    var other = plan(WELL, status(null), Map.of("u", new Use(1_288, 50_900)), NONE);
    assertThat(one).isEqualTo(other);
  }

  @Test
  void storeIsLookedAtOftenerWhileATenantWasNotMeasured() {
    var some = plan(WELL, status(null), Map.of(), NONE).report().lookAgain();
    var all = plan(WELL, status(null), Map.of("u", new Use(1, 1)), NONE).report().lookAgain();

    assertThat(some).isEqualTo(Report.after(Duration.ofSeconds(5)));
    assertThat(all).isEqualTo(Report.after(Duration.ofMinutes(1)));
  }

  @Test
  void whatWasMeasuredStaysWhileTheStoreIsSilent() {
    var problem = new Problem("DataStore x", "no answer", "");
    var plan = plan(new Found.Silent(problem), status(true), Map.of(), SMALL);

    assertThat(plan.fields().tenants()).extracting(TenantUse::overBudget).containsExactly(true);
    assertThat(plan.fields().usedBy()).containsExactly("ns/one");
  }

  private static Plan plan(
      Found found, @Nullable DataStoreStatus status, Map<String, Use> uses, Budget budget) {
    return StorePlanner.plan(new Observation(found, status, uses, budget));
  }

  private static DataStoreStatus status(@Nullable Boolean over) {
    return new DataStoreStatus(
        List.of(),
        List.of(new Reservation("u", "ns/one", "s", "s")),
        List.of(new TenantUse("u", "ns/one", 1L, 1L, over)),
        null,
        null,
        null,
        List.of());
  }

  private static DataStoreStatus statusOf(Plan plan) {
    return new DataStoreStatus(
        List.of(), List.of(), plan.fields().tenants(), null, null, null, List.of());
  }

  private static Verdict verdict(Plan plan, String type) {
    return plan.report().verdicts().stream()
        .filter(one -> one.type().equals(type))
        .findFirst()
        .orElseThrow();
  }
}
