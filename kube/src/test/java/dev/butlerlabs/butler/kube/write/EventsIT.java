package dev.butlerlabs.butler.kube.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.Faults;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class EventsIT {

  private enum Why implements EventReason {
    POOL_FULL(true),
    ADDRESS_GIVEN(false);

    private final boolean warning;

    Why(boolean warning) {
      this.warning = warning;
    }

    @Override
    public boolean warning() {
      return warning;
    }
  }

  private final SteppedTimeline clock = SteppedTimeline.atNewYear();
  private TestCluster cluster;
  private ConfigMap object;

  @BeforeEach
  void connect(TestCluster given) {
    cluster = given;
    var made =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(cluster.namespace())
            .withName("pool")
            .endMetadata()
            .build();
    object = cluster.client().resource(made).create();
  }

  @Test
  void anEventShowsWhereAPersonLooks() {
    events(cluster.client()).tell(object, Why.POOL_FULL, "no address is left");

    assertThat(cluster.kubectl("describe", "configmap", "pool").stdout())
        .contains("Warning", "PoolFull", "no address is left");
  }

  @Test
  void repetitionsInOneWindowAreCountedInOneEvent() {
    var events = events(cluster.client());
    for (var i = 0; i < 30; i++) {
      events.tell(object, Why.POOL_FULL, "no address is left");
      clock.advance(Duration.ofSeconds(5));
    }
    events.tell(object, Why.ADDRESS_GIVEN, "10.0.0.1");

    assertThat(stored()).hasSize(2);
    assertThat(told("PoolFull")).isBetween(28, 30);
    assertThat(told("AddressGiven")).isEqualTo(1);
  }

  @Test
  void aSeriesIsNotWrittenAtEveryRepetition() {
    var recording = cluster.recording(Faults.none());
    var events = events(recording.client());
    for (var i = 0; i < 100; i++) {
      events.tell(object, Why.POOL_FULL, "no address is left");
    }

    assertThat(recording.calls().requests()).hasSize(1);
  }

  @Test
  void aRestartedProcessGoesOnCounting() {
    events(cluster.client()).tell(object, Why.POOL_FULL, "no address is left");
    events(cluster.client()).tell(object, Why.POOL_FULL, "no address is left");

    assertThat(stored()).hasSize(1);
    assertThat(told("PoolFull")).isEqualTo(2);
  }

  @Test
  void theNextWindowBeginsANewEvent() {
    var events = events(cluster.client());
    events.tell(object, Why.POOL_FULL, "no address is left");
    clock.advance(Events.WINDOW);
    events.tell(object, Why.POOL_FULL, "no address is left");

    assertThat(stored()).hasSize(2);
  }

  @Test
  void anEventWhoseAnswerWasLostIsToldAgainInTheSameOne() {
    var events = events(cluster.recording(Faults.none().at(1, Fault.AFTER_COMMIT)).client());

    events.tell(object, Why.POOL_FULL, "no address is left");
    events.tell(object, Why.POOL_FULL, "no address is left");

    assertThat(stored()).hasSize(1);
  }

  @Test
  void anEventThatExpiredIsMadeAnew() {
    var events = events(cluster.client());
    events.tell(object, Why.POOL_FULL, "no address is left");
    stored().forEach(event -> cluster.client().resource(event).delete());
    clock.advance(Duration.ofSeconds(30));

    events.tell(object, Why.POOL_FULL, "no address is left");

    assertThat(stored()).hasSize(1);
  }

  @Test
  void aNoteThatIsTooLongIsCut() {
    events(cluster.client()).tell(object, Why.POOL_FULL, "ä".repeat(5000));

    assertThat(stored()).hasSize(1);
  }

  private Events events(KubernetesClient client) {
    return new Events(client, "butlerlabs.dev/test", "instance-1", clock);
  }

  private int told(String reason) {
    var event =
        stored().stream().filter(one -> one.getReason().equals(reason)).findAny().orElseThrow();
    return event.getSeries() == null ? 1 : event.getSeries().getCount();
  }

  private List<Event> stored() {
    var all = cluster.client().events().v1().events().inNamespace(cluster.namespace());
    return all.list().getItems();
  }
}
