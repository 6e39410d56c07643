package dev.butlerlabs.butler.addons.platform.plan;

import static dev.butlerlabs.butler.addons.platform.plan.Questions.NONE;
import static dev.butlerlabs.butler.addons.platform.plan.Questions.choose;
import static dev.butlerlabs.butler.addons.platform.plan.Questions.find;
import static dev.butlerlabs.butler.addons.platform.plan.Questions.question;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.addons.DriftPolicy;
import dev.butlerlabs.butler.api.addons.UpgradePolicy;
import dev.butlerlabs.butler.api.addons.UpgradePolicy.Mode;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who says how addons that come with a cluster are looked after. */
class CareTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                                  | REPORT | PATCH",
        "{driftPolicy: Repair}                               | REPAIR | PATCH",
        "{upgradePolicy: {mode: Waves}}                      | REPORT | WAVES",
        "{driftPolicy: Repair, cni: {driftPolicy: Report}}   | REPORT | PATCH",
        "{upgradePolicy: {mode: Waves}, cni: {upgradePolicy: {mode: Manual}}} | REPORT | MANUAL",
        "{certManager: {driftPolicy: Repair, upgradePolicy: {mode: Waves}}}   | REPORT | PATCH",
      })
  void point16_nearestWordOnHowAnAddonIsLookedAfterHolds(
      String addons, DriftPolicy drift, Mode mode) {
    var platform = new Care(DriftPolicy.REPORT, new UpgradePolicy(Mode.PATCH, null));
    var entry =
        find(
            Choosing.of(
                question(ProviderType.PROXMOX, "addons: " + addons, NONE, Map.of(), platform)),
            "cilium");

    assertThat(entry.care()).isEqualTo(new Care(drift, new UpgradePolicy(mode, null)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"cni", "loadBalancer", "certManager", "storage", "ingress", "metricsServer"})
  void point16_everyAddonOfAManifestCanBeLookedAfterInItsOwnWay(String block) {
    var choice =
        choose(
            ProviderType.PROXMOX,
            "{storage: {}, %s: {driftPolicy: Repair, upgradePolicy: {mode: Patch}}}"
                .formatted(block)
                .replace("storage: {}, storage:", "storage:"));
    var wanted = new Care(DriftPolicy.REPAIR, new UpgradePolicy(Mode.PATCH, null));

    assertThat(choice.entries())
        .filteredOn(entry -> entry.care().equals(wanted))
        .singleElement()
        .extracting(Entry::field)
        .isEqualTo("spec.addons." + block);
    assertThat(choice.entries())
        .filteredOn(entry -> !entry.care().equals(wanted))
        .hasSize(5)
        .allMatch(entry -> entry.care().equals(Care.unsaid()));
  }

  @Test
  void point16_whatNoManifestNamesIsLookedAfterAsTheClusterSays() {
    var choice = choose(ProviderType.AWS, "{driftPolicy: Repair, gitops: {}}");

    assertThat(choice.entries())
        .extracting(Entry::definition)
        .contains("aws-cloud-controller-manager", "aws-csi-driver", "flux");
    assertThat(choice.entries())
        .allMatch(entry -> entry.care().equals(new Care(DriftPolicy.REPAIR, null)));
    assertThat(choice.care()).isEqualTo(new Care(DriftPolicy.REPAIR, null));
    assertThat(
            find(
                    choose(
                        ProviderType.AWS, "{driftPolicy: Repair, gitops: {driftPolicy: Report}}"),
                    "flux")
                .care())
        .isEqualTo(new Care(DriftPolicy.REPORT, null));
  }

  @Test
  void point9_windowInAZoneThatDoesNotExistIsToldAndTakesNothing() {
    var nowhere =
        "upgradePolicy: {mode: Window, window: {start: '02:00', duration: 4h, timeZone: %s}}";
    var choice =
        choose(
            ProviderType.PROXMOX,
            "{%s, cni: {driftPolicy: Repair, %s}}"
                .formatted(nowhere.formatted("Middle/Earth"), nowhere.formatted("Europe/Zurichh")));

    assertThat(Problem.list(choice.refused()))
        .contains(
            "spec.addons.upgradePolicy.window.timeZone: there is no time zone 'Middle/Earth'",
            "spec.addons.cni.upgradePolicy.window.timeZone: there is no time zone 'Europe/Zurichh'");
    assertThat(choice.refused()).hasSize(2);
    assertThat(find(choice, "cilium").care())
        .isEqualTo(new Care(DriftPolicy.REPAIR, new UpgradePolicy(Mode.MANUAL, null)));
    assertThat(find(choice, "metallb").care())
        .isEqualTo(new Care(null, new UpgradePolicy(Mode.MANUAL, null)));
  }

  @ParameterizedTest
  @CsvSource({"Manual, 1.17.0", "Patch, 1.17.0", "Waves, ''"})
  void point9_whatAPolicyTakesIsNobodysToWriteDown(String mode, String offered) {
    var pinned = Map.of("cilium", "1.15.11");

    assertThat(cilium("{upgradePolicy: {mode: %s}}".formatted(mode), pinned))
        .extracting(Entry::version, Entry::offered, Entry::named)
        .containsExactly("1.15.11", offered, false);
    assertThat(cilium("{cni: {version: 1.16.4}}", pinned).named()).isTrue();
  }

  private static Entry cilium(String addons, Map<String, String> pinned) {
    return find(
        Choosing.of(question(ProviderType.PROXMOX, "addons: " + addons, NONE, pinned)), "cilium");
  }
}
