package dev.butlerlabs.butler.kube.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.Faults;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class StatusWriterIT {

  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final StatusShare MAIN =
      new StatusShare(
          FieldManager.of("status-main"), Set.of("phase"), Set.of("Ready", "WorkersReady"), true);
  private static final StatusShare GUEST =
      new StatusShare(
          FieldManager.of("status-guest"), Set.of("other"), Set.of("NetworkReady"), false);

  private final SteppedTimeline clock = new SteppedTimeline(START);
  private TestCluster cluster;
  private RecordingClient recording;
  private StatusWriter writer;

  @BeforeEach
  void connect(TestCluster given) {
    cluster = given;
    cluster.installResources("widgets.yaml");
    recording = cluster.recording(WireFormat.serialization(), Faults.none());
    writer = new StatusWriter(recording.client(), MAIN, clock);
  }

  @Test
  void theSameReportIsWrittenOnce() {
    var first = writer.write(widget(), ready("Up"), Map.of("phase", "Ready")).orElseThrow();
    clock.advance(Duration.ofMinutes(5));

    var second = writer.write(first, ready("Up"), Map.of("phase", "Ready")).orElseThrow();

    assertThat(recording.calls().writes()).hasSize(2);
    assertThat(second.getMetadata().getResourceVersion())
        .isEqualTo(first.getMetadata().getResourceVersion());
  }

  @Test
  void aConditionKeepsItsTimeWhileItsStatusStays() {
    var first = writer.write(widget(), ready("Up"), Map.of()).orElseThrow();
    clock.advance(Duration.ofMinutes(5));

    var reworded = writer.write(first, ready("StillUp"), Map.of()).orElseThrow();
    var turned =
        writer.write(reworded, List.of(Verdict.no("Ready", "Down", "")), Map.of()).orElseThrow();

    assertThat(condition(reworded, "Ready").reason()).isEqualTo("StillUp");
    assertThat(condition(reworded, "Ready").lastTransitionTime()).isEqualTo(START);
    assertThat(condition(turned, "Ready").lastTransitionTime())
        .isEqualTo(START.plus(Duration.ofMinutes(5)));
  }

  @Test
  void aStaleObjectDoesNotMoveTheTime() {
    var stale = widget();
    writer.write(stale, ready("Up"), Map.of("phase", "A")).orElseThrow();
    clock.advance(Duration.ofMinutes(5));

    var stored = writer.write(stale, ready("Up"), Map.of("phase", "B")).orElseThrow();

    assertThat(condition(stored, "Ready").lastTransitionTime()).isEqualTo(START);
    assertThat(status(stored).phase()).isEqualTo("B");
  }

  @Test
  void theGenerationThatWasSeenIsTold() {
    var seen = widget();
    kubectl("patch", "widget", "w", "--type=merge", "-p", "{\"spec\":{\"size\":7}}");

    var stored = writer.write(seen, ready("Up"), Map.of()).orElseThrow();
    var next = writer.write(stored, ready("Up"), Map.of()).orElseThrow();

    assertThat(status(stored).observedGeneration()).isEqualTo(1);
    assertThat(condition(stored, "Ready").observedGeneration()).isEqualTo(1);
    assertThat(status(next).observedGeneration()).isEqualTo(2);
  }

  @Test
  void writersWithTheirOwnSharesDoNotDisturbEachOther() {
    var guest = new StatusWriter(recording.client(), GUEST, clock);
    var seen = widget();
    var network = List.of(Verdict.yes("NetworkReady", "Allocated", ""));
    writer.write(seen, ready("Up"), Map.of("phase", "Ready")).orElseThrow();
    guest.write(seen, network, Map.of("other", "x")).orElseThrow();
    writer.write(seen, List.of(Verdict.no("Ready", "Down", "")), Map.of()).orElseThrow();

    var stored = client().resource(seen).get();

    assertThat(status(stored).phase()).isNull();
    assertThat(status(stored).other()).isEqualTo("x");
    assertThat(condition(stored, "Ready").reason()).isEqualTo("Down");
    assertThat(condition(stored, "NetworkReady").reason()).isEqualTo("Allocated");
  }

  @Test
  void whatIsSaidNoMoreIsTakenBack() {
    var both = List.of(Verdict.yes("Ready", "Up", ""), Verdict.yes("WorkersReady", "All", ""));
    var first = writer.write(widget(), both, Map.of("phase", "Ready")).orElseThrow();

    var second = writer.write(first, ready("Up"), Map.of()).orElseThrow();

    assertThat(status(second).phase()).isNull();
    assertThat(new Conditions(Objects.requireNonNull(status(second).conditions())).all())
        .extracting(Condition::type)
        .containsExactly("Ready");
  }

  /** Earlier versions applied their statuses; the fields are owned by that apply still. */
  @Test
  void whatAnEarlierVersionAppliedIsChangedAndTakenBack() {
    var seen = widget();
    var applied =
        """
        {"apiVersion": "%s", "kind": "Widget", "metadata": {"name": "w"},
         "status": {"phase": "Old", "conditions": [
           {"type": "Ready", "status": "False", "reason": "Old", "message": "",
            "lastTransitionTime": "2020-01-01T00:00:00Z", "observedGeneration": 1},
           {"type": "WorkersReady", "status": "True", "reason": "Old", "message": "",
            "lastTransitionTime": "2020-01-01T00:00:00Z", "observedGeneration": 1}]}}
        """
            .formatted(seen.getApiVersion());
    cluster
        .kubectlReading(
            applied,
            "apply",
            "--server-side",
            "--subresource=status",
            "--field-manager=" + MAIN.manager().name(),
            "-f",
            "-")
        .requireSuccess();

    var stored = writer.write(client().resource(seen).get(), ready("Up"), Map.of()).orElseThrow();

    assertThat(status(stored).phase()).isNull();
    assertThat(new Conditions(Objects.requireNonNull(status(stored).conditions())).all())
        .extracting(Condition::type, Condition::reason)
        .containsExactly(tuple("Ready", "Up"));
  }

  @Test
  void anAnswerThatWasLostIsFoundInWhatIsStored() {
    var faults = Faults.none().atWrite(1, Fault.AFTER_COMMIT);
    var unlucky = cluster.recording(WireFormat.serialization(), faults);
    var seen = widget();
    var broken = new StatusWriter(unlucky.client(), MAIN, clock);

    var lost = broken.write(seen, ready("Up"), Map.of());
    clock.advance(Duration.ofMinutes(5));
    var again = broken.write(seen, ready("Up"), Map.of()).orElseThrow();

    assertThat(lost).isInstanceOf(Answer.Failed.class);
    assertThat(condition(again, "Ready").lastTransitionTime()).isEqualTo(START);
  }

  @Test
  void theStatusOfANamesakeIsLeftAlone() {
    var seen = widget();
    kubectl("delete", "widget", "w");
    widget();

    var answer = writer.write(seen, ready("Up"), Map.of());

    assertThat(((Answer.Failed<Widget>) answer).trouble()).isInstanceOf(Trouble.NotFound.class);
    assertThat(client().resource(seen).get().getStatus()).isNull();
  }

  @Test
  void aFieldOutsideTheShareIsABug() {
    var seen = widget();

    assertThatThrownBy(() -> writer.write(seen, ready("Up"), Map.of("other", "x")))
        .hasMessageContaining("butler-status-main wants to write status field other");
  }

  private static List<Verdict> ready(String reason) {
    return List.of(Verdict.yes("Ready", reason, ""));
  }

  private static Widget.Status status(Widget widget) {
    return Objects.requireNonNull(widget.getStatus());
  }

  private static Condition condition(Widget widget, String type) {
    return new Conditions(Objects.requireNonNull(status(widget).conditions()))
        .find(type)
        .orElseThrow();
  }

  private Widget widget() {
    return client().resource(Widget.named(cluster.namespace(), "w", 1)).create();
  }

  private KubernetesClient client() {
    return recording.client();
  }

  private void kubectl(String... arguments) {
    cluster.kubectl(arguments).requireSuccess();
  }
}
