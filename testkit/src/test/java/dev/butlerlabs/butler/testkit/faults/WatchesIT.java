package dev.butlerlabs.butler.testkit.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class WatchesIT {

  @Test
  void frozenCacheMissesAChangeUntilItIsThawed(TestCluster cluster) {
    var process = cluster.recording(Faults.none());
    var reference = cluster.recording(Faults.none());
    try (var frozen = informer(process, cluster);
        var flowing = informer(reference, cluster)) {
      process.watches().freeze();
      write(cluster, "late");
      awaitSeen(flowing, "late");

      assertThat(names(frozen)).doesNotContain("late");

      process.watches().thaw();
      awaitSeen(frozen, "late");
    }
  }

  @Test
  void watchFrozenAtACallLeavesTheProcessWithAStaleCache(TestCluster cluster) {
    var process = cluster.recording(Faults.none().atWrite(1, Fault.FREEZE_WATCHES));
    var reference = cluster.recording(Faults.none());
    try (var frozen = informer(process, cluster);
        var flowing = informer(reference, cluster)) {
      process
          .client()
          .configMaps()
          .inNamespace(cluster.namespace())
          .resource(map("own-write"))
          .create();
      awaitSeen(flowing, "own-write");

      assertThat(names(frozen)).doesNotContain("own-write");

      process.watches().thaw();
      awaitSeen(frozen, "own-write");
    }
  }

  @Test
  void cutWatchIsOpenedAgainAndMissesNothing(TestCluster cluster) {
    var process = cluster.recording(Faults.none());
    try (var informer = informer(process, cluster)) {
      process.watches().freeze();
      write(cluster, "during-the-cut");
      process.watches().cut();
      process.watches().thaw();

      awaitSeen(informer, "during-the-cut");
      assertThat(process.calls().watches()).hasSizeGreaterThan(1);
    }
  }

  @Test
  void expiredWatchMakesTheCacheListAnew(TestCluster cluster) {
    var process = cluster.recording(Faults.none());
    try (var informer = informer(process, cluster)) {
      var listsBefore = lists(process);

      process.watches().expire();

      Await.untilTrue("the cache lists again", () -> lists(process) > listsBefore);
      write(cluster, "after-expiry");
      awaitSeen(informer, "after-expiry");
    }
  }

  @Test
  void killedProcessHearsNothingMore(TestCluster cluster) {
    var process = cluster.recording(Faults.none());
    var reference = cluster.recording(Faults.none());
    try (var dead = informer(process, cluster);
        var flowing = informer(reference, cluster)) {
      process.kill();
      write(cluster, "after-death");
      awaitSeen(flowing, "after-death");

      assertThat(names(dead)).doesNotContain("after-death");
      assertThat(process.watches().open()).isEmpty();
    }
  }

  @Test
  void restartedProcessFillsFreshCachesFromWhatIsStored(TestCluster cluster) {
    var process = cluster.recording(Faults.none());
    try (var dead = informer(process, cluster)) {
      process.kill();
      write(cluster, "stored-meanwhile");
      assertThat(names(dead)).doesNotContain("stored-meanwhile");
    }

    try (var restarted = process.restart(Faults.none());
        var fresh = informer(restarted, cluster)) {
      assertThat(names(fresh)).contains("stored-meanwhile");
    }
  }

  private static SharedIndexInformer<ConfigMap> informer(
      RecordingClient process, TestCluster cluster) {
    var informer = process.client().configMaps().inNamespace(cluster.namespace()).inform();
    Await.untilTrue("the watch is open", () -> !process.watches().open().isEmpty());
    return informer;
  }

  private static void write(TestCluster cluster, String name) {
    cluster.client().configMaps().inNamespace(cluster.namespace()).resource(map(name)).create();
  }

  private static ConfigMap map(String name) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build();
  }

  private static void awaitSeen(SharedIndexInformer<ConfigMap> informer, String name) {
    Await.untilTrue("the cache shows " + name, () -> names(informer).contains(name));
  }

  private static List<String> names(SharedIndexInformer<ConfigMap> informer) {
    return informer.getStore().list().stream().map(map -> map.getMetadata().getName()).toList();
  }

  private static long lists(RecordingClient process) {
    return process.calls().requests().stream().filter(call -> call.verb() == Verb.LIST).count();
  }
}
