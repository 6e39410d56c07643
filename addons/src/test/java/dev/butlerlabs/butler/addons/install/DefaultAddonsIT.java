package dev.butlerlabs.butler.addons.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a team gives its new clusters; that a Team says it is noted by others, here by the test. */
@OnRealApiServer
class DefaultAddonsIT {

  @TempDir Path folder;
  private Site site;
  private String given = "";
  private String later = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    given = site.definition("1.0.0", "");
    later = "later-" + cluster.namespace();
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ProviderConfig
        metadata: {name: here}
        spec: {provider: local}
        """);
    patch(
        "{\"spec\": {\"providerConfigRef\": {\"name\": \"here\", \"namespace\": \"%s\"}}}"
            .formatted(cluster.namespace()));
  }

  @AfterEach
  void close() {
    site.cluster.kubectl("delete", "addondefinition", given, later, "--ignore-not-found");
    site.close();
  }

  @Test
  void point4_defaultAddonsOfTheTeamAreOrderedOnceAndNeverAgain() {
    patch(
        "{\"status\": {\"effective\": {\"defaultAddons\": [\"%s\", \"%s\"]}}}"
            .formatted(given, later),
        "--subresource=status");

    var told =
        await("one is ordered, the other told", status -> status.orderedAddons().contains(given));
    var refused = new Conditions(told.conditions()).find("AddonsReady").orElseThrow();
    var addon = gift(given).require();
    assertThat(refused.reason()).isEqualTo("OptionRefused");
    assertThat(refused.message())
        .contains("defaultAddons of the team: there is no AddonDefinition " + later);
    assertThat(addon.getSpec().addon()).isEqualTo(given);
    assertThat(addon.getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(
            owner -> {
              assertThat(owner.getName()).isEqualTo("web");
              assertThat(owner.getController()).isNotEqualTo(true);
            });

    gift(given).delete();
    Await.untilTrue("it is gone", Site.PATIENCE, () -> gift(given).get() == null);
    site.stop();
    site.open();
    define(later);

    await("the other one has come", status -> status.orderedAddons().contains(later));
    assertThat(gift(later).get()).isNotNull();
    assertThat(gift(given).get()).as("what was deleted does not come back").isNull();
  }

  private void define(String name) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: AddonDefinition
        metadata: {name: %s}
        spec:
          displayName: Later
          description: A chart of the test.
          category: other
          chart: {repository: "%s", name: web, defaultVersion: 1.0.0}
        """
            .formatted(name, site.address()));
  }

  private Resource<TenantAddon> gift(String definition) {
    return site.addon("web-" + definition);
  }

  private void patch(String body, String... flags) {
    var arguments = new ArrayList<>(List.of("patch", "tenantcluster", "web"));
    arguments.addAll(List.of("--type=merge", "-p", body));
    arguments.addAll(List.of(flags));
    site.cluster.kubectl(arguments.toArray(String[]::new)).requireSuccess();
  }

  private TenantClusterStatus await(String what, Predicate<TenantClusterStatus> wanted) {
    var found =
        new Await(site.admin)
            .within(Site.PATIENCE)
            .until(
                what,
                site.admin
                    .resources(TenantCluster.class)
                    .inNamespace(site.cluster.namespace())
                    .withName("web"),
                one -> one.getStatus() != null && wanted.test(one.getStatus()));
    return Objects.requireNonNull(found.getStatus());
  }
}
