package dev.butlerlabs.butler.steward.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.DataStore;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.steward.store.driver.Corners;
import dev.butlerlabs.butler.steward.store.driver.Told;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.RealEtcd;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class MovedStoreIT {

  @Test
  void tenantsHearWhenTheirStoreIsReachedInAnotherWayAndNotBefore(TestCluster cluster) {
    try (var etcd = RealEtcd.start();
        var manager = StoreProcess.start(cluster, etcd)) {
      var store = manager.create("moved", etcd.endpoint());
      Await.untilTrue(
          "the store has a place for the tenant",
          () -> manager.stores().settle(store, Corners.named("mover")) instanceof Told.Done);
      // The first look is over, so that what is heard is of a later one.
      until(cluster, store, it -> it.getStatus() != null && it.getStatus().version() != null);
      var heard = new LinkedBlockingQueue<ObjectKey>();
      manager.stores().news().onFire(heard::add);
      manager.lookAgain(store);
      until(cluster, store, it -> it.getStatus() != null && !it.getStatus().tenants().isEmpty());
      assertThat(heard).isEmpty();

      var patch = "{\"spec\":{\"endpoints\":[\"%s\",\"127.0.0.1:1\"]}}".formatted(etcd.endpoint());
      cluster.kubectl("patch", "datastore", store, "--type=merge", "-p", patch).requireSuccess();

      var mover = new ObjectKey("tests", "mover");
      Await.untilTrue("the tenant heard of it", () -> heard.contains(mover));
    }
  }

  private static void until(TestCluster cluster, String store, Predicate<DataStore> condition) {
    var all = cluster.client(WireFormat.serialization()).resources(DataStore.class);
    cluster.await().until("DataStore " + store, all.withName(store), condition);
  }
}
