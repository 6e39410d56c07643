package dev.butlerlabs.butler.teams.rules;

import static dev.butlerlabs.butler.teams.rules.Orders.order;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.TenancyMode;
import dev.butlerlabs.butler.teams.rules.Tenancy.Membership;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The orders lie in namespace shop. */
class TenancyTest {

  private static final Membership NAMED = new Membership("shop", "shop", true, true, "shop", false);
  private static final Membership NOT_READY =
      new Membership("shop", "shop", true, false, "shop", false);
  private static final Membership MISSING = new Membership("shop", "", false, false, "", false);
  private static final Membership ELSEWHERE =
      new Membership("bank", "shop", true, true, "bank", false);
  private static final Membership UNNAMED = new Membership("", "shop", false, false, "", false);

  @Test
  void enforcedWantsAReadyTeamAndItsNamespace() {
    assertThat(judge(TenancyMode.ENFORCED, NAMED)).isEmpty();
    assertThat(judge(TenancyMode.ENFORCED, NOT_READY))
        .containsExactly(
            "Team shop is not Ready (see kubectl describe team shop, and order again)");
    assertThat(judge(TenancyMode.ENFORCED, MISSING))
        .containsExactly("there is no Team shop (create the Team first, or name another)");
    assertThat(judge(TenancyMode.ENFORCED, ELSEWHERE))
        .containsExactly(
            "clusters of team bank live in namespace bank, and this one is ordered in shop (order it"
                + " in namespace bank)");
    assertThat(judge(TenancyMode.ENFORCED, UNNAMED))
        .containsExactly(
            "every cluster belongs to a team here (tenancy mode Enforced), and this one names none"
                + " (set spec.teamRef.name to shop)");
    assertThat(judge(TenancyMode.ENFORCED, Membership.NONE)).hasSize(1);
  }

  @Test
  void optionalLetsClustersWithoutTeamLiveInTheDefaultNamespace() {
    assertThat(judge(TenancyMode.OPTIONAL, NAMED)).isEmpty();
    assertThat(judge(TenancyMode.OPTIONAL, NOT_READY)).isEmpty();
    assertThat(judge(TenancyMode.OPTIONAL, MISSING)).hasSize(1);
    assertThat(judge(TenancyMode.OPTIONAL, UNNAMED))
        .containsExactly(
            "clusters without a team live in namespace butler-tenants, and this one is ordered in"
                + " shop (set spec.teamRef.name to shop, or order it in namespace butler-tenants)");
  }

  @Test
  void disabledKnowsTheDefaultNamespaceOnly() {
    assertThat(judge(TenancyMode.DISABLED, NAMED)).hasSize(1);
    assertThat(new Tenancy(TenancyMode.DISABLED, "shop").judge(order("web", 1), Membership.NONE))
        .isEmpty();
  }

  @Test
  void withoutButlerConfigNobodyDecided() {
    assertThat(judge(null, MISSING)).isEmpty();
    assertThat(Tenancy.of(null)).isEqualTo(Tenancy.UNDECIDED);
  }

  /** H4: what runs is not judged again. */
  @Test
  void modeSwitchLeavesClustersAlone() {
    var asBefore = new Membership("", "shop", false, false, "", true);

    assertThat(Rulebook.judge(order("web", 9), order("web", 1), enforced(asBefore))).isEmpty();
    assertThat(Rulebook.judge(order("web", 9), null, enforced(UNNAMED))).hasSize(1);
  }

  @Test
  void teamThatIsNamedLaterIsJudged() {
    assertThat(Rulebook.judge(order("web", 1), order("web", 1), enforced(ELSEWHERE))).hasSize(1);
  }

  private static Surroundings enforced(Membership membership) {
    return new Surroundings(
        new Tenancy(TenancyMode.ENFORCED, "butler-tenants"),
        membership,
        Limits.none("shop"),
        List.of(),
        null,
        List.of(),
        List.of());
  }

  private static List<String> judge(@Nullable TenancyMode mode, Membership membership) {
    return new Tenancy(mode, "butler-tenants")
        .judge(order("web", 1), membership).stream().map(Refusal::sentence).toList();
  }
}
