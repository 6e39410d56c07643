package dev.butlerlabs.butler.steward.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.DataStore;
import dev.butlerlabs.butler.api.steward.DataStoreSpec;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Authority;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.ClientCertificate;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Content;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Driver;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.SecretKey;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Tls;
import dev.butlerlabs.butler.api.steward.DataStoreStatus.Reservation;
import dev.butlerlabs.butler.steward.store.driver.Corners;
import dev.butlerlabs.butler.steward.store.driver.Told;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Faults;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class ReservationsIT {

  private static final int MANY = 12;

  private KubernetesClient client;
  private RecordingClient process;
  private StoreSight sight;
  private Reservations reservations;
  private DataStore store;

  @BeforeEach
  void createStore(TestCluster cluster) {
    cluster.installResources("crds/datastores.steward.butlerlabs.dev.yaml");
    client = cluster.client(WireFormat.serialization());
    process = cluster.recording(WireFormat.serialization(), Faults.none());
    store = new DataStore();
    store.setMetadata(new ObjectMetaBuilder().withName(cluster.namespace() + "-store").build());
    var some = new Content(null, new SecretKey("nobody-reads-it", "default", "key"));
    var tls = new Tls(new Authority(some, some), new ClientCertificate(some, some));
    store.setSpec(
        new DataStoreSpec(Driver.ETCD, List.of("store.example.com:2379"), null, tls, null));
    store = client.resource(store).create();
    sight = new StoreSight();
    sight.saw(store);
    reservations = new Reservations(process.client(), sight);
  }

  @Test
  void claimsAtOnceCostOneCallEach() throws InterruptedException, ExecutionException {
    var claims =
        IntStream.range(0, MANY)
            .<Callable<Told<DataStore>>>mapToObj(
                i -> () -> reservations.claim(name(), Corners.named("at-once-" + i)))
            .toList();

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var claim : threads.invokeAll(claims)) {
        assertThat(claim.get()).isInstanceOf(Told.Done.class);
      }
    }

    assertThat(stored()).hasSize(MANY);
    assertThat(process.calls().requests()).hasSize(MANY);
  }

  @Test
  void whatIsReservedAlreadyCostsNoCall() {
    reservations.claim(name(), Corners.named("again"));
    var before = process.calls().requests().size();

    assertThat(reservations.claim(name(), Corners.named("again"))).isInstanceOf(Told.Done.class);

    assertThat(process.calls().requests()).hasSize(before);
  }

  /** Whoever looked before others wrote must neither lose nor repeat what they wrote. */
  @Test
  void claimOntoSomethingOldIsMadeOntoWhatIsStored() {
    var late = new StoreSight();
    late.saw(store);
    reservations.claim(name(), Corners.named("first"));
    reservations.claim(name(), Corners.named("second"));

    var told = new Reservations(process.client(), late).claim(name(), Corners.named("third"));

    assertThat(told).isInstanceOf(Told.Done.class);
    assertThat(stored())
        .extracting(Reservation::controlPlane)
        .containsExactlyInAnyOrder("tests/first", "tests/second", "tests/third");
  }

  private String name() {
    return store.getMetadata().getName();
  }

  private List<Reservation> stored() {
    return Reservations.of(client.resource(store).require());
  }
}
