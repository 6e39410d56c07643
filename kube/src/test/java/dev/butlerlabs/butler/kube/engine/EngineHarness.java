package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Faults;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Random;

/** An engine on a real API server, with its calls written down and its time stepped. */
final class EngineHarness implements AutoCloseable {

  final TestCluster cluster;
  final RecordingClient recording;
  final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  final Engine engine;

  EngineHarness(TestCluster cluster, Faults faults, Leadership leadership) {
    this.cluster = cluster;
    this.recording = cluster.recording(WireFormat.serialization(), faults);
    this.engine =
        new Engine(
            new Engine.Parts(
                recording.client(),
                timeline,
                leadership,
                new PatchedFinalizers(recording.client()),
                new SimpleMeterRegistry(),
                new Random(1)));
  }

  EngineHarness(TestCluster cluster) {
    this(cluster, Faults.none(), Leadership.always());
  }

  /** Starts, and returns when everything has been listed. */
  void start() throws InterruptedException {
    engine.start();
    if (!engine.awaitSynced(Duration.ofMinutes(2))) {
      throw new AssertionError("not synced: " + engine.problems());
    }
  }

  ConfigMap say(String name, String text) {
    return say(cluster.namespace(), name, text);
  }

  ConfigMap say(String namespace, String name, String text) {
    return cluster
        .client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .addToLabels("test", cluster.namespace())
                .endMetadata()
                .withData(Map.of("say", text))
                .build())
        .forceConflicts()
        .serverSideApply();
  }

  void delete(String name) {
    cluster.client().configMaps().inNamespace(cluster.namespace()).withName(name).delete();
  }

  @Override
  public void close() {
    engine.close();
  }
}
