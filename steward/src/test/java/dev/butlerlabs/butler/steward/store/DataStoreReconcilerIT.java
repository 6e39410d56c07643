package dev.butlerlabs.butler.steward.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.DataStore;
import dev.butlerlabs.butler.api.steward.DataStoreStatus;
import dev.butlerlabs.butler.api.steward.DataStoreStatus.Reservation;
import dev.butlerlabs.butler.api.steward.DataStoreStatus.TenantUse;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import dev.butlerlabs.butler.steward.store.driver.Corners;
import dev.butlerlabs.butler.steward.store.driver.Told;
import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.RealEtcd;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@OnRealApiServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DataStoreReconcilerIT {

  private final RealEtcd etcd = RealEtcd.start();

  @AfterAll
  void stop() {
    etcd.close();
  }

  @Test
  void storeThatIsWellIsToldReadyAndNothingSecretWithIt(TestCluster cluster) {
    try (var manager = StoreProcess.start(cluster, etcd)) {
      var store = manager.create("well", etcd.endpoint());

      var ready = until(cluster, store, it -> condition(it, "Ready") == Truth.TRUE);

      assertThat(condition(ready, "AuthEnabled")).isEqualTo(Truth.TRUE);
      assertThat(condition(ready, "Reachable")).isEqualTo(Truth.TRUE);
      assertThat(status(ready).version()).startsWith("3.");
      assertThat(cluster.kubectl("get", "datastore", store, "-o", "yaml").requireSuccess())
          .doesNotContain("PRIVATE KEY");
    }
  }

  @Test
  void missingSecretIsToldAndItsComingIsNoticed(TestCluster cluster) {
    try (var manager = StoreProcess.start(cluster, etcd)) {
      var store = manager.createWithoutSecret("waiting", etcd.endpoint());
      var waiting = until(cluster, store, it -> condition(it, "Ready") == Truth.FALSE);
      assertThat(message(waiting, "Ready")).contains("there is no Secret " + cluster.namespace());

      manager.createSecret("waiting");

      until(cluster, store, it -> condition(it, "Ready") == Truth.TRUE);
    }
  }

  @Test
  void tenantIsReservedListedAndGone(TestCluster cluster) {
    try (var manager = StoreProcess.start(cluster, etcd)) {
      var store = manager.create("tenants", etcd.endpoint());
      until(cluster, store, it -> condition(it, "Ready") == Truth.TRUE);
      var corner = Corners.named("reserved");

      assertThat(manager.stores().settle(store, corner)).isInstanceOf(Told.Done.class);

      until(cluster, store, it -> status(it).usedBy().equals(List.of("tests/reserved")));
      assertThat(manager.stores().leave(store, corner)).isInstanceOf(Told.Done.class);
      until(cluster, store, it -> status(it).usedBy().isEmpty());
    }
  }

  /** Each look writes the whole status, which is long where there are many. */
  @Test
  void tenantsThatComeTogetherAreToldTogether(TestCluster cluster) {
    try (var manager = StoreProcess.start(cluster, etcd)) {
      var store = manager.create("crowded", etcd.endpoint());
      until(cluster, store, it -> condition(it, "Ready") == Truth.TRUE);
      var told = ConcurrentHashMap.<List<String>>newKeySet();
      var begun = System.nanoTime();
      try (var _ = manager.client().resources(DataStore.class).withName(store).watch(into(told))) {
        for (var i = 0; i < 20; i++) {
          assertThat(manager.stores().settle(store, Corners.named("crowd-" + i)))
              .isInstanceOf(Told.Done.class);
        }
        until(cluster, store, it -> status(it).usedBy().size() == 20);
      }

      var seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
      assertThat(told).as("lists in %d s", seconds).hasSizeLessThanOrEqualTo(3 + (int) seconds / 5);
    }
  }

  private static Watcher<DataStore> into(Set<List<String>> told) {
    return new Watcher<>() {
      @Override
      public void eventReceived(Action action, DataStore store) {
        told.add(status(store).usedBy());
      }

      @Override
      public void onClose(WatcherException broken) {}
    };
  }

  @Test
  void ofManyClaimsOnOneSchemaExactlyOneWins(TestCluster cluster)
      throws InterruptedException, ExecutionException {
    try (var manager = StoreProcess.start(cluster, etcd);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var store = manager.create("contested", etcd.endpoint());
      until(cluster, store, it -> condition(it, "Ready") == Truth.TRUE);
      var claims =
          IntStream.range(0, 8)
              .<Callable<Told<?>>>mapToObj(
                  i -> () -> settled(manager.stores(), store, chosen("contestant-" + i)))
              .toList();

      var won = 0;
      for (var claim : threads.invokeAll(claims)) {
        switch (claim.get()) {
          case Told.Done<?> _ -> won++;
          case Told.Refused<?>(var problem) ->
              assertThat(problem.sentence()).contains("'contested' belongs to tests/contestant-");
          case Told.Unreachable<?> lost -> throw new AssertionError(lost);
        }
      }

      assertThat(won).isEqualTo(1);
      assertThat(stored(cluster, store)).hasSize(1);
    }
  }

  @Test
  void storeInUseIsHeldUntilItsTenantHasLeft(TestCluster cluster) {
    try (var manager = StoreProcess.start(cluster, etcd)) {
      var store = manager.create("held", etcd.endpoint());
      until(cluster, store, it -> condition(it, "Ready") == Truth.TRUE);
      var corner = Corners.named("holder");
      manager.stores().settle(store, corner);
      until(cluster, store, it -> !status(it).usedBy().isEmpty());

      manager.client().resources(DataStore.class).withName(store).delete();

      var held = until(cluster, store, it -> condition(it, "Ready") == Truth.FALSE);
      assertThat(message(held, "Ready")).contains("1 control plane(s)", "tests/holder");
      assertThat(manager.stores().leave(store, corner)).isInstanceOf(Told.Done.class);
      cluster.await().untilGone(manager.client().resources(DataStore.class).withName(store));
    }
  }

  @Test
  void tenantOverItsBudgetIsFlaggedAndTheOtherIsNot(TestCluster cluster) {
    try (var manager = StoreProcess.start(cluster, etcd);
        var root = Corners.root(etcd)) {
      var store = manager.createWithBudget("budget", etcd.endpoint(), "100Ki");
      until(cluster, store, it -> condition(it, "Ready") == Truth.TRUE);
      var greedy = Corners.named("greedy");
      var modest = Corners.named("modest");
      manager.stores().settle(store, greedy);
      manager.stores().settle(store, modest);
      for (var i = 0; i < 30; i++) {
        root.within(Duration.ofSeconds(20))
            .keys()
            .put(
                Bytes.of("/" + greedy.schema() + "/secrets/x/" + i),
                Bytes.of("x".repeat(10_000)),
                0);
      }

      manager.lookAgain(store);

      var over = until(cluster, store, it -> condition(it, "WithinBudget") == Truth.FALSE);
      assertThat(status(over).tenants())
          .filteredOn(one -> Objects.requireNonNullElse(one.overBudget(), false))
          .extracting(TenantUse::controlPlane)
          .containsExactly("tests/greedy");
      assertThat(condition(over, "Ready")).isEqualTo(Truth.TRUE);
      // The manager's own watch may be behind the one that showed it here.
      Await.untilTrue("the manager knows", () -> manager.stores().overBudget(store, greedy));
      assertThat(manager.stores().overBudget(store, modest)).isFalse();
    }
  }

  @Test
  void storeThatNeverAnswersDelaysNoOther(TestCluster cluster) throws IOException {
    try (var blackHole = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
        var manager = StoreProcess.start(cluster, etcd)) {
      var lost = manager.create("lost", "127.0.0.1:" + blackHole.getLocalPort());
      var good = manager.create("good", etcd.endpoint());
      until(cluster, good, it -> condition(it, "Ready") == Truth.TRUE);
      var began = System.nanoTime();

      for (var i = 0; i < 5; i++) {
        assertThat(manager.stores().settle(good, Corners.named("quick-" + i)))
            .isInstanceOf(Told.Done.class);
      }

      // To wait for the silent one takes eight seconds, each time.
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
      var silent = until(cluster, lost, it -> condition(it, "Reachable") == Truth.FALSE);
      assertThat(condition(silent, "Ready")).isEqualTo(Truth.FALSE);
    }
  }

  private static Told<?> settled(DataStores stores, String store, Corner corner) {
    return stores.settle(store, corner);
  }

  private static Corner chosen(String name) {
    var derived = Corners.named(name);
    return new Corner(new ObjectKey("tests", name), derived.uid(), "contested", derived.user());
  }

  private static DataStore until(
      TestCluster cluster, String store, Predicate<DataStore> condition) {
    return cluster
        .await()
        .until(
            "DataStore " + store,
            cluster.client(WireFormat.serialization()).resources(DataStore.class).withName(store),
            it -> it.getStatus() != null && condition.test(it));
  }

  private static List<Reservation> stored(TestCluster cluster, String store) {
    var found =
        cluster
            .client(WireFormat.serialization())
            .resources(DataStore.class)
            .withName(store)
            .require();
    return status(found).reservations();
  }

  private static Truth condition(DataStore store, String type) {
    return status(store).conditions().stream()
        .filter(one -> one.type().equals(type))
        .map(one -> one.status())
        .findFirst()
        .orElse(Truth.UNKNOWN);
  }

  private static String message(DataStore store, String type) {
    return status(store).conditions().stream()
        .filter(one -> one.type().equals(type))
        .map(one -> one.message())
        .findFirst()
        .orElse("");
  }

  private static DataStoreStatus status(DataStore store) {
    return Objects.requireNonNull(store.getStatus());
  }
}
