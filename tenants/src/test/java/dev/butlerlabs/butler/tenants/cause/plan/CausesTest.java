package dev.butlerlabs.butler.tenants.cause.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.testkit.failures.Failures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is told while nothing is broken, and rules that hold for every cause. */
class CausesTest {

  @Test
  void clusterThatIsAsOrderedHasNoCause() {
    assertThat(cause("ready")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "control-plane, RollingOut, Pod web-1a2b3c4d/web-6d9f7c5b8-2xkqp",
    "workers, Cloning, ProxmoxMachine web-1a2b3c4d/web-workers-7f9c2-k4x2p",
    "leaving, Deleting, ProxmoxMachine web-1a2b3c4d/web-workers-7f9c2-k4x2p",
  })
  void clusterOnItsWayTellsWhatItWaitsFor(String stage, String reason, String object) {
    var told = cause(stage).orElseThrow().cause();

    assertThat(told.reason()).isEqualTo(reason);
    assertThat(told.what()).startsWith(object);
  }

  @Test
  void orderThatNobodyHasLookedAtSaysSo() {
    var objects = objects("ordered");
    var status = (ObjectNode) cluster(objects).get("status");
    status.remove(List.of("effective", "conditions"));

    var told = Causes.of(FailureCorpusTest.tree(objects, List.of())).orElseThrow().cause();

    assertThat(told.reason()).isEqualTo("Pending");
    assertThat(told.what()).isEqualTo("nobody has looked at the order yet");
  }

  /** A settled cluster needs nothing of its platform, so a platform's silence is not its cause. */
  @Test
  void accountIsNotBlamedForWhatHasNothingToDoWithIt() {
    var objects = objects("ready");
    put(find(objects, "ProviderConfig"), "Ready", "False", "ProviderError", "no answer");
    put(find(objects, "Node"), "Ready", "Unknown", "NodeStatusUnknown", "Kubelet stopped");

    var told = Causes.of(FailureCorpusTest.tree(objects, List.of())).orElseThrow().cause();

    assertThat(told.what()).startsWith("Node web-workers-7f9c2-k4x2p");
  }

  /** The same from what the manager holds, which are no Nodes and no objects of the platform. */
  @Test
  void accountIsNotBlamedByTheManagerEither() {
    var objects = objects("ready");
    put(find(objects, "ProviderConfig"), "Ready", "False", "CredentialsInvalid", "no answer");
    put(find(objects, "Machine"), "NodeReady", "False", "NodeNotReady", "Kubelet stopped");

    var told = seen(objects).cause();

    assertThat(told.what()).startsWith("Node web-workers-7f9c2-k4x2p");
    assertThat(told.butlerDoes()).contains("replaces the machine");
  }

  @Test
  void poolOfWhichTooManyFailIsToldToReplaceNone() {
    var objects = new ArrayList<>(objects("ready"));
    put(find(objects, "Machine"), "NodeReady", "False", "NodeNotReady", "Kubelet stopped");
    objects.add(
        read(
            """
            {"kind": "MachineHealthCheck", "metadata": {"name": "web-workers"}, "status": {"conditions": [
              {"type": "RemediationAllowed", "status": "False", "reason": "TooManyUnhealthy",
               "message": "2 of 1", "lastTransitionTime": "2026-11-02T10:00:00Z"}]}}"""));

    var told = seen(objects).cause();

    assertThat(told.butlerDoes()).contains("replaces no machine of web-workers");
    assertThat(told.youCan()).contains("delete their Machines");
  }

  private static Found seen(List<JsonNode> objects) {
    return Causes.of(FailureCorpusTest.seen(FailureCorpusTest.tree(objects, List.of())))
        .orElseThrow();
  }

  private static JsonNode read(String json) {
    try {
      return new ObjectMapper().readTree(json);
    } catch (JsonProcessingException wrong) {
      throw new IllegalArgumentException(json, wrong);
    }
  }

  /** The order in which caches list objects is chance. */
  @Test
  void orderOfObjectsDoesNotMatter() {
    var seed = System.nanoTime();
    var random = new Random(seed);
    for (var failure : Failures.all()) {
      var mixed = new ArrayList<>(failure.objects());
      Collections.shuffle(mixed, random);

      assertThat(Causes.of(FailureCorpusTest.tree(mixed, failure.refused())))
          .as("%s, seed %d", failure, seed)
          .isEqualTo(Causes.of(FailureCorpusTest.tree(failure)));
    }
  }

  @Test
  void everyCauseSaysWhatIsDoneOrWhatCanBeDone() {
    assertThat(Failures.all())
        .allSatisfy(
            failure -> {
              var told = Causes.of(FailureCorpusTest.tree(failure)).orElseThrow().cause();
              assertThat(told.what()).isNotBlank();
              assertThat(told.butlerDoes() + told.youCan()).as(failure.name()).isNotBlank();
            });
  }

  @Test
  void secretsOfAPlatformsMessageAreHidden() {
    var objects = objects("workers");
    put(
        find(objects, "ProxmoxMachine"),
        "VMProvisioned",
        "False",
        "CloningFailed",
        "POST https://butler:hunter2@pve:8006 with Authorization: Bearer abc.def-0123456789,"
            + " password=hunter3 failed");

    var told = Causes.of(FailureCorpusTest.tree(objects, List.of())).orElseThrow();

    assertThat(told.cause().sentence())
        .contains("POST https://<hidden>@pve:8006")
        .doesNotContain("hunter2", "hunter3", "abc.def");
  }

  @Test
  void longMessageIsShortened() {
    var objects = objects("workers");
    put(
        find(objects, "ProxmoxMachine"),
        "VMProvisioned",
        "False",
        "CloningFailed",
        "x".repeat(5000));

    var told = Causes.of(FailureCorpusTest.tree(objects, List.of())).orElseThrow();

    assertThat(told.cause().what()).hasSizeLessThan(450).endsWith("…");
  }

  /** Objects of other programs may look like anything. */
  @Test
  void objectsWithoutStatusAreNoReasonToFail() {
    var objects = objects("ready");
    objects.forEach(one -> ((ObjectNode) one).remove("status"));

    assertThat(Causes.of(FailureCorpusTest.tree(objects, List.of()))).isPresent();
  }

  private static Optional<Found> cause(String stage) {
    return Causes.of(FailureCorpusTest.tree(Failures.stage(stage), List.of()));
  }

  private static List<JsonNode> objects(String stage) {
    return Failures.stage(stage);
  }

  private static JsonNode cluster(List<JsonNode> objects) {
    return find(objects, "TenantCluster");
  }

  private static JsonNode find(List<JsonNode> objects, String kind) {
    return objects.stream()
        .filter(one -> one.path("kind").asText().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  private static void put(
      JsonNode object, String type, String status, String reason, String message) {
    for (var condition : object.at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        ((ObjectNode) condition)
            .put("status", status)
            .put("reason", reason)
            .put("message", message)
            .remove("severity");
      }
    }
  }
}
