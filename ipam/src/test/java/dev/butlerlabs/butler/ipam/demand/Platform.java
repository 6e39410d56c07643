package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.ipam.ledger.Scope;
import dev.butlerlabs.butler.ipam.pool.AddressControllers;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Random;

/** A manager process with everything that deals in addresses: demand, pools, claims, ledgers. */
final class Platform implements AutoCloseable {

  private final ByHand demand;
  private final Engine engine;

  private Platform(KubernetesClient client, Estate estate, SteppedTimeline timeline) {
    var meters = new SimpleMeterRegistry();
    this.demand = new ByHand(client, estate, timeline);
    this.engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                meters,
                new Random(1)));
    var scope = new Scope(estate.namespace(), estate.namespace());
    AddressControllers.usual(client, scope, timeline, meters, "test").addTo(engine);
    var kinds = new DemandKinds(estate.namespace());
    engine.add(
        "demand",
        demand.reconciler().watches(demand.news()),
        demand.reconciler(),
        ControllerSettings.DEFAULT);
    var capacity = new CapacityReconciler(client, kinds, "test", timeline, meters);
    engine.add("capacity", capacity.watches(), capacity, ControllerSettings.DEFAULT);
  }

  static Platform start(KubernetesClient client, Estate estate, SteppedTimeline timeline) {
    var platform = new Platform(client, estate, timeline);
    platform.engine.start();
    try {
      if (!platform.engine.awaitSynced(Duration.ofMinutes(2))) {
        throw new AssertionError("not synced: " + platform.engine.problems());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", interrupted);
    }
    return platform;
  }

  @Override
  public void close() {
    engine.close();
    demand.close();
  }
}
