package dev.butlerlabs.butler.addons.charts;

import static dev.butlerlabs.butler.addons.charts.Carrier.CONTROLLER;
import static dev.butlerlabs.butler.addons.charts.Carrier.DISKS;
import static dev.butlerlabs.butler.addons.helm.Workshop.PATIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.helm.Installation;
import dev.butlerlabs.butler.addons.helm.LocalChart;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.Workshop;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.testkit.KubectlResult;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every chart we carry by the real Helm, on a real API server. No test reaches a cloud. */
@OnRealApiServer
class CarriedChartsIT {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({CONTROLLER + ",1.1.0", CONTROLLER + ",1.0.0", DISKS + ",1.1.0", DISKS + ",1.0.0"})
  void point8_everyObjectIsTakenByTheApiServerWithoutAWord(
      String chart, String version, TestCluster cluster) throws IOException {
    var rendered = carrier().rendered(chart, version, cluster.freshNamespace(), "{}");

    var taken = all(cluster, rendered, "apply", "--validate=strict", "--dry-run=server");

    assertThat(taken).allSatisfy(said -> assertThat(said.stderr()).isEmpty());
    assertThat(taken.stream().flatMap(said -> said.requireSuccess().lines()))
        .hasSameSizeAs(rendered.objects());
  }

  @ParameterizedTest
  @ValueSource(strings = {CONTROLLER, DISKS})
  void installedUpgradedAndGoneWithoutATrace(String chart, TestCluster cluster) throws IOException {
    var there = cluster.freshNamespace();
    var release = new ReleaseKey(there, chart);
    var tenant = Kubeconfig.parse(Files.readString(cluster.kubeconfig()));
    var helm = carrier().workshop().helm();

    helm.install(tenant, order(release, carrier().fetched(chart, "1.0.0"))).require();
    var listed =
        carrier()
            .workshop()
            .run("list", "--kubeconfig", cluster.kubeconfig().toString(), "--namespace", there)
            .out();
    var upgraded =
        helm.upgrade(tenant, order(release, carrier().fetched(chart, "1.1.0"))).require();
    var objects = Rendered.of(upgraded.manifest());
    var gone = helm.uninstall(tenant, release, PATIENT).require();

    assertThat(listed).contains(chart + "-1.0.0", "deployed");
    assertThat(upgraded.version()).isEqualTo("1.1.0");
    assertThat(objects.objects())
        .allSatisfy(
            one ->
                assertThat(one.at("/metadata/labels").path("helm.sh/chart").asText())
                    .isEqualTo(chart + "-1.1.0"));
    assertThat(gone).isEmpty();
    assertThat(all(cluster, objects, "get", "--ignore-not-found"))
        .allSatisfy(left -> assertThat(left.requireSuccess()).isEmpty());
  }

  @Test
  void controllersMayDoWhatTheyAreThereForAndNoMore(TestCluster cluster) throws IOException {
    var there = cluster.freshNamespace();
    var both =
        List.of(
            carrier().rendered(CONTROLLER, "1.1.0", there, "{}"),
            carrier().rendered(DISKS, "1.1.0", there, "{}"));
    both.forEach(one -> all(cluster, one, "apply").forEach(KubectlResult::requireSuccess));

    assertThat(may(cluster, there, CONTROLLER, "patch", "nodes")).isTrue();
    assertThat(may(cluster, there, CONTROLLER, "patch", "services/status")).isTrue();
    assertThat(may(cluster, there, CONTROLLER, "update", "leases/" + CONTROLLER)).isTrue();
    assertThat(may(cluster, there, CONTROLLER, "update", "leases/other")).isFalse();
    assertThat(may(cluster, "kube-system", there, CONTROLLER, "get", "configmaps/ingress-uid"))
        .isTrue();
    assertThat(may(cluster, there, CONTROLLER, "get", "secrets")).isFalse();
    assertThat(may(cluster, there, DISKS + "-controller", "create", "persistentvolumes")).isTrue();
    assertThat(may(cluster, there, DISKS + "-controller", "create", "leases")).isTrue();
    assertThat(may(cluster, there, DISKS + "-controller", "patch", "nodes")).isFalse();
    assertThat(may(cluster, there, DISKS + "-node", "get", "nodes")).isTrue();
    assertThat(may(cluster, there, DISKS + "-node", "get", "persistentvolumes")).isFalse();
    both.forEach(one -> all(cluster, one, "delete").forEach(KubectlResult::requireSuccess));
  }

  @ParameterizedTest
  @ValueSource(strings = {CONTROLLER, DISKS})
  void point24_podsNeedTheLevelTheirDefinitionNames(String chart, TestCluster cluster)
      throws IOException {
    var open = labelled(cluster, "privileged");
    var bound = labelled(cluster, "baseline");
    for (var template : carrier().rendered(chart, "1.1.0", open, "{}").pods().toList()) {
      tryPod(cluster, open, template);

      assertThatThrownBy(() -> tryPod(cluster, bound, template))
          .isInstanceOf(KubernetesClientException.class)
          .hasMessageContaining("violates PodSecurity \"baseline:latest\"");
    }
  }

  /** What kubectl says to all objects, each in its namespace. */
  private static List<KubectlResult> all(
      TestCluster cluster, Rendered rendered, String... command) {
    return rendered.byNamespace().entrySet().stream()
        .map(
            part ->
                cluster.kubectlReading(
                    part.getValue(),
                    Stream.concat(
                            Stream.of(command),
                            Stream.of("--namespace=" + part.getKey(), "--filename=-"))
                        .toArray(String[]::new)))
        .toList();
  }

  private static void tryPod(TestCluster cluster, String namespace, JsonNode template) {
    var pod =
        cluster
            .client()
            .getKubernetesSerialization()
            .unmarshal(template.toString(), PodTemplateSpec.class)
            .getSpec();
    pod.setServiceAccountName(null);
    cluster
        .client()
        .resource(
            new PodBuilder()
                .withNewMetadata()
                .withGenerateName("tried-")
                .withNamespace(namespace)
                .endMetadata()
                .withSpec(pod)
                .build())
        .dryRun(true)
        .create();
  }

  private static String labelled(TestCluster cluster, String level) {
    var name = cluster.freshNamespace();
    cluster
        .client()
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("pod-security.kubernetes.io/enforce", level)
                .endMetadata()
                .build())
        .serverSideApply();
    return name;
  }

  private static boolean may(
      TestCluster cluster, String there, String account, String verb, String what) {
    return may(cluster, there, there, account, verb, what);
  }

  private static boolean may(
      TestCluster cluster, String in, String there, String account, String verb, String what) {
    var who = "--as=system:serviceaccount:" + there + ":" + account;
    var answer = cluster.kubectl("auth", "can-i", verb, what, who, "--namespace=" + in);
    return answer.stdout().strip().equals("yes");
  }

  private static Installation order(ReleaseKey release, LocalChart chart) throws IOException {
    return new Installation(
        release, chart, Workshop.yaml("{}"), false, Installation.Waiting.FOR_HOOKS, PATIENT);
  }

  private Carrier carrier() {
    return new Carrier(Workshop.in(folder));
  }
}
