package dev.butlerlabs.butler.providers.infratests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.StatusCause;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.providers.infratests.Scene.Vendor;
import dev.butlerlabs.butler.providers.local.infrastructure.LocalInfrastructure;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import dev.butlerlabs.butler.tenants.TenantControllers;
import dev.butlerlabs.butler.tenants.access.AdminDoor;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.failures.Failure;
import dev.butlerlabs.butler.testkit.failures.Failures;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The seeded failures on a real API server: their objects are stored as they stand in the files,
 * the real controllers look at them by their own watches and questions, and the cause that they
 * store is held against the file's.
 */
@OnRealApiServer
class SeededFailuresIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int AT_ONCE = 8;

  private static final String NODES =
      "Nodes are not looked at: Cluster API's words about them are told under its own reasons";

  /** Those that cannot be, and why. */
  private static final Map<String, String> NOT_PLAYED =
      Map.of(
          "disk-full", NODES,
          "node-not-ready", NODES,
          "node-silent", NODES,
          "upgrade-skips-minor",
              "such a version is not given to Steward: the order keeps the old one",
          "manager-forbidden", "the process under test is an administrator",
          "delete-address-announced", "the order is gone by then; the claim itself tells it",
          "delete-discovery-broken", "no namespace of this server could go any more");

  @Test
  void listOfThoseNotPlayedIsTrue() {
    assertThat(Failures.all()).extracting(Failure::name).containsAll(NOT_PLAYED.keySet());
  }

  @Test
  void storedCauseIsTheOneThatWasInjected(TestCluster cluster) throws InterruptedException {
    Backdrop.install(cluster);
    var client = cluster.client(WireFormat.serialization());
    var scenes = scenes(cluster, client);
    set(scenes, client);
    try (var timeline = new SystemTimeline();
        var inside = tenants(timeline);
        var engine = engine(client, timeline)) {
      TenantControllers.add(
          engine,
          client,
          timeline,
          "test",
          new SimpleMeterRegistry(),
          drawers(cluster),
          new AdminDoor(client, inside, "admin.conf"));
      engine.start();
      assertThat(engine.awaitSynced(PATIENCE)).isTrue();

      awaitTold(scenes, client);
    } finally {
      scenes.forEach(scene -> Backdrop.strike(client, scene));
    }
  }

  private static TenantClients tenants(SystemTimeline timeline) {
    return new TenantClients(TenantSettings.usual("test"), timeline, new SimpleMeterRegistry());
  }

  private static List<Scene> scenes(TestCluster cluster, KubernetesClient client) {
    var hand = new Stagehand(client);
    var scenes = new ArrayList<Scene>();
    for (var failure : Failures.all()) {
      if (!NOT_PLAYED.containsKey(failure.name())) {
        var home = cluster.freshNamespace();
        var vendor =
            failure.name().equals("provider-not-installed") ? Vendor.GCP : Vendor.of(failure);
        var place = "web-" + hand.order(failure, home).substring(0, 8);
        scenes.add(
            new Scene(failure, vendor, home, cluster.freshNamespace(), place, "store-" + home));
      }
    }
    return List.copyOf(scenes);
  }

  private static void set(List<Scene> scenes, KubernetesClient client) throws InterruptedException {
    var hand = new Stagehand(client);
    try (var hands = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      var all = scenes.stream().map(scene -> hands.submit(() -> hand.set(scene))).toList();
      var failures = new ArrayList<String>();
      for (var index = 0; index < all.size(); index++) {
        try {
          all.get(index).get();
        } catch (ExecutionException failed) {
          failures.add(
              "%n%s: %s"
                  .formatted(
                      scenes.get(index),
                      brief(Objects.requireNonNullElse(failed.getCause(), failed))));
        }
      }
      assertThat(failures).as("scenes that cannot be set").isEmpty();
    }
  }

  private static String brief(Throwable cause) {
    return cause instanceof KubernetesClientException refused && refused.getStatus() != null
        ? refused.getStatus().getMessage()
        : String.valueOf(cause);
  }

  private static Engine engine(KubernetesClient client, SystemTimeline timeline) {
    return new Engine(
        new Engine.Parts(
            client,
            timeline,
            Leadership.always(),
            new PatchedFinalizers(client),
            new SimpleMeterRegistry(),
            new Random(1)));
  }

  private static List<Infrastructure> drawers(TestCluster cluster) {
    var controllers = cluster.freshNamespace();
    return Stream.concat(
            Stream.<Infrastructure>of(new LocalInfrastructure()),
            Stream.of(Platform.values())
                .filter(one -> one != Platform.HARVESTER)
                .map(one -> one.infrastructure(controllers)))
        .toList();
  }

  /** All at the same time: a cause that is told by the way does not count. */
  private static void awaitTold(List<Scene> scenes, KubernetesClient client) {
    try {
      Await.untilTrue("every cause is told", PATIENCE, () -> misses(scenes, client).isEmpty());
    } catch (AssertionError late) {
      throw new AssertionError(late.getMessage() + misses(scenes, client), late);
    }
  }

  private static List<String> misses(List<Scene> scenes, KubernetesClient client) {
    var stored =
        client.resources(TenantCluster.class).inAnyNamespace().list().getItems().stream()
            .collect(Collectors.toMap(one -> one.getMetadata().getNamespace(), one -> one));
    return scenes.stream()
        .flatMap(scene -> miss(scene, Optional.ofNullable(stored.get(scene.home()))).stream())
        .toList();
  }

  private static Optional<String> miss(Scene scene, Optional<TenantCluster> stored) {
    var expected = scene.expected();
    var cause = stored.map(TenantCluster::getStatus).map(status -> status.cause());
    return cause.filter(told -> isTold(expected, told)).isPresent()
        ? Optional.empty()
        : Optional.of(
            "%n  - %s: %s%n      expected %s%n      stored %s (%s)"
                .formatted(
                    scene,
                    scene.failure().text(),
                    expected,
                    cause.map(Object::toString).orElse("no cause"),
                    stored
                        .map(one -> String.valueOf(Objects.requireNonNull(one.getStatus()).phase()))
                        .orElse("gone")));
  }

  private static boolean isTold(Failure.Expected expected, StatusCause told) {
    // When something is deleted the API server says, not the file.
    var since =
        expected.since().isEmpty()
            || expected.reason().equals("WaitingForFinalizers")
            || Instant.parse(expected.since()).equals(told.since());
    return since
        && expected.isTold(told.reason(), told.what(), told.butlerDoes() + " " + told.youCan());
  }
}
