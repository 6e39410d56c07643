package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.catalog.Catalog;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.AddonHealth;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.ManagedBy;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.ObservedAddon;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Addons that come with a cluster: the real Helm and stand-in charts. The cluster's API server
 * answers, and it never becomes Ready here, since that is told by others.
 */
@OnRealApiServer
class PlatformAddonsIT {

  private static final String GOOGLES = "gcp-cloud-controller-manager";

  @TempDir Path folder;
  private Site site;
  private String there = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    var map = configMap("{{ .Release.Name }}", "{{ .Values.shown | default \"x\" | quote }}");
    site.publish("web", "1.0.0", Map.of("map.yaml", map));
    site.publish("web", "2.0.0", Map.of("map.yaml", map));
    define("cilium", "cni", "1.0.0");
    define("cert-manager", "certmanager", "1.0.0");
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ProviderConfig
        metadata: {name: here}
        spec: {provider: local}
        """);
    site.web.reachable();
  }

  @AfterEach
  void close() {
    site.cluster
        .kubectl(
            "delete",
            "addondefinition",
            "cilium",
            "cert-manager",
            "flux",
            GOOGLES,
            "--ignore-not-found")
        .requireSuccess();
    site.close();
  }

  @Test
  void point15_addonsAreInstalledBeforeTheClusterIsReadyAndToldOnIt() throws IOException {
    order("{cni: {values: {shown: mine}}, certManager: {}}");

    var told = await("they are there", "AddonsInstalled");
    var before = cluster().require();
    var addon = site.addon("web-cilium").require();

    assertThat(told.observedState())
        .isNotNull()
        .satisfies(
            seen ->
                assertThat(Objects.requireNonNull(seen).addons())
                    .containsExactly(healthy("cilium", "1.0.0"), healthy("cert-manager", "1.0.0")));
    assertThat(site.admin.configMaps().inNamespace(there).withName("cilium").require().getData())
        .containsEntry("shown", "mine");
    assertThat(addon.getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(owner -> assertThat(owner.getUid()).isEqualTo(before.getMetadata().getUid()));
    assertThat(addon.getSpec().values())
        .hasToString(
            "{\"k8sServiceHost\":\"10.0.0.9\",\"k8sServicePort\":6443,\"shown\":\"mine\"}");
    // A user's addon waits for a cluster that is Ready.
    site.order("mine", there, "1.0.0", "");
    assertThat(site.awaitPhase("mine", Phase.PENDING).message()).contains("is not Ready");

    site.stop();
    site.open();
    define("cert-manager", "certmanager", "2.0.0");
    await("the offer is told", "the catalog offers cert-manager 2.0.0");

    assertThat(site.addon("web-cilium").require().getMetadata().getResourceVersion())
        .as("nothing was written")
        .isEqualTo(addon.getMetadata().getResourceVersion());
    assertThat(history("cilium")).doesNotContain("\"revision\":2");
  }

  @Test
  void point13_releaseThatSomebodyElseUpgradedIsNotSaidToBeOurs() throws IOException {
    order("{cni: {}, certManager: {}}");
    await("they are there", "AddonsInstalled");
    site.awaitSynced("web-cert-manager", "AsReleased");
    var theirs =
        site.workshop.chart("web", "1.1.0", Map.of("map.yaml", configMap("other", "theirs")));

    site.helm(there, "upgrade", "cert-manager", theirs.toString());

    var told =
        await(
            "it is told whose it is",
            status ->
                status.observedState() != null
                    && status.observedState().addons().stream()
                        .anyMatch(one -> one.managedBy() == ManagedBy.MANUAL));
    assertThat(Objects.requireNonNull(told.observedState()).addons())
        .extracting(one -> one.name() + " " + one.managedBy())
        .containsExactly("cilium BUTLER", "cert-manager MANUAL");
  }

  @Test
  void point13_releaseOrObjectsThatAnEngineLooksAfterAreSaidToBeIts() throws IOException {
    site.cluster
        .kubectlReading(
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: cert-manager, labels: {argocd.argoproj.io/instance: all}}
            """,
            "--namespace=" + there,
            "apply",
            "-f",
            "-")
        .requireSuccess();
    order("{cni: {}, certManager: {}}");
    await("Argo CD's object is in the way", status -> keepers(status).contains("ARGOCD"));
    site.awaitSynced("web-cilium", "AsReleased");
    var map = configMap("cilium", "theirs");
    var flux = map.replace("metadata:", "metadata:\n  labels: {helm.toolkit.fluxcd.io/name: it}");
    var theirs = site.workshop.chart("web", "1.1.0", Map.of("map.yaml", flux));

    site.helm(there, "upgrade", "cilium", theirs.toString(), "--force-conflicts");

    var told = await("it is Flux's", status -> keepers(status).contains("FLUX"));
    assertThat(keepers(told)).containsExactly("FLUX", "ARGOCD");
    assertThat(Objects.requireNonNull(site.addon("web-cilium").require().getStatus()).message())
        .contains("Flux made revision 2");
  }

  private static List<String> keepers(TenantClusterStatus status) {
    var seen = status.observedState();
    return seen == null
        ? List.of()
        : seen.addons().stream().map(one -> one.managedBy().name()).toList();
  }

  /** The controller's pods never start here: what Helm does for it is all that is looked at. */
  @Test
  void point8_clusterOnGoogleCloudGetsItsControllerOutOfTheManager() throws IOException {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ProviderConfig
        metadata: {name: zurich}
        spec: {provider: gcp, credentialsRef: {name: key}, gcp: {projectID: shop, region: europe-west6}}
        """);
    Catalog.builtin().stream()
        .filter(one -> one.getMetadata().getName().equals(GOOGLES))
        .forEach(one -> site.admin.resource(one).serverSideApply());
    order("zurich", "{cni: {}}");

    site.awaitTold(
        "Helm has done its part",
        "web-" + GOOGLES,
        status -> "1.1.0".equals(status.installedVersion()));
    var told = await("its pods are awaited", GOOGLES + " is being installed");
    var pod =
        site.admin.apps().deployments().inNamespace("kube-system").withName(GOOGLES).require();

    assertThat(site.helm("kube-system", "list")).contains(GOOGLES + "-1.1.0");
    assertThat(pod.getSpec().getTemplate().getSpec().getContainers().getFirst().getEnv())
        .extracting(EnvVar::getValue)
        .containsExactly("10.0.0.9", "6443");
    assertThat(ready(told).reason()).as("nodes lack nothing").isEqualTo("WaitingForAddons");
    site.helm("kube-system", "uninstall", GOOGLES);
  }

  @Test
  void point5_otherVersionUpgradesAndWhatIsNotAskedForAnyMoreStays() throws IOException {
    order("{cni: {}, certManager: {}}");
    await("they are there", "AddonsInstalled");

    order("{cni: {version: 2.0.0}, certManager: null}");
    var told =
        await("it is upgraded and the other stays", status -> versions(status).contains("2.0.0"));
    await("it is said to stay", "cert-manager stays, although spec.addons");

    assertThat(versions(told)).containsExactly("2.0.0", "1.0.0");
    assertThat(history("cilium")).contains("\"revision\":2");
    assertThat(history("cert-manager")).contains("\"status\":\"deployed\"");
  }

  @Test
  void point11_deletedAddonOfThePlatformComesBackToItsReleaseAndItsVersion() throws IOException {
    order("{cni: {}}");
    await("it is there", "AddonsInstalled");
    define("cilium", "cni", "2.0.0");
    await("the offer is told", "the catalog offers cilium 2.0.0");
    var first = site.addon("web-cilium").require().getMetadata().getUid();
    site.cluster
        .kubectl(
            "patch",
            "tenantaddon",
            "web-cilium",
            "--type=merge",
            "-p",
            "{\"spec\":{\"deletionPolicy\":\"Delete\"}}")
        .requireSuccess();

    site.addon("web-cilium").delete();
    Await.untilTrue(
        "another one is installed",
        Site.PATIENCE,
        () -> {
          var now = site.addon("web-cilium").get();
          return now != null
              && !now.getMetadata().getUid().equals(first)
              && now.getStatus() != null
              && now.getStatus().phase() == Phase.INSTALLED;
        });
    var told = await("all is well", "AddonsInstalled");

    assertThat(versions(told)).containsExactly("1.0.0");
    assertThat(history("cilium")).contains("\"revision\":1").doesNotContain("\"revision\":2");
  }

  @Test
  void point11_addonOfAUserThatNamesThePlatformsIsRefused() {
    order("{cni: {}}");
    await("it is there", "AddonsInstalled");
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: mine, labels: {butler.butlerlabs.dev/platform-addon: "true"}}
        spec: {clusterRef: {name: web}, addon: cilium}
        """);

    var refused = site.awaitPhase("mine", Phase.FAILED);

    assertThat(refused.message())
        .contains("cilium is a platform addon", "spec.addons of the TenantCluster");
  }

  @Test
  void point12_namesakeOfAUserIsLeftAloneAndTold() {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: web-cilium}
        spec: {clusterRef: {name: web}, addon: cert-manager}
        """);
    order("{cni: {}}");

    var told = await("it is told", "was not made by butler-platform-addons");

    assertThat(ready(told).reason()).isEqualTo("NodesLackAddon");
    assertThat(site.addon("web-cilium").require().getSpec().addon()).isEqualTo("cert-manager");
  }

  @Test
  void point4_optionThatCannotBeHadIsToldWithItsField() {
    order("{cni: {}, ingress: {provider: nginx}}");

    var told = await("it is told", "spec.addons.ingress: there is no AddonDefinition nginx");

    assertThat(ready(told).reason()).isEqualTo("OptionRefused");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Observe", "GitOps"})
  void point4_clusterThatIsOnlyLookedAtIsLeftAsItIsOnceAllWereThere(String mode)
      throws IOException {
    define("flux", "gitops", "1.0.0");
    manage(mode);
    order("{cni: {}, gitops: {}}");
    await("they are there", "AddonsInstalled");

    order("{cni: {version: 2.0.0}, certManager: {}, gitops: {}}");
    site.addon("web-flux").delete();
    site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("web-flux"));
    var told = await("what is gone is told no more", status -> versions(status).size() == 1);
    await(
        "what is not done is told", "cert-manager 1.0.0, flux 1.0.0: asked for and not installed");
    await("also what is not changed", "cilium 2.0.0, ");

    assertThat(versions(told)).containsExactly("1.0.0");
    assertThat(site.addon("web-cert-manager").get()).isNull();
    assertThat(site.addon("web-cilium").require().getSpec().version()).isEqualTo("1.0.0");
    manage("Active");
    await("what is asked for comes", status -> versions(status).contains("2.0.0"));
    await("all of it does", status -> versions(status).size() == 3);
    assertThat(history("flux")).doesNotContain("\"revision\":2");
  }

  private void manage(String mode) {
    site.cluster
        .kubectl(
            "patch",
            "tenantcluster",
            "web",
            "--type=merge",
            "-p",
            "{\"spec\":{\"managementPolicy\":{\"mode\":\"%s\"}}}".formatted(mode))
        .requireSuccess();
  }

  private void define(String name, String category, String version) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: AddonDefinition
        metadata: {name: %s}
        spec:
          displayName: Stand-in
          description: A chart of the test.
          category: %s
          platform: true
          chart: {repository: "%s", name: web, defaultVersion: %s}
          defaults: {namespace: %s, releaseName: %s}
        """
            .formatted(name, category, site.address(), version, there, name));
  }

  private void order(String addons) {
    order("here", addons);
  }

  private void order(String provider, String addons) {
    site.cluster
        .kubectl(
            "patch",
            "tenantcluster",
            "web",
            "--type=merge",
            "-p",
            """
            {"spec": {"providerConfigRef": {"name": "%s", "namespace": "%s"}, "addons": %s}}
            """
                .formatted(provider, site.cluster.namespace(), json(addons)))
        .requireSuccess();
  }

  private static String json(String yaml) {
    try {
      return dev.butlerlabs.butler.addons.helm.Workshop.yaml(yaml).toString();
    } catch (IOException wrong) {
      throw new IllegalArgumentException(wrong);
    }
  }

  private Resource<TenantCluster> cluster() {
    return site.admin
        .resources(TenantCluster.class)
        .inNamespace(site.cluster.namespace())
        .withName("web");
  }

  /** Until AddonsReady has the word as its reason or in its message. */
  private TenantClusterStatus await(String what, String word) {
    return await(
        what,
        status -> ready(status).reason().equals(word) || ready(status).message().contains(word));
  }

  private TenantClusterStatus await(String what, Predicate<TenantClusterStatus> wanted) {
    var found =
        new Await(site.admin)
            .within(Site.PATIENCE)
            .until(
                what,
                cluster(),
                one ->
                    one.getStatus() != null
                        && new Conditions(one.getStatus().conditions())
                            .find("AddonsReady")
                            .isPresent()
                        && wanted.test(one.getStatus()));
    return Objects.requireNonNull(found.getStatus());
  }

  private static Condition ready(TenantClusterStatus status) {
    return new Conditions(status.conditions()).find("AddonsReady").orElseThrow();
  }

  private static List<String> versions(TenantClusterStatus status) {
    var seen = status.observedState();
    return seen == null ? List.of() : seen.addons().stream().map(ObservedAddon::version).toList();
  }

  private static ObservedAddon healthy(String name, String version) {
    return new ObservedAddon(name, version, AddonHealth.HEALTHY, ManagedBy.BUTLER);
  }

  private String history(String release) throws IOException {
    return site.helm(there, "history", release, "--output", "json");
  }
}
