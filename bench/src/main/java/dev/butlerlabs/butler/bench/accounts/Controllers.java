package dev.butlerlabs.butler.bench.accounts;

import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.providers.machines.MachineControllers;
import dev.butlerlabs.butler.providers.proxmox.machines.ProxmoxProvider;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** The controllers of machines as the manager runs them, for one namespace. */
final class Controllers implements AutoCloseable {

  /** Calls at once to the platform of one account, as in the manager. */
  static final int AT_ONCE = MachineControllers.Settings.USUAL.perAccount();

  private static final Duration SYNCED_WITHIN = Duration.ofMinutes(2);

  private final SystemTimeline timeline = new SystemTimeline();
  private final Engine engine;
  private final MachineControllers controllers;

  private Controllers(KubernetesClient client, String namespace) {
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                new SimpleMeterRegistry(),
                new Random(1)));
    controllers =
        new MachineControllers(
            new MachineControllers.Parts(
                client,
                timeline,
                Leadership.always(),
                MachineControllers.virtualThreads(),
                new Random(1),
                "bench"),
            List.of(new ProxmoxProvider(timeline, null)),
            new MachineControllers.Settings(
                namespace, AT_ONCE, MachineControllers.Settings.USUAL.callDeadline()));
    controllers.addTo(engine);
  }

  static Controllers start(KubernetesClient client, String namespace) throws InterruptedException {
    var started = new Controllers(client, namespace);
    started.engine.start();
    if (!started.engine.awaitSynced(SYNCED_WITHIN)) {
      started.close();
      throw new IllegalStateException("not synced: " + started.engine.problems());
    }
    return started;
  }

  @Override
  public void close() {
    engine.close();
    controllers.close();
    timeline.close();
  }
}
