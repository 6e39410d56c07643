package dev.butlerlabs.butler.teams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.teams.line.LineReconciler;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Many people who order at once in one team, the line they stand in, and somebody who counts. */
final class Crowd implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int AT_ONCE = 32;

  private final SystemTimeline timeline = new SystemTimeline();
  private final TestCluster cluster;
  private final KubernetesClient client;
  private final Engine engine;
  private final Counter counter = new Counter();
  private final SharedIndexInformer<TenantCluster> watch;

  /** The team's namespace is the test's. */
  Crowd(TestCluster cluster, String limits) {
    this.cluster = cluster;
    cluster.installResources(
        "crds/teams.butler.butlerlabs.dev.yaml",
        "crds/identityproviders.butler.butlerlabs.dev.yaml",
        "crds/butlerconfigs.butler.butlerlabs.dev.yaml",
        "crds/providerconfigs.butler.butlerlabs.dev.yaml",
        "crds/clustercreationpolicies.butler.butlerlabs.dev.yaml",
        "crds/tenantclusters.butler.butlerlabs.dev.yaml");
    this.client = cluster.client(WireFormat.serialization());
    write("Team", cluster.namespace(), "{resourceLimits: %s}".formatted(limits));
    write("ProviderConfig", "lab", "{provider: local}");
    this.watch =
        client.resources(TenantCluster.class).inNamespace(cluster.namespace()).inform(counter);
    this.engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                new SimpleMeterRegistry(),
                new Random(1)));
    var line = new LineReconciler(client, timeline);
    engine.add("orders", line.watches(), line, ControllerSettings.DEFAULT);
    engine.start();
  }

  private void write(String kind, String name, String spec) {
    cluster
        .kubectlReading(
            """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: %s
            metadata: {name: %s}
            spec: %s
            """
                .formatted(kind, name, spec),
            "apply",
            "-f",
            "-")
        .requireSuccess();
  }

  /** Orders so many clusters, and returns what those heard who were refused. */
  Collection<String> order(int count) {
    Queue<String> refused = new ConcurrentLinkedQueue<>();
    try (var people = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      var done =
          IntStream.range(0, count)
              .mapToObj(one -> people.submit(() -> orderOne(one, refused)))
              .toList();
      for (var one : done) {
        one.get();
      }
    } catch (InterruptedException | ExecutionException failed) {
      throw new IllegalStateException("ordering failed", failed);
    }
    return List.copyOf(refused);
  }

  private void orderOne(int number, Queue<String> refused) {
    var order =
        client
            .getKubernetesSerialization()
            .unmarshal(
                """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantCluster
                metadata: {name: c%04d, namespace: %s}
                spec: {providerConfigRef: {name: lab, namespace: %s}}
                """
                    .formatted(number, cluster.namespace(), cluster.namespace()),
                TenantCluster.class);
    try {
      client.resource(order).create();
    } catch (KubernetesClientException denied) {
      refused.add(String.valueOf(denied.getMessage()));
    }
  }

  /** Waits until each of so many orders was told whether it may go on. */
  void awaitDecided(int count) {
    Await.untilTrue(
        "%d orders are decided".formatted(count),
        PATIENCE,
        () -> {
          var all = all();
          return all.size() == count && all.stream().allMatch(one -> findQuota(one).isPresent());
        });
  }

  void awaitLetIn(String name) {
    Await.untilTrue(name + " goes on", PATIENCE, () -> goesOn(find(name)));
    Await.untilTrue("it was seen", PATIENCE, () -> counter.inside().contains(name));
  }

  List<TenantCluster> letIn() {
    return all().stream().filter(Crowd::goesOn).toList();
  }

  List<TenantCluster> waiting() {
    return all().stream().filter(one -> !goesOn(one)).toList();
  }

  private List<TenantCluster> all() {
    return client.resources(TenantCluster.class).inNamespace(cluster.namespace()).list().getItems();
  }

  TenantCluster find(String name) {
    return client
        .resources(TenantCluster.class)
        .inNamespace(cluster.namespace())
        .withName(name)
        .require();
  }

  void delete(TenantCluster order) {
    client.resource(order).delete();
  }

  /** The most that might run at the same moment, in the API server's own order of events. */
  int mostAtOnce() {
    return counter.most.get();
  }

  static String name(HasMetadata object) {
    return object.getMetadata().getName();
  }

  static Condition quota(TenantCluster order) {
    return findQuota(order).orElseThrow();
  }

  private static Optional<Condition> findQuota(TenantCluster order) {
    return Optional.ofNullable(order.getStatus())
        .flatMap(status -> new Conditions(status.conditions()).find("QuotaSatisfied"));
  }

  private static boolean goesOn(TenantCluster order) {
    var status = order.getStatus();
    return status != null && status.effective() != null;
  }

  @Override
  public void close() {
    engine.close();
    watch.close();
    client.resources(TenantCluster.class).inNamespace(cluster.namespace()).delete();
    cluster.kubectl("delete", "team", cluster.namespace(), "--ignore-not-found");
    timeline.close();
    assertThat(counter.most.get()).isPositive();
  }

  /** Follows the API server's events one by one. */
  private static final class Counter implements ResourceEventHandler<TenantCluster> {

    private final Set<String> inside = new HashSet<>();
    private final AtomicInteger most = new AtomicInteger();

    private synchronized Set<String> inside() {
      return Set.copyOf(inside);
    }

    @Override
    public synchronized void onAdd(TenantCluster order) {
      if (goesOn(order)) {
        inside.add(name(order));
        most.accumulateAndGet(inside.size(), Math::max);
      }
    }

    @Override
    public void onUpdate(TenantCluster before, TenantCluster order) {
      onAdd(order);
    }

    @Override
    public synchronized void onDelete(TenantCluster order, boolean unknown) {
      inside.remove(name(order));
    }
  }
}
