package dev.butlerlabs.butler.addons.install.plan;

import static dev.butlerlabs.butler.addons.install.plan.Scenes.RELEASE;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.before;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.installed;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.look;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.plan.Engine;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SyncedTest {

  @Test
  void point16_editedObjectsAreToldAndMissingOnesMakeItDegraded() {
    var map = new Part("", "ConfigMap", "shop", "web");
    var edited = new Difference(map, List.of(FieldPath.of("data", "a")), List.of("kubectl"), "");

    var left = told(new Drift.Standing(List.of(edited), false));
    var lost = told(new Drift.Standing(List.of(Difference.missing(map)), false));
    var fight = told(new Drift.Contested(List.of(edited), List.of("operator")));

    assertThat(left.stage()).isEqualTo(Stage.INSTALLED);
    assertThat(left.message())
        .contains("ConfigMap shop/web has another data.a (written by kubectl)", "driftPolicy");
    assertThat(reason(left)).isEqualTo("Drifted");
    assertThat(lost.stage()).isEqualTo(Stage.DEGRADED);
    assertThat(lost.message())
        .contains("ConfigMap shop/web is not there; have it made again with spec.driftPolicy")
        .doesNotContain("spec.values");
    assertThat(fight.message()).contains("stop operator");
    assertThat(reason(fight)).isEqualTo("Contested");
  }

  @Test
  void point13_engineThatPutOtherObjectsIntoTheReleaseIsNamed() {
    var replaced = told(new Drift.Replaced(3, Optional.of(Engine.FLUX)));
    var map = new Part("", "ConfigMap", "shop", "web");
    var fought =
        new Difference(map, List.of(FieldPath.of("data")), List.of("argocd-controller"), "");
    var fight = told(new Drift.Contested(List.of(fought), List.of("argocd-controller")));

    assertThat(reason(replaced)).isEqualTo("ReleaseOfFlux");
    assertThat(replaced.message()).contains("Flux made revision 3", "stop Flux first");
    assertThat(fight.message()).contains("stop Argo CD (argocd-controller)");
  }

  @Test
  void point16_releaseOfWhichNothingIsWrittenDownIsNotSaidToBeLookedAt() {
    var applied = new Fingerprint("a", "catalog");
    var old = new Facts(RELEASE, "1.0.0", 1, "deployed", applied, "", List.of());

    var report = told(old, new Drift.Unknown());

    assertThat(report.stage()).isEqualTo(Stage.INSTALLED);
    assertThat(reason(report)).isEqualTo("NotRecorded");
  }

  private static AddonReport told(Drift drift) {
    return told(installed("a"), drift);
  }

  private static AddonReport told(Facts facts, Drift drift) {
    var seen = with(look(before(Stage.INSTALLED, facts), "a"), drift);
    return AddonReport.of(seen, Step.of(seen));
  }

  private static String reason(AddonReport report) {
    return report.verdicts().stream()
        .filter(one -> one.type().equals(AddonReport.SYNCED))
        .findFirst()
        .orElseThrow()
        .reason();
  }
}
