package dev.butlerlabs.butler.kube.engine;

import static dev.butlerlabs.butler.testkit.Await.untilTrue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.Faults;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class BrokenWatchesIT {

  private static final ControllerSettings SETTINGS = ControllerSettings.DEFAULT;

  private final Recorded recorded = new Recorded();

  @Test
  void cutWatchIsTakenUpAgain(TestCluster cluster) throws InterruptedException {
    try (var harness = started(cluster, Faults.none())) {
      harness.recording.watches().cut();

      harness.say("a", "after the cut");

      untilTrue("it was seen", () -> recorded.runs().contains("a after the cut"));
    }
  }

  @Test
  void watchWhosePlaceInHistoryIsGoneListsAnew(TestCluster cluster) throws InterruptedException {
    try (var harness = started(cluster, Faults.none())) {
      harness.say("a", "before");
      untilTrue("it was seen", () -> recorded.runs().contains("a before"));

      harness.recording.watches().expire();
      harness.say("a", "after");

      untilTrue("it was seen", () -> recorded.runs().contains("a after"));
    }
  }

  @Test
  void deletionNobodySawIsFoundByTheNextList(TestCluster cluster) throws InterruptedException {
    try (var harness = started(cluster, Faults.none())) {
      harness.say("a", "hello");
      untilTrue("it was seen", () -> recorded.runs().contains("a hello"));

      harness.recording.watches().freeze();
      harness.delete("a");
      harness.recording.watches().expire();
      harness.recording.watches().thaw();

      untilTrue("it is gone", () -> recorded.runs().contains("a gone"));
    }
  }

  @Test
  void serverThatDoesNotAnswerAtFirstIsAskedAgain(TestCluster cluster) throws InterruptedException {
    var refused = Faults.none().at(1, Fault.BEFORE).at(2, Fault.TIME_OUT).at(3, Fault.CUT);

    try (var harness = started(cluster, refused)) {
      harness.say("a", "hello");

      untilTrue("it was seen", () -> recorded.runs().contains("a hello"));
      assertThat(harness.engine.synced()).isTrue();
    }
  }

  @Test
  void kindThatIsNotInstalledHoldsUpOnlyThoseWhoAskedForIt(TestCluster cluster)
      throws InterruptedException {
    var missing =
        Kind.untyped(
            new Kind.Coordinates("example.butlerlabs.dev", "v1", "Absent", "absents", true));
    try (var harness = new EngineHarness(cluster)) {
      var maps = Kind.of(ConfigMap.class).in(cluster.namespace());
      harness.engine.add("maps", Watches.on(maps), recorded, SETTINGS);
      harness.engine.add("absents", Watches.on(missing), BrokenWatchesIT::settled, SETTINGS);
      harness.engine.start();

      harness.say("a", "hello");

      untilTrue("it was seen", () -> recorded.runs().contains("a hello"));
      untilTrue(
          "the missing kind is named",
          () ->
              harness.engine.problems().stream()
                  .anyMatch(problem -> problem.sentence().contains("watch of absents")));
      assertThat(harness.engine.synced()).isFalse();
    }
  }

  private EngineHarness started(TestCluster cluster, Faults faults) throws InterruptedException {
    var harness = new EngineHarness(cluster, faults, Leadership.always());
    var maps = Kind.of(ConfigMap.class).in(cluster.namespace());
    harness.engine.add("maps", Watches.on(maps), recorded, SETTINGS);
    harness.start();
    return harness;
  }

  private static Outcome settled(GenericKubernetesResource object, Context context) {
    return Outcome.settled();
  }
}
