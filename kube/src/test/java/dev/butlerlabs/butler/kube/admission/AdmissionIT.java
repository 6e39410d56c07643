package dev.butlerlabs.butler.kube.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class AdmissionIT {

  private TestCluster cluster;
  private GateHarness harness;

  @BeforeEach
  void connect(TestCluster given) {
    cluster = given;
    harness = new GateHarness(given);
  }

  @AfterEach
  void takeAway() {
    harness.close();
  }

  @Test
  void whatTheRuleAllowsIsStored() {
    harness.started();

    var result = cluster.kubectlReading(Gadget.yaml("small", 5), "apply", "-f", "-");

    assertThat(result.stdout()).isEqualTo("gadget.admission.test.butlerlabs.dev/small created\n");
    assertThat(result.stderr()).isEmpty();
  }

  @Test
  void whatTheRuleDeniesIsToldInItsWords() {
    harness.started();

    var result = cluster.kubectlReading(Gadget.yaml("huge", 60), "apply", "-f", "-");

    assertThat(result.exit()).isNotZero();
    assertThat(result.stderr())
        .isEqualTo(
            "The Gadget \"huge\" is invalid: spec.size: 60 is more than 59 (order a smaller one)\n");
    assertThat(cluster.kubectl("get", "gadgets", "-o", "name").stdout()).isEmpty();
  }

  @Test
  void ourOwnClientsReadTheFieldOfADenial() {
    harness.started();
    var huge = Gadget.named(cluster.namespace(), "huge", 60);

    var answer =
        Asking.ask(Attempt.to("create", huge), () -> harness.client.resource(huge).create());

    assertThat(answer).isInstanceOf(Answer.Failed.class);
    var trouble = ((Answer.Failed<Gadget>) answer).trouble();
    assertThat(trouble).isInstanceOf(Trouble.Invalid.class);
    assertThat(((Trouble.Invalid) trouble).field()).isEqualTo("spec.size");
  }

  @Test
  void warningsAreShown() {
    harness.started();

    var result = cluster.kubectlReading(Gadget.yaml("large", 20), "apply", "-f", "-");

    assertThat(result.stderr()).isEqualTo("Warning: spec.size: 20 is large\n");
    assertThat(result.stdout()).contains("large created");
  }

  @Test
  void theRuleSeesWhoAsksAndBothStates() {
    harness.started();
    apply("one", 5);
    apply("one", 6);

    var last = harness.rule.asked().getLast();

    assertThat(last.operation()).isEqualTo(Operation.UPDATE);
    assertThat(last.key().toString()).isEqualTo(cluster.namespace() + "/one");
    assertThat(last.subject().getSpec().size()).isEqualTo(6);
    assertThat(Optional.ofNullable(last.old()).orElseThrow().getSpec().size()).isEqualTo(5);
    assertThat(last.user().groups()).contains("system:authenticated");
    assertThat(last.dryRun()).isFalse();
  }

  @Test
  void anObjectThatBrokeTheRuleBeforeStaysEditableAndCanGo() {
    apply("old", 60);
    harness.started();

    assertThat(kubectl("label", "gadget", "old", "colour=red")).contains("labeled");
    assertThat(kubectl("patch", "gadget", "old", "--type=merge", "-p", finalizers("a.b/c")))
        .contains("patched");
    assertThat(
            cluster
                .kubectl("patch", "gadget", "old", "--type=merge", "-p", "{\"spec\":{\"size\":61}}")
                .stderr())
        .contains("spec.size: 61 is more than 59");
    kubectl("delete", "gadget", "old", "--wait=false");
    assertThat(
            kubectl(
                "patch",
                "gadget",
                "old",
                "--type=merge",
                "-p",
                "{\"metadata\":{\"finalizers\":[]},\"spec\":{\"size\":99}}"))
        .contains("patched");
    cluster
        .await()
        .untilGone(
            harness
                .client
                .resources(Gadget.class)
                .inNamespace(cluster.namespace())
                .withName("old"));
  }

  @Test
  void exemptRequestsDoNotEvenArrive() {
    apply("old", 60);
    harness.started();
    var before = harness.rule.asked().size();

    kubectl("label", "gadget", "old", "colour=red");
    kubectl(
        "patch",
        "gadget",
        "old",
        "--subresource=status",
        "--type=merge",
        "-p",
        "{\"status\":{\"phase\":\"Fine\"}}");
    kubectl("delete", "gadget", "old");

    assertThat(harness.rule.asked()).hasSize(before);
  }

  @Test
  void deletionsAreAskedAboutOnceWhereARuleWantsIt() {
    apply("kept", 60);
    kubectl("patch", "gadget", "kept", "--type=merge", "-p", finalizers("a.b/c"));
    try (var time = new SystemTimeline()) {
      var gate =
          harness.gate(
              time,
              harness.settings(),
              Admission.onDelete("gadget-deletion", Gadget.class, harness.rule));
      gate.start();
      Await.untilTrue(
          "asked",
          () ->
              cluster
                  .kubectl("delete", "gadget", "kept", "--dry-run=server")
                  .stderr()
                  .contains("is more than 59"));

      var refused = cluster.kubectl("delete", "gadget", "kept", "--wait=false");
      assertThat(refused.stderr())
          .contains("The Gadget \"kept\" is invalid: spec.size: 60 is more than 59");

      kubectl("patch", "gadget", "kept", "--type=merge", "-p", "{\"spec\":{\"size\":1}}");
      kubectl("delete", "gadget", "kept", "--wait=false");
      kubectl("patch", "gadget", "kept", "--type=merge", "-p", "{\"spec\":{\"size\":60}}");
      assertThat(kubectl("delete", "gadget", "kept", "--wait=false")).contains("deleted");
      kubectl("patch", "gadget", "kept", "--type=merge", "-p", finalizers(""));
    }
  }

  @Test
  void aFaultOfOursRefusesWithoutAStackTrace() {
    harness.started();

    var bug = cluster.kubectlReading(Gadget.yaml("bug", GadgetRule.BUG), "apply", "-f", "-");
    var cut = cluster.kubectlReading(Gadget.yaml("cut", GadgetRule.CUT_OFF), "apply", "-f", "-");

    assertThat(bug.stderr())
        .contains("Butler could not check this because of a fault of its own")
        .contains("review=")
        .doesNotContain("thirteen")
        .doesNotContain("Exception")
        .doesNotContain("\tat ");
    assertThat(cut.stderr()).contains("Butler could not check this: could not list Gadget");
  }

  @Test
  void aStoppedEndpointRefusesClearlyAndTheNextOneServes() {
    var first = harness.started();
    first.close();

    var refused = cluster.kubectlReading(Gadget.yaml("late", 5), "apply", "-f", "-");
    assertThat(refused.stderr())
        .contains("failed calling webhook \"gadgets.admission.butler.butlerlabs.dev\"")
        .contains("connection refused");

    harness.started();
    assertThat(cluster.kubectlReading(Gadget.yaml("late", 5), "apply", "-f", "-").stdout())
        .contains("late created");
  }

  private void apply(String name, int size) {
    var result = cluster.kubectlReading(Gadget.yaml(name, size), "apply", "-f", "-");
    assertThat(result.exit()).as(result.stderr()).isZero();
  }

  private String kubectl(String... arguments) {
    var result = cluster.kubectl(arguments);
    assertThat(result.exit()).as(result.stderr()).isZero();
    return result.stdout();
  }

  private static String finalizers(String name) {
    var list = name.isEmpty() ? "[]" : "[\"" + name + "\"]";
    return "{\"metadata\":{\"finalizers\":" + list + "}}";
  }
}
