package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.bench.Calls;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.steward.plane.Basics;
import dev.butlerlabs.butler.steward.plane.StoredTenants;
import dev.butlerlabs.butler.steward.plane.TenantControlPlaneReconciler;
import dev.butlerlabs.butler.steward.plane.Tools;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import dev.butlerlabs.butler.steward.store.DataStoreReconciler;
import dev.butlerlabs.butler.steward.store.DataStores;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * Steward's controllers in this process, as the manager has them, but for the inside of tenants:
 * where nothing runs there is nothing to write into, so that part is said to be done at once.
 */
final class Works implements AutoCloseable {

  private final Calls calls = new Calls();
  private final SystemTimeline timeline = new SystemTimeline();
  private final KubernetesClient client;
  private final DataStores stores;
  private final Engine engine;

  /** Nobody is there. */
  private static final class NoInside implements Basics {
    @Override
    public Answer<Boolean> write(Tenant tenant, byte[] kubeconfig, Plan.Basics wanted) {
      return Answer.done(true);
    }

    @Override
    public Answer<Boolean> limit(Tenant tenant, byte[] kubeconfig, Plan.Basics wanted) {
      return Answer.done(true);
    }

    @Override
    public void forget(Tenant tenant) {}
  }

  Works(Path kubeconfig) throws InterruptedException {
    client =
        Clients.connect(
            Kubeconfigs.fromFile(kubeconfig).orElseThrow(),
            ClientSettings.named("butler-manager"),
            List.of(calls));
    stores = new DataStores(client, timeline, new SecureRandom());
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                new SimpleMeterRegistry(),
                new Random(1)));
    var storeReconciler = new DataStoreReconciler(client, stores, timeline);
    engine.add(
        "datastores", storeReconciler.watches(), storeReconciler, ControllerSettings.DEFAULT);
    var tools =
        Tools.of(
            client,
            new StoredTenants(stores, "default"),
            new NoInside(),
            (_, _, _) -> Answer.done(true),
            timeline,
            "bench",
            "super-admin.conf");
    engine.add(
        "control-planes",
        TenantControlPlaneReconciler.watches(),
        new TenantControlPlaneReconciler(tools),
        ControllerSettings.DEFAULT);
    engine.start();
    if (!engine.awaitSynced(Duration.ofMinutes(2))) {
      throw new IllegalStateException("the caches were not filled: " + engine.problems());
    }
  }

  Calls calls() {
    return calls;
  }

  @Override
  public void close() {
    engine.close();
    stores.close();
    client.close();
    timeline.close();
  }
}
