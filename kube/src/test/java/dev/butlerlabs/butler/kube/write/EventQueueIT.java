package dev.butlerlabs.butler.kube.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class EventQueueIT {

  private enum Why implements EventReason {
    GIVEN;

    @Override
    public boolean warning() {
      return false;
    }
  }

  private final SteppedTimeline clock = SteppedTimeline.atNewYear();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Deque<Runnable> work = new ArrayDeque<>();
  private TestCluster cluster;

  @BeforeEach
  void connect(TestCluster given) {
    cluster = given;
  }

  @Test
  void nothingIsWrittenBeforeTheCallerIsBackAndThenAllInOrderWithTheTimeItHappened() {
    var queue = queue(100);
    queue.tell(object("a"), Why.GIVEN, "one");
    clock.advance(Duration.ofMinutes(1));
    queue.tell(object("b"), Why.GIVEN, "two");
    clock.advance(Duration.ofHours(1));

    assertThat(events()).isEmpty();
    assertThat(work).as("one at a time").hasSize(1);
    work.remove().run();

    assertThat(events())
        .extracting(event -> event.getNote() + " " + event.getEventTime().getTime())
        .containsExactly("one 2030-01-01T00:00:00.000000Z", "two 2030-01-01T00:01:00.000000Z");
    queue.tell(object("c"), Why.GIVEN, "three");
    work.remove().run();
    assertThat(events()).hasSize(3);
    assertThat(dropped()).isZero();
  }

  @Test
  void whileSomebodyHoldsThemEventsOnlyWait() {
    var queue = queue(100);
    queue.tell(object("a"), Why.GIVEN, "one");
    try (var _ = queue.hold()) {
      work.remove().run();
      queue.tell(object("b"), Why.GIVEN, "two");
      assertThat(work).isEmpty();
      assertThat(events()).isEmpty();
    }
    work.remove().run();
    assertThat(events()).extracting(Event::getNote).containsExactly("one", "two");
  }

  @Test
  void whatThereIsNoRoomForIsCounted() {
    var queue = queue(2);
    for (var at = 0; at < 5; at++) {
      queue.tell(object("o" + at), Why.GIVEN, "told " + at);
    }
    work.remove().run();

    assertThat(events()).extracting(Event::getNote).containsExactly("told 0", "told 1");
    assertThat(dropped()).isEqualTo(3);
  }

  @Test
  void serverThatTakesNoEventsIsNotAskedForEver() {
    var nowhere = new EventQueue(events("no-such-namespace"), work::add, meters, 100);
    for (var at = 0; at < 30; at++) {
      var stray = object("o" + at);
      stray.getMetadata().setNamespace("no-such-namespace");
      nowhere.tell(stray, Why.GIVEN, "told");
    }
    work.remove().run();

    assertThat(dropped()).isEqualTo(20);
    nowhere.tell(object("here"), Why.GIVEN, "told");
    work.remove().run();
    assertThat(events()).hasSize(1);
  }

  @Test
  void clientThatIsClosedIsNotToldFromAndThrowsAtNobody() {
    var closed = cluster.client(new KubernetesSerialization());
    var queue =
        new EventQueue(
            new Events(closed, "butlerlabs.dev/test", "test", clock), work::add, meters, 100);
    closed.close();
    for (var at = 0; at < 30; at++) {
      queue.tell(object("o" + at), Why.GIVEN, "told");
    }

    work.remove().run();

    assertThat(dropped()).isEqualTo(20);
    assertThat(events()).isEmpty();
  }

  @Test
  void queueThatIsClosedLosesWhatWaitsWithoutAWord() {
    var queue = queue(100);
    queue.tell(object("a"), Why.GIVEN, "one");
    queue.close();
    queue.tell(object("b"), Why.GIVEN, "two");

    work.remove().run();

    assertThat(work).isEmpty();
    assertThat(events()).isEmpty();
    assertThat(dropped()).isZero();
  }

  private EventQueue queue(int most) {
    return new EventQueue(events("test"), work::add, meters, most);
  }

  private Events events(String instance) {
    return new Events(cluster.client(), "butlerlabs.dev/test", instance, clock);
  }

  private double dropped() {
    return meters.counter("butler.events.dropped").count();
  }

  private ConfigMap object(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(cluster.namespace())
        .withName(name)
        .withUid(name)
        .endMetadata()
        .build();
  }

  private List<Event> events() {
    return cluster
        .client()
        .events()
        .v1()
        .events()
        .inNamespace(cluster.namespace())
        .list()
        .getItems()
        .stream()
        .sorted(Comparator.comparing(event -> event.getEventTime().getTime()))
        .toList();
  }
}
