package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Faults;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code kubectl describe} tells of an order, from its creation on. */
@OnRealApiServer
class EventsIT {

  private final InMemoryStorage storage = new InMemoryStorage(World.STORE, "etcd:2379");
  private TestCluster cluster;
  private Operator operator;

  @BeforeEach
  void order(TestCluster given) {
    cluster = given;
    cluster.installResources(
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/datastores.steward.butlerlabs.dev.yaml");
    TenantControlPlaneIT.order(cluster.client(), cluster.namespace());
    operator =
        new Operator(
            cluster.client(WireFormat.serialization()),
            cluster.recording(WireFormat.serialization(), Faults.none()).client(),
            storage,
            new Operator.Patient());
  }

  @Test
  void orderTellsWhatItWaitsForOneAfterTheOtherUntilItIsReady() {
    storage.reachable = false;
    looks(3);
    assertThat(told("Waiting")).containsExactly("DataStore default does not answer");

    storage.reachable = true;
    looks(3);
    assertThat(told("Waiting"))
        .hasSize(2)
        .last()
        .asString()
        .startsWith("0 of 2 pods are ready; the rest is being started");

    TenantControlPlaneIT.rollOut(cluster);
    looks(3);
    assertThat(told("Waiting")).as("nothing more").hasSize(2);
    assertThat(told("PhaseChanged")).last().asString().startsWith("it is Ready");
    assertThat(repeated()).as("told once, not with every look").isEmpty();
  }

  @Test
  void brokenOrderTellsWhy() {
    looks(1);
    cluster
        .client()
        .resource(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: shop-a, namespace: %s, labels: {%s: shop}}
            spec: {containers: [{name: kube-apiserver, image: none}]}
            """
                .formatted(cluster.namespace(), Marks.NAME))
        .create();
    cluster
        .client()
        .pods()
        .inNamespace(cluster.namespace())
        .withName("shop-a")
        .subresource("status")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            """
            {"status": {"containerStatuses": [{"name": "kube-apiserver", "image": "none",
              "imageID": "", "ready": false, "restartCount": 0,
              "state": {"waiting": {"reason": "ImagePullBackOff", "message": "no such image"}}}]}}
            """);

    looks(8);

    assertThat(told("Waiting"))
        .hasSize(2)
        .last()
        .asString()
        .contains("pod shop-a: kube-apiserver waits, ImagePullBackOff: no such image");
    assertThat(repeated()).isEmpty();
  }

  /** Each a second after the one before. */
  private void looks(int count) {
    for (var i = 0; i < count; i++) {
      operator.now = operator.now.plus(Duration.ofSeconds(1));
      operator.reconcile(cluster.namespace(), "shop");
    }
  }

  private List<String> told(String reason) {
    return events().stream()
        .filter(one -> one.getReason().equals(reason))
        .sorted(Comparator.comparing(one -> one.getEventTime().getTime()))
        .map(Event::getNote)
        .toList();
  }

  private List<Event> repeated() {
    return events().stream().filter(one -> one.getSeries() != null).toList();
  }

  private List<Event> events() {
    return cluster
        .client()
        .events()
        .v1()
        .events()
        .inNamespace(cluster.namespace())
        .list()
        .getItems();
  }
}
