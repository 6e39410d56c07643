package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.providers.local.infrastructure.LocalInfrastructure;
import dev.butlerlabs.butler.tenants.access.AdminDoor;
import dev.butlerlabs.butler.tenants.drain.Drains;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/** The engine, turned by hand. */
final class Hand {

  static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private final KubernetesClient admin;
  private final StoredCache cache;
  private final PatchedFinalizers finalizers;
  private final TenantReconciler reconciler;
  private final KeptReconciler kept;
  private final Instant now;
  private final ClusterApi clusterApi = new ClusterApi();

  Hand(KubernetesClient admin, KubernetesClient process) {
    this(admin, process, NOW);
  }

  Hand(KubernetesClient admin, KubernetesClient process, Instant now) {
    this.now = now;
    this.admin = admin;
    this.cache = new StoredCache(admin);
    this.finalizers = new PatchedFinalizers(process);
    this.reconciler =
        new TenantReconciler(
            process,
            clusterApi,
            new Accounts(),
            Map.of(ProviderType.LOCAL, new LocalInfrastructure()),
            "test",
            InstantSource.fixed(now),
            new LifeMetrics(new SimpleMeterRegistry(), cache),
            // Its platform has its load balancers inside; nobody is asked.
            new Drains(
                new AdminDoor(
                    process,
                    new TenantClients(
                        TenantSettings.usual("test"),
                        new SteppedTimeline(now),
                        new SimpleMeterRegistry()),
                    "admin.conf")));
    this.kept =
        new KeptReconciler(process, clusterApi, new Accounts(), "test", InstantSource.fixed(now));
    for (var served : clusterApi.served()) {
      var definitions = admin.apiextensions().v1().customResourceDefinitions();
      served.reconcile(definitions.withName(served.name()).require(), context(""));
    }
  }

  void reconcile(String namespace) {
    var cluster = find(namespace);
    if (!cluster.hasFinalizer(reconciler.finalizer())) {
      finalizers.add(cluster, reconciler.finalizer());
    }
    // The second look finds the namespace that the first one made.
    for (var look = 0; look < 2; look++) {
      if (reconciler.reconcile(find(namespace), context(namespace))
          instanceof Outcome.Failed(var reason, var problem)) {
        throw new IllegalStateException(reason + ": " + problem.sentence());
      }
    }
  }

  private TenantCluster find(String namespace) {
    return admin.resources(TenantCluster.class).inNamespace(namespace).withName("web").require();
  }

  /** Whether it is gone. */
  boolean leave(String namespace) {
    var cluster = admin.resources(TenantCluster.class).inNamespace(namespace).withName("web").get();
    if (cluster == null) {
      return true;
    }
    return switch (reconciler.cleanup(cluster, context(namespace))) {
      case Cleanup.Done() -> {
        finalizers.remove(cluster, reconciler.finalizer());
        yield true;
      }
      case Cleanup.Unfinished(Outcome.Failed(var reason, var problem)) ->
          throw new IllegalStateException(reason + ": " + problem.sentence());
      case Cleanup.Unfinished _ -> false;
    };
  }

  /** Looks after what is kept of a deleted cluster; whether it is gone. */
  boolean end(String place) {
    var there = admin.namespaces().withName(place).get();
    if (there == null) {
      return true;
    }
    if (kept.reconcile(there, context("")) instanceof Outcome.Failed(var reason, var problem)) {
      throw new IllegalStateException(reason + ": " + problem.sentence());
    }
    return false;
  }

  private Context context(String namespace) {
    return new Context(
        new ObjectKey(namespace, "web"), cache, now, now.plus(Duration.ofMinutes(1)), 0, "test");
  }
}
