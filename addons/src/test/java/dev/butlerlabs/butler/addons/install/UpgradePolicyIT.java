package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.install.plan.AddonReport;
import dev.butlerlabs.butler.api.addons.PendingUpgrade;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a newer offer of the catalog: the real Helm, a real API server. */
@OnRealApiServer
class UpgradePolicyIT {

  private static final String WORD = "{{ .Values.shown | default \"x\" | quote }}";
  private static final Map<String, String> FIRST =
      Map.of("map.yaml", configMap("web", WORD), "old.yaml", configMap("old", "x"));
  private static final Map<String, String> SECOND =
      Map.of(
          "map.yaml",
          configMap("web", WORD).replace("\ndata:", "\ndata:\n  more: hunter2"),
          "new.yaml",
          configMap("new", "x"));

  @TempDir Path folder;
  private Site site;
  private String there = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    site.publish("web", "1.0.0", FIRST);
    site.publish("web", "1.0.1", SECOND);
    site.publish("web", "2.0.0", SECOND);
    catalog("1.0.0", "");
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void point9_offerIsShownWithWhatItWouldChangeAndLeft() throws IOException {
    order("");
    awaitVersion("1.0.0");

    catalog("2.0.0", "");
    var offer = awaitOffer("2.0.0");

    assertThat(offer.summary()).isEqualTo("1 added, 1 changed, 1 removed");
    assertThat(offer.changes())
        .containsExactly(
            "removes ConfigMap old", "changes ConfigMap web: data.more", "adds ConfigMap new");
    assertThat(offer.due()).isNull();
    assertThat(offer.toString()).doesNotContain("hunter2");
    assertThat(site.history(there, "shop"))
        .contains("\"revision\":1")
        .doesNotContain("\"revision\":2");
    Await.untilTrue(
        "the event is told",
        Site.PATIENCE,
        () ->
            site.events("shop", "AddonUpgradeOffered")
                .contains("the catalog offers 2.0.0: 1 added, 1 changed, 1 removed"));

    order(", version: 2.0.0");
    awaitVersion("2.0.0");
    site.awaitTold("nothing is left to offer", "shop", one -> one.pendingUpgrade() == null);
  }

  @Test
  void point9_offerIsToldInOneWriteTogetherWithWhatItWouldChange() {
    order("");
    awaitVersion("1.0.0");
    var told = new CopyOnWriteArrayList<TenantAddonStatus>();

    try (var _ = site.addon("shop").watch(into(told))) {
      catalog("2.0.0", "");
      Await.untilTrue(
          "the offer is told",
          Site.PATIENCE,
          () -> told.stream().anyMatch(one -> one.pendingUpgrade() != null));
    }

    assertThat(told)
        .filteredOn(one -> String.valueOf(one.message()).contains("offers 2.0.0"))
        .isNotEmpty()
        .allMatch(one -> one.pendingUpgrade() != null);
  }

  @Test
  void point9_whatIsInstalledIsNotReadAgainToTellWhatAnOfferWouldChange() {
    order("");
    site.awaitTold(
        "its objects were compared",
        "shop",
        one -> new Conditions(one.conditions()).holds(AddonReport.SYNCED));
    var asked = site.calls();

    catalog("2.0.0", "");
    awaitOffer("2.0.0");

    assertThat(site.calls() - asked).as("the cluster's version is asked").isLessThanOrEqualTo(1);
  }

  private static Watcher<TenantAddon> into(List<TenantAddonStatus> told) {
    return new Watcher<>() {
      @Override
      public void eventReceived(Action action, TenantAddon addon) {
        told.add(addon.getStatus());
      }

      @Override
      public void onClose(WatcherException cause) {
        throw new IllegalStateException(cause);
      }
    };
  }

  @Test
  void point9_offerThatCannotBeTriedSaysWhyAndWhatServesStaysAsItIs() {
    order("");
    awaitVersion("1.0.0");

    catalog("9.9.9", "");
    var offer = awaitOffer("9.9.9");

    assertThat(offer.summary()).contains("9.9.9").contains("look up name and version");
    assertThat(offer.changes()).isEmpty();
    assertThat(site.addon("shop").require().getStatus())
        .extracting(TenantAddonStatus::phase)
        .isEqualTo(Phase.INSTALLED);
  }

  @Test
  void point9_patchesAndValuesOfTheCatalogAreTakenByThosePolicy() {
    order(", upgradePolicy: {mode: Patch}");
    awaitVersion("1.0.0");

    catalog("1.0.1", "");
    awaitVersion("1.0.1");
    catalog("1.0.1", ", values: {shown: more}");
    site.awaitTold(
        "a third revision is told",
        "shop",
        one ->
            one.phase() == Phase.INSTALLED
                && Objects.equals(Objects.requireNonNull(one.helmRelease()).revision(), 3));

    assertThat(site.shown(there, "web")).isEqualTo("more");
    catalog("2.0.0", ", values: {shown: more}");
    assertThat(awaitOffer("2.0.0").due()).isNull();
  }

  @Test
  void point9_windowTakesAnOfferWhenItIsOpenAndTellsWhenItWillBe() throws IOException {
    var now = site.now();
    var day = now.plusDays(2).getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
    var window = ", upgradePolicy: {mode: Window, window: {%sstart: '%02d:00', duration: %s}}";
    order(window.formatted("days: [%s], ".formatted(day), now.getHour(), "1h"));
    awaitVersion("1.0.0");

    catalog("2.0.0", "");
    var waits = awaitOffer("2.0.0");

    assertThat(waits.due()).isAfter(now.plusHours(12).toInstant());
    site.awaitTold(
        "it says when",
        "shop",
        one -> String.valueOf(one.message()).contains("which is taken from " + waits.due()));
    assertThat(site.history(there, "shop")).doesNotContain("\"revision\":2");
    order(window.formatted("", now.getHour(), "24h"));
    awaitVersion("2.0.0");
  }

  private void order(String more) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: shop}
        spec: {clusterRef: {name: web}, addon: %s%s}
        """
            .formatted("web-" + site.cluster.namespace(), more));
  }

  /** Makes this the version that the catalog offers. */
  private void catalog(String version, String more) {
    site.definition(
        version, "defaults: {namespace: %s, releaseName: shop%s}".formatted(there, more));
  }

  private void awaitVersion(String version) {
    site.awaitTold(
        "it has version " + version,
        "shop",
        one -> one.phase() == Phase.INSTALLED && version.equals(one.installedVersion()));
  }

  private PendingUpgrade awaitOffer(String version) {
    var told =
        site.awaitTold(
            "the offer is told",
            "shop",
            one -> one.pendingUpgrade() != null && one.pendingUpgrade().version().equals(version));
    return Objects.requireNonNull(told.pendingUpgrade());
  }
}
