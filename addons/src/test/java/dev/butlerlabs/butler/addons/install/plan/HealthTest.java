package dev.butlerlabs.butler.addons.install.plan;

import static dev.butlerlabs.butler.addons.install.plan.Scenes.RELEASE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import org.junit.jupiter.api.Test;

class HealthTest {

  @Test
  void point16_whatIsNotThereOrNotReadyIsTold() {
    assertThat(troubles("Deployment", "spec: {replicas: 2}", "readyReplicas: 1"))
        .containsExactly("Deployment shop/web has 1 of 2 pods ready");
    assertThat(troubles("StatefulSet", "spec: {}", "{}"))
        .containsExactly("StatefulSet shop/web has 0 of 1 pods ready");
    assertThat(troubles("DaemonSet", "spec: {}", "{desiredNumberScheduled: 3, numberReady: 2}"))
        .containsExactly("DaemonSet shop/web has 2 of 3 pods ready");
    assertThat(troubles("Job", "spec: {}", "conditions: [{type: Failed, status: 'True'}]"))
        .containsExactly("Job shop/web has failed");
    assertThat(troubles("Job", "spec: {}", "conditions: [{type: Complete, status: 'False'}]"))
        .containsExactly("Job shop/web is not done yet");
    assertThat(Health.troubles(RELEASE, List.of("Deployment shop/web"), List.of()))
        .containsExactly("Deployment shop/web is not there");
  }

  @Test
  void whatServesIsFine() {
    assertThat(
            troubles(
                "Deployment",
                "spec: {replicas: 2}",
                "replicas: 2, readyReplicas: 2, updatedReplicas: 2"))
        .isEmpty();
    assertThat(troubles("Deployment", "spec: {replicas: 0}", "{}")).isEmpty();
    assertThat(troubles("DaemonSet", "spec: {}", "{}")).as("no node").isEmpty();
    assertThat(troubles("Job", "spec: {}", "conditions: [{type: Complete, status: 'True'}]"))
        .isEmpty();
    assertThat(Health.troubles(RELEASE, List.of("Job shop/done"), List.of()))
        .as("a Job that was cleared away")
        .isEmpty();
  }

  @Test
  void point16_oldPodsThatAreReadyDoNotServeForTheNewVersion() {
    assertThat(troubles("Deployment", "spec: {replicas: 2}", "replicas: 2, readyReplicas: 2"))
        .containsExactly("Deployment shop/web has 0 of 2 pods updated");
    assertThat(
            troubles("Deployment", "spec: {}", "replicas: 2, readyReplicas: 1, updatedReplicas: 1"))
        .as("the new pod does not come up, so the old one stays")
        .containsExactly("Deployment shop/web still has pods of an older version (1)");
    assertThat(
            troubles(
                "DaemonSet",
                "spec: {}",
                "desiredNumberScheduled: 3, numberReady: 3, updatedNumberScheduled: 1"))
        .containsExactly("DaemonSet shop/web has 1 of 3 pods updated");
    assertThat(
            troubles(
                "StatefulSet",
                "spec: {replicas: 3}",
                "readyReplicas: 3, updatedReplicas: 1, currentRevision: a, updateRevision: b"))
        .containsExactly("StatefulSet shop/web has 1 of 3 pods updated");
  }

  @Test
  void point16_deploymentThatMakesNoProgressIsTold() {
    var late =
        "conditions: [{type: Progressing, status: 'False', reason: ProgressDeadlineExceeded}]";

    assertThat(troubles("Deployment", "spec: {}", "readyReplicas: 1, updatedReplicas: 1, " + late))
        .containsExactly("Deployment shop/web makes no progress (ProgressDeadlineExceeded)");
    assertThat(troubles("Deployment", "spec: {}", late))
        .containsExactly(
            "Deployment shop/web has 0 of 1 pods ready and makes no progress (ProgressDeadlineExceeded)");
  }

  @Test
  void podsThatBecomeNewByHandOrLaterAreFine() {
    var waiting = "currentRevision: a, updateRevision: b, readyReplicas: 3";
    var part = "spec: {replicas: 3, updateStrategy: {rollingUpdate: {partition: 2}}}";

    assertThat(
            troubles(
                "StatefulSet", "spec: {replicas: 3, updateStrategy: {type: OnDelete}}", waiting))
        .isEmpty();
    assertThat(troubles("StatefulSet", part, waiting + ", updatedReplicas: 1")).isEmpty();
    assertThat(troubles("StatefulSet", part, waiting)).hasSize(1);
    assertThat(
            troubles(
                "StatefulSet",
                "spec: {replicas: 3}",
                "readyReplicas: 3, currentRevision: a, updateRevision: a"))
        .isEmpty();
    assertThat(
            troubles(
                "DaemonSet",
                "spec: {updateStrategy: {type: OnDelete}}",
                "desiredNumberScheduled: 3, numberReady: 3"))
        .isEmpty();
  }

  @Test
  void whatIsToldOfAnOlderSpecSaysNothing() {
    var object = object("Deployment", "spec: {replicas: 1}", "readyReplicas: 1");
    object.getMetadata().setGeneration(8L);

    assertThat(
            Health.troubles(
                RELEASE,
                List.of("Deployment shop/web"),
                List.of(new Health.Workload("Deployment", object))))
        .containsExactly("Deployment shop/web has not been looked at by its controller yet");
  }

  @Test
  void workloadOfAnotherReleaseDoesNotServeForOurs() {
    var object = object("Deployment", "spec: {replicas: 1}", "readyReplicas: 1");
    object.getMetadata().getAnnotations().put("meta.helm.sh/release-name", "other");

    assertThat(
            Health.troubles(
                RELEASE,
                List.of("Deployment shop/web"),
                List.of(new Health.Workload("Deployment", object))))
        .containsExactly("Deployment shop/web is not there");
  }

  @Test
  void onlyTheFirstFewAreNamed() {
    var many = List.of("Deployment a/a", "Deployment a/b", "Deployment a/c", "Deployment a/d");

    assertThat(Health.troubles(RELEASE, many, List.of())).hasSize(4).last().isEqualTo("1 more");
  }

  private static List<String> troubles(String kind, String spec, String status) {
    return Health.troubles(
        RELEASE,
        List.of(kind + " shop/web"),
        List.of(new Health.Workload(kind, object(kind, spec, status))));
  }

  private static GenericKubernetesResource object(String kind, String spec, String status) {
    var yaml =
        """
        apiVersion: apps/v1
        kind: %s
        metadata:
          name: web
          namespace: shop
          generation: 7
          annotations:
            meta.helm.sh/release-name: web
            meta.helm.sh/release-namespace: shop
        %s
        """
            .formatted(kind, spec);
    var told = Scenes.yaml(status.startsWith("{") ? status : "{" + status + "}");
    var object = WireFormat.serialization().unmarshal(yaml, GenericKubernetesResource.class);
    var tree = WireFormat.mapper().createObjectNode();
    tree.put("observedGeneration", 7);
    told.properties().forEach(one -> tree.set(one.getKey(), one.getValue()));
    object.setAdditionalProperty(
        "status", WireFormat.mapper().convertValue(tree, java.util.Map.class));
    return object;
  }
}
