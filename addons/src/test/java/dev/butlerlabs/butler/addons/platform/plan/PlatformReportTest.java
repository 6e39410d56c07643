package dev.butlerlabs.butler.addons.platform.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.api.clusters.AddonsReason;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.ManagedBy;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformReportTest {

  private static final Held SERVES = held("cilium", Phase.INSTALLED, "1.17.0");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "false | INSTALLED | 1 | INSTALLED  | 1  | True  | AddonsInstalled",
        "false | INSTALLING|'' | PENDING    | '' | False | WaitingForAddons",
        "false | INSTALLED | 1 | INSTALLING | '' | False | WaitingForAddons",
        "true  | INSTALLED | 1 | INSTALLING | '' | True  | AddonsChanging",
        "true  | UPGRADING | 1 | INSTALLED  | 1  | True  | AddonsChanging",
        "false | FAILED    |'' | PENDING    | '' | False | NodesLackAddon",
        "true  | DEGRADED  | 1 | DEGRADED   | 1  | False | NodesLackAddon",
        "true  | FAILED    | 1 | INSTALLED  | 1  | False | AddonFailed",
        "false | INSTALLED | 1 | FAILED     | '' | False | AddonFailed",
        "true  | INSTALLED | 1 | DEGRADED   | 1  | False | AddonDegraded",
      })
  void point15_whatNodesNeedHoldsTheClusterAndOthersOnlyBeforeTheyWereThere(
      boolean served,
      Phase network,
      String networkVersion,
      Phase other,
      String otherVersion,
      String status,
      String reason) {
    var verdict =
        new PlatformReport(
                choice(),
                List.of(
                    held("cilium", network, networkVersion),
                    held("cert-manager", other, otherVersion)),
                served ? told(Truth.TRUE, "AddonsInstalled", "") : null,
                false)
            .verdict();

    assertThat(verdict.status().wire()).isEqualTo(status);
    assertThat(verdict.reason()).isEqualTo(reason);
    assertThat(AddonsReason.holds(reason))
        .isEqualTo(List.of("WaitingForAddons", "NodesLackAddon").contains(reason));
  }

  @Test
  void point21_secondAttemptOfWhatFailedChangesNothing() {
    var failed = told(Truth.FALSE, "AddonFailed", "cert-manager: no such chart");

    var verdict = verdict(held("cert-manager", Phase.INSTALLING, ""), failed);

    assertThat(verdict.reason()).isEqualTo("AddonFailed");
    assertThat(verdict.message()).isEqualTo("cert-manager: no such chart");
  }

  @Test
  void point4_refusedOptionIsToldAlsoBesideATrouble() {
    var refused =
        new Choice(
            choice().entries(),
            List.of(),
            List.of(new Problem("spec.addons.storage", "there is no linstor", "write longhorn")),
            List.of(),
            Care.unsaid());
    var fine = new PlatformReport(refused, List.of(SERVES), null, false).verdict();
    var ill =
        new PlatformReport(
                refused, List.of(SERVES, held("cert-manager", Phase.FAILED, "")), null, false)
            .verdict();

    assertThat(fine.reason()).isEqualTo("OptionRefused");
    assertThat(ill.reason()).isEqualTo("AddonFailed");
    assertThat(ill.message())
        .isEqualTo("cert-manager: why; spec.addons.storage: there is no linstor (write longhorn)");
  }

  @Test
  void remedyOfAnAddonIsToldWithTheFieldsOfTheCluster() {
    var drifted =
        new Held(
            "cert-manager",
            Phase.DEGRADED,
            "1",
            "it differs; write it into spec.values, or have it undone with spec.driftPolicy: Repair");

    assertThat(verdict(drifted, null).message())
        .isEqualTo(
            "cert-manager: it differs; write it into its values in spec.addons, or have it undone"
                + " with spec.addons.driftPolicy: Repair");
  }

  @Test
  void whatNobodyAsksForAnyMoreIsSaidToStay() {
    assertThat(verdict(held("longhorn", Phase.INSTALLED, "1"), null))
        .extracting(Verdict::reason, Verdict::message)
        .containsExactly(
            "AddonsInstalled", "longhorn stays, although spec.addons does not ask for it any more");
  }

  @Test
  void cloudControllerThatTheCatalogLacksHoldsTheCluster() {
    var lacking =
        new Choice(
            choice().entries(),
            List.of(new Problem("field", "is not there", "")),
            List.of(),
            List.of(),
            Care.unsaid());

    assertThat(new PlatformReport(lacking, List.of(SERVES), null, false).verdict())
        .extracting(Verdict::reason, Verdict::message)
        .containsExactly("NodesLackAddon", "field: is not there");
  }

  private static Verdict verdict(Held other, @Nullable Condition told) {
    return new PlatformReport(choice(), List.of(SERVES, other), told, false).verdict();
  }

  private static Choice choice() {
    return new Choice(
        List.of(entry("cilium", true), entry("cert-manager", false)),
        List.of(),
        List.of(),
        List.of(),
        Care.unsaid());
  }

  private static Entry entry(String definition, boolean vital) {
    return new Entry(definition, "field", "1", null, List.of(), vital, "", false, Care.unsaid());
  }

  @Test
  void point13_whatSomebodyElseLooksAfterIsNotSaidToBeOurs() {
    var theirs = new Held("cert-manager", Phase.INSTALLED, "1", "why", ManagedBy.MANUAL);

    assertThat(new PlatformReport(choice(), List.of(SERVES, theirs), null, false).observed())
        .extracting(one -> one.name() + " " + one.managedBy())
        .containsExactly("cilium BUTLER", "cert-manager MANUAL");
  }

  @Test
  void point13_reasonsOfAnAddonTellWhoLooksAfterItsRelease() {
    assertThat(Held.keeper(Set.of("Installed", "AsReleased"))).isEqualTo(ManagedBy.BUTLER);
    assertThat(Held.keeper(Set.of("NameTaken"))).isEqualTo(ManagedBy.MANUAL);
    assertThat(Held.keeper(Set.of("ReleaseReplaced"))).isEqualTo(ManagedBy.MANUAL);
    assertThat(Held.keeper(Set.of("ReleaseOfFlux"))).isEqualTo(ManagedBy.FLUX);
    assertThat(Held.keeper(Set.of("ObjectOfFlux"))).isEqualTo(ManagedBy.FLUX);
    assertThat(Held.keeper(Set.of("ReleaseOfArgoCd"))).isEqualTo(ManagedBy.ARGOCD);
    assertThat(Held.keeper(Set.of("ObjectOfArgoCd"))).isEqualTo(ManagedBy.ARGOCD);
  }

  private static Held held(String definition, Phase phase, String version) {
    return new Held(definition, phase, version, "why");
  }

  private static Condition told(Truth status, String reason, String message) {
    return new Condition("AddonsReady", status, reason, message, Instant.EPOCH, 1L);
  }
}
