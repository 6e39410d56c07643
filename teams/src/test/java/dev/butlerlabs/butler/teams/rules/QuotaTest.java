package dev.butlerlabs.butler.teams.rules;

import static dev.butlerlabs.butler.teams.rules.Orders.among;
import static dev.butlerlabs.butler.teams.rules.Orders.environment;
import static dev.butlerlabs.butler.teams.rules.Orders.in;
import static dev.butlerlabs.butler.teams.rules.Orders.limits;
import static dev.butlerlabs.butler.teams.rules.Orders.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec;
import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QuotaTest {

  @Test
  void lastFreeSlotCanBeTaken() {
    var others = List.of(order("api", 1));

    assertThat(Rulebook.judge(order("web", 1), null, among(others, limits(2, null, null))))
        .isEmpty();
  }

  @Test
  void oneClusterTooManyIsToldWithWhoIsThereAndWhatToDo() {
    var others = List.of(order("a", 1), order("b", 1), order("c", 1), order("d", 1));

    var refusals = Rulebook.judge(order("e", 1), null, among(others, limits(4, null, null)));

    assertThat(refusals)
        .singleElement()
        .isEqualTo(
            new Refusal(
                Reason.QUOTA_EXCEEDED,
                "spec",
                "team shop may have 4 clusters and has 4, so none is left: a, b, c and 1 more",
                "delete one that is not needed, or ask a platform admin to raise"
                    + " spec.resourceLimits.maxClusters of Team shop"));
  }

  /** A type of machine has as much as it has, whatever is asked for. */
  @Test
  void typeOfMachineThatWouldPassALimitIsRefused() {
    var huge = Orders.onMachines(order("web", 1), "u-24tb1.metal");

    assertThat(Rulebook.judge(huge, null, among(List.of(), limits(2, 9, null)))).isEmpty();
    assertThat(Rulebook.judge(huge, huge, among(List.of(), limits(2, 9, "1Ti"))))
        .as("one that stands stays")
        .isEmpty();
    assertThat(Rulebook.judge(huge, order("web", 1), among(List.of(), limits(2, 9, "1Ti"))))
        .singleElement()
        .satisfies(one -> assertThat(one.sentence()).contains("u-24tb1.metal have is not counted"))
        .satisfies(
            one ->
                assertThat(one.reason())
                    .as("what is told of one that stands is no number that it lacks")
                    .isEqualTo(Reason.VALIDATION_FAILED));
  }

  @Test
  void tooMuchMemoryIsToldWithWhatIsLeftAndWhoUsesIt() {
    var others = List.of(order("api", 2), order("web", 5));

    var refusals =
        Rulebook.judge(order("new", 3), null, among(others, limits(null, null, "128Gi")));

    assertThat(refusals)
        .extracting(Refusal::sentence)
        .containsExactly(
            "48Gi of memory more are wanted, but of the 128Gi that team shop may have 16Gi are"
                + " left: web uses 80Gi, api 32Gi (ask for at most 16Gi more, shrink or delete"
                + " another cluster, or ask a platform admin to raise"
                + " spec.resourceLimits.maxMemory of Team shop)");
  }

  /** H3: numbers are judged on every update, by what grows. */
  @Test
  void growthBeyondTheLimitIsRefusedAndShrinkingIsNot() {
    var around = among(List.of(order("api", 6)), limits(1, 8, null));

    assertThat(Rulebook.judge(order("web", 4), order("web", 3), around))
        .extracting(Refusal::trouble)
        .containsExactly(
            "1 worker more are wanted, but of the 8 that team shop may have nothing is left: api"
                + " uses 6");
    assertThat(Rulebook.judge(order("web", 3), order("web", 4), around)).isEmpty();
    assertThat(Rulebook.judge(order("web", 4), order("web", 4), around)).isEmpty();
  }

  @Test
  void workersOfOneClusterAreLimited() {
    var team = new ButlerConfigSpec.TeamLimits(null, 3, null, null, null).asTeamLimits();
    var around = among(List.of(), new Limits("shop", false, team));

    assertThat(Rulebook.judge(order("web", 4), null, around))
        .extracting(Refusal::sentence)
        .containsExactly(
            "4 workers are wanted, and a cluster of team shop may have 3 (ask for at most 3, or ask"
                + " a platform admin to give Team shop a spec.resourceLimits of its own, or to raise"
                + " spec.defaultTeamLimits.maxWorkersPerCluster of ButlerConfig)");
    assertThat(Rulebook.judge(order("web", 4), order("web", 5), around)).isEmpty();
  }

  /** H12: a team without limits has the platform's, and one with limits has its own alone. */
  @Test
  void platformLimitsHoldForTeamsThatHaveNone() {
    var platform = config(new ButlerConfigSpec.TeamLimits(2, null, null, null, null));

    assertThat(Limits.of("shop", team(null), platform).most(Measure.CLUSTERS)).isPresent();
    assertThat(Limits.of("shop", team(limits(null, 3, null)), platform).most(Measure.CLUSTERS))
        .isEmpty();
    assertThat(Limits.of("", null, platform).most(Measure.CLUSTERS)).isEmpty();
  }

  /** H13: zero is no limit, here as everywhere, and a team without limits is checked too. */
  @Test
  void environmentsCountTheirOwnClusters() {
    var prod = environment("prod", 1, 0);
    var dev = environment("dev", 0, 1);
    var others = List.of(in(order("a", 1), "prod", "ada@x"), in(order("b", 1), "dev", "ada@x"));
    var around = among(others, Limits.none("shop"), prod, dev);

    assertThat(reasons(in(order("c", 1), "prod", "eve@x"), around))
        .containsExactly(Reason.ENV_QUOTA_EXCEEDED);
    assertThat(reasons(in(order("c", 1), "dev", "ada@x"), around))
        .containsExactly(Reason.PER_MEMBER_CAP_EXCEEDED);
    assertThat(reasons(in(order("c", 1), "dev", "eve@x"), around)).isEmpty();
    assertThat(reasons(in(order("c", 1), "dev", ""), around)).isEmpty();
    assertThat(reasons(in(order("c", 1), "", "ada@x"), around))
        .containsExactly(Reason.VALIDATION_FAILED);
  }

  @Test
  void clustersOlderThanTheEnvironmentsStayAsTheyAre() {
    var around = among(List.of(), Limits.none("shop"), environment("prod", 1, 0));

    assertThat(Rulebook.judge(order("old", 5), order("old", 1), around)).isEmpty();
  }

  /** H43: what runs elsewhere does not count here. */
  @Test
  void providerCountsOnlyWhatRunsOnIt() {
    var limits = new ProviderConfigSpec.Limits(1, 3);
    var lab = new Provider(Orders.LAB, provider(limits, null));
    var elsewhere =
        new Order(
            new ObjectKey("shop", "far"),
            "shop",
            "",
            "",
            new ObjectKey("butler-system", "cloud"),
            "",
            Orders.workers(50),
            Set.of(),
            Map.of(),
            "",
            order("far", 1).standing());

    assertThat(lab.judge(order("web", 3), null, List.of(elsewhere))).isEmpty();
    assertThat(lab.judge(order("web", 4), null, List.of(elsewhere)))
        .extracting(Refusal::trouble)
        .containsExactly(
            "on ProviderConfig butler-system/lab one team may have 3 workers, of which 3 are left"
                + " for team shop");
    assertThat(lab.judge(order("web", 1), null, List.of(order("api", 1))))
        .extracting(Refusal::trouble)
        .containsExactly(
            "on ProviderConfig butler-system/lab one team may have 1 cluster, of which none is left"
                + " for team shop: api");
  }

  @Test
  void providerOfAnotherTeamIsRefusedOnlyWhenItIsChosen() {
    var scope =
        new ProviderConfigSpec.Scope(ProviderConfigSpec.ScopeType.TEAM, new LocalRef("bank"));
    var lab = new Provider(Orders.LAB, provider(null, scope));

    assertThat(lab.judge(order("web", 1), null, List.of()))
        .extracting(Refusal::reason, Refusal::trouble)
        .containsExactly(
            tuple(
                Reason.PROVIDER_ACCESS_DENIED,
                "ProviderConfig butler-system/lab is for team bank, and the cluster is of team"
                    + " shop"));
    assertThat(lab.judge(order("web", 9), order("web", 1), List.of())).isEmpty();
  }

  private static List<Reason> reasons(Order wanted, Surroundings around) {
    return Rulebook.judge(wanted, null, around).stream().map(Refusal::reason).toList();
  }

  private static TeamSpec team(@Nullable Limits limits) {
    return new TeamSpec(
        null, null, null, null, limits == null ? null : limits.values(), null, List.of());
  }

  private static ButlerConfigSpec config(ButlerConfigSpec.TeamLimits limits) {
    return new ButlerConfigSpec(
        null, null, null, limits, null, null, null, List.of(), null, null, null, null, null, null,
        null);
  }

  private static ProviderConfigSpec provider(
      ProviderConfigSpec.@Nullable Limits limits, ProviderConfigSpec.@Nullable Scope scope) {
    return new ProviderConfigSpec(
        ProviderType.LOCAL,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        scope,
        limits);
  }
}
