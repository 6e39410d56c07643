package dev.butlerlabs.butler.ipam.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Call;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.Faults;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The life of a cluster's addresses with the real pools, by watches. The test plays MetalLB in the
 * tenant, and the features that say when addresses are withdrawn.
 */
@OnRealApiServer
class WholeLifeIT {

  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  private TestCluster cluster;
  private Scene scene;
  private Estate estate;

  @BeforeEach
  void settleIn(TestCluster given) {
    cluster = given;
    scene = new Scene(cluster);
    estate = scene.estate();
  }

  @AfterEach
  void leave() {
    scene.close();
  }

  @Test
  @DisplayName(
      "points 3 to 6: grown for Services across a crash, given back when idle, nothing left behind")
  void points3to6_addressesFollowTheTenantFromOrderToDeletionAcrossACrash() {
    estate.provider(
        "poolRefs: [{name: a}], loadBalancer: {allocationMode: elastic, initialPoolSize: 1}");
    estate.create(NetworkPool.class, "a", "{cidr: 10.40.0.0/28}");
    estate.order("shop", "networking: {}");
    var doomed =
        cluster.recording(
            WireFormat.serialization(),
            Faults.none().atNth(2, "new claim", WholeLifeIT::newClaim, Fault.KILL_AFTER));
    scene.restart(doomed.client());
    begins();

    estate.service("one");
    estate.service("two");
    scene.await("it was killed while it grew", () -> estate.claims("shop").size() == 2);
    scene.restart();
    grows();

    estate.client().services().inNamespace(estate.namespace()).withName("two").delete();
    scene.await("the grown block is idle", () -> grown().getStatus().unusedSince() != null);
    shrinks(Objects.requireNonNull(grown().getStatus().unusedSince()));

    deletes();
    nothingIsLeft();
  }

  private static boolean newClaim(Call call) {
    return call.verb().writes() && call.toString().contains("create ipallocations");
  }

  private void begins() {
    scene.await("the first block is held", () -> ready("load balancers 10.40.0.1-10.40.0.1"));
    estate.reach("shop", cluster.kubeconfig());
    scene.await("the tenant is seen", () -> capacity("1 addresses, 1 wanted"));
    assertThat(announced()).containsExactly("10.40.0.1/32");
  }

  private void grows() {
    estate.give("one", "10.40.0.1");
    scene.await("the grown block is held", () -> Scene.phase(grown(), Phase.ALLOCATED));
    assertThat(estate.words("shop")).containsExactly("lb a 1", "lb a 2");
    assertThat(announced()).containsExactly("10.40.0.1/32", "10.40.0.2/31");
    estate.give("two", "10.40.0.2");
    scene.await("both are served", () -> capacity("3 addresses, 2 wanted"));
  }

  /** Nine minutes in one process, the last one in another. */
  private void shrinks(Instant unusedSince) {
    scene
        .timeline()
        .advance(
            Duration.between(scene.timeline().instant(), unusedSince.plus(Duration.ofMinutes(9))));
    scene.restart();
    scene.await("the tenant is seen", () -> capacity("3 addresses, 1 wanted"));
    assertThat(grown().getSpec().releaseWanted()).isFalse();
    var due = unusedSince.plus(TEN_MINUTES);
    if (scene.timeline().instant().isBefore(due)) {
      scene.timeline().advance(Duration.between(scene.timeline().instant(), due));
    }
    scene.await("the idle block goes", () -> Scene.phase(grown(), Phase.RELEASING));
    assertThat(scene.timeline().instant()).isBetween(due, unusedSince.plus(Duration.ofMinutes(18)));
    assertThat(announced()).as("it is to be withdrawn").containsExactly("10.40.0.1/32");
    assertThat(scene.figures("a").allocatedIPs()).as("and taken until then").isEqualTo(3);

    estate.tell(grown(), "Withdrawn");
    scene.await("it is released", () -> Scene.phase(grown(), Phase.RELEASED));
    scene.await("it rests", () -> Objects.equals(scene.figures("a").restingIPs(), 2));
  }

  /** Whoever deletes the machines holds the cluster until they are gone. */
  private void deletes() {
    var order = estate.cluster("shop");
    estate.holders("shop", "test/machines");
    estate.client().resource(order).delete();
    scene.await("the first block goes", () -> Scene.phase(first(), Phase.RELEASING));
    assertThat(announced()).as("an empty list is told as such").isEmpty();
    assertThat(scene.figures("a").allocatedIPs()).isEqualTo(1);

    estate.tell(first(), "HolderGone");
    scene.await("it is released", () -> Scene.phase(first(), Phase.RELEASED));
    estate.holders("shop");
  }

  private void nothingIsLeft() {
    scene.after(
        TEN_MINUTES,
        "all is free again",
        () -> Objects.equals(scene.figures("a").availableIPs(), 14));
    assertThat(scene.figures("a").allocatedIPs()).isZero();
    assertThat(estate.all()).hasSize(2).allMatch(claim -> Scene.phase(claim, Phase.RELEASED));
    scene.after(Duration.ofDays(30), "the records are over", () -> estate.all().isEmpty());
  }

  private List<String> announced() {
    return Announced.by(estate.cluster("shop"), estate.all()).stream()
        .map(Object::toString)
        .toList();
  }

  private boolean ready(String message) {
    return scene.told("shop", "NetworkReady", message);
  }

  private boolean capacity(String message) {
    return scene.told("shop", "LoadBalancerCapacity", message);
  }

  private IPAllocation first() {
    return estate.claims("shop").getFirst();
  }

  private IPAllocation grown() {
    return estate.claims("shop").get(1);
  }
}
