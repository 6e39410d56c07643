package dev.butlerlabs.butler.steward.admission.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.steward.admission.plan.Objections.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TrialTest {

  private static final String BASE = "spec.controlPlane.deployment.";

  @Test
  void anObjectWithoutFragmentsIsNotTried() {
    assertThat(
            Trial.of(
                yaml(
                    """
                    spec:
                      controlPlane:
                        deployment:
                          replicas: 2
                          tolerations: []
                          serviceAccountName: default
                          strategy:
                            rollingUpdate: {maxSurge: "100%", maxUnavailable: 0}
                            type: RollingUpdate
                      addons:
                        konnectivity:
                          agent:
                            tolerations: [{key: CriticalAddonsOnly, operator: Exists}]
                    """),
                Fragment.hosted()))
        .isEmpty();
  }

  /** What the schema fills in comes here through the API's own types. */
  @Test
  void plainOrderAsItIsReadIsNotTried() {
    var order =
        WireFormat.serialization()
            .unmarshal(
                """
                spec:
                  controlPlane:
                    deployment:
                      serviceAccountName: default
                      strategy:
                        rollingUpdate: {maxSurge: "100%", maxUnavailable: 0}
                        type: RollingUpdate
                """,
                TenantControlPlane.class);

    assertThat(Trial.of(WireFormat.mapper().valueToTree(order), Fragment.hosted())).isEmpty();
  }

  @Test
  void everyFieldFindsItsWayBack() {
    var trial =
        trial(
            """
            spec:
              controlPlane:
                deployment:
                  tolerations: [{key: a}, {key: b}]
                  additionalContainers: [{name: x}]
                  additionalVolumeMounts:
                    scheduler: [{name: v}]
                  podAdditionalMetadata: {labels: {l: m}}
                  resources: {apiServer: {limits: {cpu: 1}}}
              addons:
                konnectivity:
                  agent:
                    tolerations: [{key: c}]
            """);
    var pod = "spec.template.spec.";

    assertThat(back(trial, pod + "tolerations[1].key")).isEqualTo(BASE + "tolerations[1].key");
    assertThat(back(trial, pod + "tolerations[2].key"))
        .isEqualTo("spec.addons.konnectivity.agent.tolerations[0].key");
    assertThat(back(trial, pod + "containers[5].ports[0]"))
        .isEqualTo(BASE + "additionalContainers[0].ports[0]");
    assertThat(back(trial, pod + "containers[2].volumeMounts[0].name"))
        .isEqualTo(BASE + "additionalVolumeMounts.scheduler[0].name");
    assertThat(back(trial, pod + "containers[0].resources.limits[cpu]"))
        .isEqualTo(BASE + "resources.apiServer.limits.cpu");
    assertThat(back(trial, "spec.template.metadata.labels"))
        .isEqualTo(BASE + "podAdditionalMetadata.labels");
    assertThat(trial.given(FieldPath.of("spec.replicas"))).isEmpty();
  }

  @Test
  void unknownFieldsAreAllTold() {
    var trial = trial("spec: {controlPlane: {deployment: {tolerations: [{kye: a, efect: b}]}}}");
    var said =
        "Deployment in version \"v1\" cannot be handled as a Deployment: strict decoding error:"
            + " unknown field \"spec.template.spec.tolerations[0].efect\","
            + " unknown field \"spec.template.spec.tolerations[0].kye\"";

    assertThat(Objections.of(trial, _ -> new Answer.Unreadable(said)))
        .containsExactly(
            new Problem(BASE + "tolerations[0].efect", "unknown field", ""),
            new Problem(BASE + "tolerations[0].kye", "unknown field", ""));
  }

  @Test
  void theFieldThatCannotBeReadIsFoundByLeavingItOut() {
    var trial =
        trial(
            """
            spec:
              controlPlane:
                deployment:
                  nodeSelector: {a: b}
                  additionalContainers:
                    - {name: fine}
                    - {name: wrong, resources: {limits: {cpu: 1, memory: much}}}
            """);
    var asked = new AtomicInteger();

    var problems =
        Objections.of(
            trial,
            deployment -> {
              asked.incrementAndGet();
              return deployment.toString().contains("\"much\"")
                  ? new Answer.Unreadable("... cannot be handled as a Deployment: no quantity")
                  : new Answer.Invalid(List.of());
            });

    assertThat(problems)
        .containsExactly(
            new Problem(
                BASE + "additionalContainers[1].resources.limits.memory",
                "cannot be read: no quantity",
                ""));
    assertThat(asked.get()).isLessThan(15);
  }

  @Test
  void aFieldThatIsNotTheUsersIsStillTold() {
    var trial = trial("spec: {controlPlane: {deployment: {nodeSelector: {a: b}}}}");
    var answer = new Answer.Invalid(List.of(new Objections.Cause("spec.paused", "no")));

    assertThat(Objections.of(trial, _ -> answer))
        .containsExactly(new Problem("spec", "the pods' spec.paused: no", ""));
  }

  @Test
  void searchingEndsWhateverTheServerSays() {
    var trial = trial("spec: {controlPlane: {deployment: {tolerations: [{a: {b: {c: d}}}]}}}");

    assertThat(Objections.of(trial, _ -> new Answer.Unreadable("always")))
        .containsExactly(new Problem("spec", "cannot be read: always", ""));
  }

  private static String back(Trial trial, String placed) {
    return trial.given(FieldPath.of(placed)).orElseThrow().toString();
  }

  private static Trial trial(String text) {
    return Trial.of(yaml(text), Fragment.hosted()).orElseThrow();
  }

  private static JsonNode yaml(String text) {
    try {
      return new YAMLMapper().readTree(text);
    } catch (IOException wrong) {
      throw new UncheckedIOException(wrong);
    }
  }
}
