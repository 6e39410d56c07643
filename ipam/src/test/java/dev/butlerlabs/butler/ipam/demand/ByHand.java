package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.ipam.address.Family;
import dev.butlerlabs.butler.ipam.demand.plan.Demand;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.tenant.TenantWatches;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One process with the reconciler, run by hand; what it has in memory goes when it is closed. */
final class ByHand implements AutoCloseable {

  private final SteppedTimeline timeline;
  private final SystemTimeline real = new SystemTimeline();
  private final Trigger news = new Trigger();
  private final TenantWatches<Service> watches;
  private final TenantClients clients;
  private final Inside inside;
  private final DemandReconciler reconciler;
  private final Cache cache;
  private final String namespace;

  /**
   * @param client what it writes through
   * @param estate what it sees, without faults
   */
  ByHand(KubernetesClient client, Estate estate, SteppedTimeline timeline) {
    this(
        client, estate.namespace(), timeline, new StoredCache(estate.client(), estate.namespace()));
  }

  ByHand(KubernetesClient client, String namespace, SteppedTimeline timeline, Cache cache) {
    this.timeline = timeline;
    this.namespace = namespace;
    this.cache = cache;
    var settings =
        new ClientSettings("butler-test/1", Duration.ofSeconds(3), Duration.ofSeconds(8), 8);
    this.watches =
        new TenantWatches<>(
            List.of(
                tenant ->
                    tenant
                        .services()
                        .inNamespace(namespace)
                        .withField("spec.type", "LoadBalancer")),
            settings,
            real,
            news);
    this.clients =
        new TenantClients(TenantSettings.usual("butler-test/1"), real, new SimpleMeterRegistry());
    this.inside = new Inside(watches, clients, "super-admin.conf", namespace);
    this.reconciler =
        new DemandReconciler(client, new DemandKinds(namespace), inside, "test", timeline);
  }

  DemandReconciler reconciler() {
    return reconciler;
  }

  Trigger news() {
    return news;
  }

  /** Nobody can ask anything inside tenants any more; the watches stay. */
  void shutTenants() {
    clients.close();
  }

  /** Where work inside tenants is done. */
  TenantClients clients() {
    return clients;
  }

  Outcome run(String name) {
    return run(new ObjectKey(namespace, name));
  }

  Outcome run(ObjectKey key) {
    var now = timeline.instant();
    var context = new Context(key, cache, now, now.plus(Duration.ofMinutes(1)), 0, "test");
    var cluster = cache.find(new DemandKinds(namespace).clusters(), key);
    if (cluster.isEmpty()) {
      reconciler.gone(key, context);
      return Outcome.settled();
    }
    return reconciler.reconcile(cluster.get(), context);
  }

  /** Runs until the tenant's Services are seen, and once more. */
  Outcome runSeeing(String name, Estate estate) {
    Await.untilTrue(
        "the Services are seen",
        () -> {
          run(name);
          var cluster = estate.cluster(name);
          return inside.look(cluster, List.of(), List.of(), cache) instanceof Demand.Known;
        });
    return run(name);
  }

  /** Waits until the watch shows that many addresses needed and claims used; does nothing else. */
  void awaitSeeing(String name, Estate estate, int needed, int used) {
    Await.untilTrue(
        needed + " addresses are seen to be needed, " + used + " claims to be used",
        () -> {
          var cluster = estate.cluster(name);
          var claims = new ClaimReading(cluster, Map.of()).read(estate.claims(name));
          return inside.look(cluster, claims, List.of(Family.IPV4), cache)
                  instanceof Demand.Known(var seen, var using, _)
              && seen.getOrDefault(Family.IPV4, 0) == needed
              && using.size() == used;
        });
  }

  @Override
  public void close() {
    watches.close();
    clients.close();
    real.close();
  }
}
