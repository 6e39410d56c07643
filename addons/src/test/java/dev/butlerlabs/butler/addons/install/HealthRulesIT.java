package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatusBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An addon is healthy when what its definition asks for holds on the cluster. */
@OnRealApiServer
class HealthRulesIT {

  @TempDir Path folder;
  private TestCluster cluster;
  private Site site;
  private String there;

  @BeforeEach
  void open(TestCluster given) throws IOException {
    cluster = given;
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    site.publish("web", "1.0.0", Map.of("map.yaml", configMap("web", "one"), "app.yaml", DAEMONS));
  }

  @AfterEach
  void close() {
    site.close();
    cluster.kubectl("delete", "crd", "backups." + group(), "--ignore-not-found").requireSuccess();
  }

  private static final String DAEMONS =
      """
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: {name: agent}
      spec:
        selector: {matchLabels: {app: agent}}
        template:
          metadata: {labels: {app: agent}}
          spec: {containers: [{name: it, image: example.com/it}]}
      """;

  /** A kind of its own: tests share an API server. */
  private String group() {
    return "g%s.example.com".formatted(there.replace("-", ""));
  }

  private void serve() {
    site.apply(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: backups.%s}
        spec:
          group: %s
          scope: Namespaced
          names: {kind: Backup, plural: backups}
          versions:
            - name: v1
              served: true
              storage: true
              subresources: {status: {}}
              schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
        """
            .formatted(group(), group()));
    cluster
        .kubectl("wait", "--for=condition=Established", "crd/backups." + group(), "--timeout=60s")
        .requireSuccess();
  }

  private void backup(String status) {
    var yaml = "{apiVersion: %s/v1, kind: Backup, metadata: {name: nightly}}".formatted(group());
    cluster.kubectlReading(yaml, "apply", "-n", there, "-f", "-").requireSuccess();
    cluster
        .kubectl(
            "patch",
            "backups." + group(),
            "nightly",
            "-n",
            there,
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"%s\"}]}}"
                .formatted(status))
        .requireSuccess();
  }

  private void order(String definition) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: shop}
        spec: {clusterRef: {name: web}, addon: %s}
        """
            .formatted(definition));
  }

  private void agents(int pods) {
    var agent = site.admin.apps().daemonSets().inNamespace(there).withName("agent");
    agent.editStatus(
        one -> {
          one.setStatus(
              new DaemonSetStatusBuilder()
                  .withObservedGeneration(one.getMetadata().getGeneration())
                  .withDesiredNumberScheduled(pods)
                  .withNumberReady(pods)
                  .withUpdatedNumberScheduled(pods)
                  .build());
          return one;
        });
  }

  @Test
  void point16_customResourceThatAnOperatorMakesTellsHowTheAddonIs() {
    var definition =
        site.definition(
            "1.0.0",
            """
            defaults: {namespace: %s, releaseName: shop}
            health:
              - {apiVersion: %s/v1, kind: Backup, name: nightly, condition: {type: Ready}}
            """
                .formatted(there, group()));
    order(definition);
    site.awaitTold(
        "Helm is through", "shop", status -> Objects.equals("1.0.0", status.installedVersion()));
    agents(0);
    site.awaitReason("shop", "Healthy", "HealthRulesUnmet");
    assertThat(told()).contains("the cluster does not know the kind Backup of " + group());

    serve();
    Await.untilTrue(
        "it is missed", Site.PATIENCE, () -> told().contains("Backup nightly is not there"));
    backup("True");
    site.awaitPhase("shop", Phase.INSTALLED);
    site.awaitReason("shop", "Healthy", "WorkloadsReady");
    backup("False");
    var degraded = site.awaitPhase("shop", Phase.DEGRADED);
    backup("True");
    site.awaitPhase("shop", Phase.INSTALLED);

    assertThat(degraded.message())
        .contains("Backup %s/nightly has condition Ready False, not True".formatted(there))
        .contains("look at that");
  }

  @Test
  void point16_agentThatRunsNowhereMakesItDegradedOnceThereAreNodes() {
    var definition =
        site.definition(
            "1.0.0",
            """
            defaults: {namespace: %s, releaseName: shop}
            health:
              - apiVersion: apps/v1
                kind: DaemonSet
                name: agent
                field: {path: status.desiredNumberScheduled, min: 1}
                onlyWithNodes: true
            """
                .formatted(there));
    order(definition);
    site.awaitTold(
        "Helm is through", "shop", status -> Objects.equals("1.0.0", status.installedVersion()));
    agents(0);
    site.awaitPhase("shop", Phase.INSTALLED);

    cluster
        .kubectl(
            "patch",
            "tenantcluster",
            "web",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"observedState\":{\"workers\":{\"desired\":1,\"ready\":0,\"nodes\":[\"n1\"]}}}}")
        .requireSuccess();
    var degraded = site.awaitPhase("shop", Phase.DEGRADED);
    agents(1);
    site.awaitPhase("shop", Phase.INSTALLED);

    assertThat(degraded.message()).contains("status.desiredNumberScheduled 0, less than 1");
  }

  @Test
  void point16_ruleThatMakesNoSenseIsNotStored() {
    refused("{apiVersion: v1, kind: Secret, name: x}", "Secrets say nothing about health");
    refused(
        "{apiVersion: v1, kind: Pod, condition: {type: Ready}, field: {path: status.phase, value: x}}",
        "say condition or field, not both");
    refused(
        "{apiVersion: v1, kind: Pod, field: {path: status.phase}}",
        "say in exactly one way what the field has to be");
    refused("{apiVersion: v1, kind: Pod, field: {path: spec.x, value: x}}", "should match");
    refused("{apiVersion: v1, kind: Pod, atLeast: 0}", "greater than or equal to 1");
    refused("{apiVersion: apps, kind: Pod}", "should match");
  }

  private void refused(String rule, String why) {
    var yaml =
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: AddonDefinition
        metadata: {name: refused-%s}
        spec:
          displayName: Web
          description: A chart of the test.
          category: other
          chart: {repository: "https://charts.example.com", name: web, defaultVersion: 1.0.0}
          health: [%s]
        """
            .formatted(there, rule);
    assertThat(cluster.kubectlReading(yaml, "create", "--dry-run=server", "-f", "-").stderr())
        .contains(why);
  }

  private String told() {
    var status = Objects.requireNonNull(site.addon("shop").require().getStatus());
    return status.conditions().stream()
        .filter(one -> one.type().equals("Healthy"))
        .map(one -> String.valueOf(one.message()))
        .findFirst()
        .orElse("");
  }
}
