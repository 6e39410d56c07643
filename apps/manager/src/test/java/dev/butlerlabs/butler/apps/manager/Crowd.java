package dev.butlerlabs.butler.apps.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlane;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.providers.local.infrastructure.LocalInfrastructure;
import dev.butlerlabs.butler.teams.line.LineReconciler;
import dev.butlerlabs.butler.tenants.TenantControllers;
import dev.butlerlabs.butler.tenants.access.AdminDoor;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/**
 * Many people who order at once in one team, the line they stand in, whoever makes their clusters,
 * and somebody who counts. Steward and Cluster API are not there, so no cluster gets Ready.
 */
final class Crowd implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int AT_ONCE = 32;

  private final SystemTimeline timeline = new SystemTimeline();
  private final TestCluster cluster;
  private final KubernetesClient client;
  private final Engine engine;
  private final TenantClients inside;
  private final Counter<TenantCluster> ordered = new Counter<>(Crowd::goesOn);
  private final Counter<Namespace> made = new Counter<>(one -> !one.isMarkedForDeletion());
  private final SharedIndexInformer<TenantCluster> orders;
  private final SharedIndexInformer<Namespace> places;

  /** The team's namespace is the test's. */
  Crowd(TestCluster cluster, String limits) {
    this.cluster = cluster;
    Hands.installKinds(cluster);
    ClusterApiKinds.install(cluster);
    this.client = cluster.client(WireFormat.serialization());
    write("Team", cluster.namespace(), "{resourceLimits: %s}".formatted(limits));
    write("ProviderConfig", "lab", "{provider: local}");
    this.orders =
        client.resources(TenantCluster.class).inNamespace(cluster.namespace()).inform(ordered);
    this.places =
        client.namespaces().withLabel(Labels.SOURCE_NAMESPACE, cluster.namespace()).inform(made);
    this.inside =
        new TenantClients(TenantSettings.usual("test"), timeline, new SimpleMeterRegistry());
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
    TenantControllers.add(
        engine,
        client,
        timeline,
        "test",
        new SimpleMeterRegistry(),
        List.of(new LocalInfrastructure()),
        new AdminDoor(client, inside, "admin.conf"));
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
                spec:
                  kubernetesVersion: v1.36.3
                  workers: {replicas: 1}
                  providerConfigRef: {name: lab, namespace: %s}
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
    Await.untilTrue("it was seen", PATIENCE, () -> ordered.inside().contains(name));
  }

  /** Waits until these clusters are made as far as they can be, and no others. */
  void awaitMade(List<TenantCluster> wanted) {
    var names = wanted.stream().map(Crowd::name).sorted().toList();
    Await.untilTrue(names + " are made", PATIENCE, () -> planes().equals(names));
  }

  private List<String> planes() {
    return made.inside().stream()
        .flatMap(
            place ->
                client
                    .resources(StewardControlPlane.class)
                    .inNamespace(place)
                    .list()
                    .getItems()
                    .stream())
        .map(Crowd::name)
        .sorted()
        .toList();
  }

  List<TenantCluster> letIn() {
    return all().stream().filter(Crowd::goesOn).toList();
  }

  List<TenantCluster> waiting() {
    return all().stream().filter(one -> !goesOn(one)).toList();
  }

  /** As they were watched: to list a thousand again and again would take the time of all others. */
  private List<TenantCluster> all() {
    return orders.getStore().list();
  }

  TenantCluster find(String name) {
    return all().stream().filter(one -> name(one).equals(name)).findFirst().orElseThrow();
  }

  void delete(TenantCluster order) {
    client.resource(order).delete();
  }

  /** The most that might run at the same moment, in the API server's own order of events. */
  int mostAtOnce() {
    return Math.max(ordered.most(), made.most());
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
    inside.close();
    orders.close();
    places.close();
    cluster.kubectl("delete", "team", cluster.namespace(), "--ignore-not-found");
    timeline.close();
    assertThat(ordered.most()).isPositive();
  }
}
