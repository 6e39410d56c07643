package dev.butlerlabs.butler.addons.install.plan;

import static dev.butlerlabs.butler.addons.install.plan.Scenes.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class DifferenceTest {

  private static final Part APP = new Part("apps", "Deployment", "shop", "app");

  @Test
  void point16_jobThatKubernetesTakesAwayWhenItIsDoneIsNotMissed() {
    var job = "{apiVersion: batch/v1, kind: Job, spec: {%s}}";

    assertThat(Difference.goesWhenDone(yaml(job.formatted("ttlSecondsAfterFinished: 0")))).isTrue();
    assertThat(Difference.goesWhenDone(yaml(job.formatted("")))).isFalse();
    assertThat(
            Difference.goesWhenDone(
                yaml("{apiVersion: v1, kind: Pod, spec: {ttlSecondsAfterFinished: 0}}")))
        .isFalse();
  }

  @Test
  void point16_onlyFieldsThatTheManifestSetsAreSuspicious() {
    var manifest = yaml("{spec: {replicas: 2, paused: null, labels: {}, args: [a, b]}}");

    assertThat(
            Comparison.suspicions(manifest, yaml("{spec: {replicas: 2, args: [a, b], more: 1}}")))
        .isEmpty();
    assertThat(Comparison.suspicions(manifest, yaml("{spec: {replicas: 3, args: [a, b, c]}}")))
        .extracting(FieldPath::toString)
        .containsExactly("spec.replicas", "spec.args");
    assertThat(Comparison.suspicions(manifest, yaml("{}")))
        .extracting(FieldPath::toString)
        .containsExactly("spec");
  }

  @Test
  void point16_whatTheServerKeepsAndTheStatusAreNoDifference() {
    var before =
        yaml("{metadata: {resourceVersion: 1, generation: 1}, spec: {a: 1}, status: {x: 1}}");
    var after = yaml("{metadata: {resourceVersion: 2, generation: 2}, spec: {a: 1}, status: {}}");

    assertThat(Comparison.between(before, after)).isEmpty();
  }

  @Test
  void point16_whoWroteAFieldIsToldAndItsValueIsNot() {
    var live =
        yaml(
            """
            metadata:
              managedFields:
                - {manager: helm, fieldsV1: {"f:data": {"f:other": {}}}}
                - {manager: kubectl-edit, fieldsV1: {"f:data": {"f:word": {}}}}
                - {manager: bystander, fieldsV1: {"f:metadata": {"f:labels": {"f:a": {}}}}}
            data: {word: hunter2}
            """);

    var found =
        Difference.between(APP, live, yaml("{metadata: {}, data: {word: first}}")).orElseThrow();

    assertThat(found.clause())
        .isEqualTo("Deployment shop/app has another data.word (written by kubectl-edit)");
  }

  @Test
  void point16_whatKubernetesItselfWroteAndInjectedCertificatesAreLeft() {
    var live =
        yaml(
            """
            metadata:
              managedFields:
                - {manager: kube-controller-manager, fieldsV1: {"f:spec": {"f:replicas": {}}}}
                - {manager: somebody, fieldsV1: {"f:spec": {"f:image": {}}}}
            spec: {replicas: 5, image: theirs, clientConfig: {caBundle: theirs}}
            """);
    var manifest =
        (ObjectNode)
            yaml("{metadata: {}, spec: {replicas: 1, image: ours, clientConfig: {caBundle: x}}}");

    assertThat(Difference.between(APP, live, manifest).orElseThrow().fields())
        .containsExactly(FieldPath.of("spec", "image"));
    assertThat(Difference.share(manifest, live, manifest))
        .isEqualTo(yaml("{metadata: {}, spec: {image: ours, clientConfig: {}}}"));
  }

  @Test
  void point16_listThatIsOneFieldHasOneWriter() {
    var live =
        yaml(
            """
            metadata:
              managedFields: [{manager: somebody, fieldsV1: {"f:rules": {}}}]
            rules: [{verbs: [get, list]}]
            """);

    assertThat(
            Difference.between(APP, live, yaml("{metadata: {}, rules: [{verbs: [get]}]}"))
                .orElseThrow())
        .satisfies(
            one -> {
              assertThat(one.writers()).containsExactly("somebody");
              assertThat(one.clause()).contains("rules[0].verbs");
            });
  }

  @Test
  void point16_longListsAreToldShortly() {
    var fields =
        List.of("a", "b", "c", "d", "e").stream().map(name -> FieldPath.of("data", name)).toList();

    assertThat(new Difference(APP, fields, List.of(), "").clause())
        .isEqualTo("Deployment shop/app has another data.a, data.b, data.c and 2 more");
    assertThat(Drift.clauses(List.of(gone(), gone(), gone(), gone())))
        .endsWith("Deployment shop/app is not there; 1 more");
  }

  private static Difference gone() {
    return Difference.missing(APP);
  }
}
