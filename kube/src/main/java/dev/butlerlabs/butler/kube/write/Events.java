package dev.butlerlabs.butler.kube.write;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.ObjectName;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.events.v1.EventBuilder;
import io.fabric8.kubernetes.api.model.events.v1.EventSeriesBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events about objects, as {@code kubectl describe} shows them.
 *
 * <p>The same object, reason and note within one window is one event whose series counts; the name
 * is derived from all of these, so a restarted process goes on counting. A series is written at
 * most every few seconds. Telling never fails the work it tells about.
 */
public final class Events {

  /** How long repetitions are counted into one event. */
  public static final Duration WINDOW = Duration.ofMinutes(10);

  private static final Duration QUIET = Duration.ofSeconds(10);
  private static final int LONGEST_NOTE = 1000;
  private static final int MOST = 5_000;
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
  private static final Logger log = LoggerFactory.getLogger(Events.class);

  /** How often something was told, and when that was last written down. */
  private record Series(int count, Instant written) {}

  private final KubernetesClient client;
  private final String controller;
  private final String instance;
  private final InstantSource clock;
  private final Map<ObjectKey, Series> told =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ObjectKey, Series> eldest) {
          return size() > MOST;
        }
      };

  /**
   * Tells nothing yet.
   *
   * @param controller who tells, such as {@code butlerlabs.dev/ipam}
   * @param instance which of its processes
   */
  public Events(KubernetesClient client, String controller, String instance, InstantSource clock) {
    this.client = client;
    this.controller = controller;
    this.instance = instance;
    this.clock = clock;
  }

  public <R extends Enum<R> & EventReason> void tell(HasMetadata regarding, R reason, String note) {
    var _ = tell(regarding, reason, note, now());
  }

  Instant now() {
    return clock.instant();
  }

  /** Tells what happened then; answers whether that is written down, or need not be. */
  boolean tell(HasMetadata regarding, EventReason reason, String note, Instant now) {
    var event = event(regarding, reason, cut(note), now);
    var key = Attempt.keyOf(event);
    var count = count(key, now);
    if (count == 0) {
      return true;
    }
    var answer = count == 1 ? first(event, key, now) : again(event, key, count, now);
    if (answer instanceof Answer.Failed<Event>(var trouble)) {
      forget(key);
      log.atWarn()
          .addKeyValue("event", reason.wire())
          .addKeyValue("regarding", Attempt.keyOf(regarding))
          .addKeyValue("problem", trouble.problem().sentence())
          .log("event not told");
      return false;
    }
    return true;
  }

  /** How many times it was told by now, or zero when that need not be written yet. */
  private synchronized int count(ObjectKey key, Instant now) {
    var before = told.getOrDefault(key, new Series(0, Instant.MIN));
    var due = before.count() == 0 || !now.isBefore(before.written().plus(QUIET));
    told.put(key, new Series(before.count() + 1, due ? now : before.written()));
    return due ? before.count() + 1 : 0;
  }

  private Answer<Event> first(Event event, ObjectKey key, Instant now) {
    var answer = Asking.ask(Attempt.to("create", event), () -> client.resource(event).create());
    if (!(answer instanceof Answer.Failed<Event>(Trouble.Conflict _))) {
      return answer;
    }
    // An earlier process told it in this window: go on counting where it stopped.
    return Asking.ask(Attempt.to("read", event), () -> client.resource(event).require())
        .then(stored -> again(event, key, counted(stored) + 1, now));
  }

  private Answer<Event> again(Event event, ObjectKey key, int count, Instant now) {
    remember(key, new Series(count, now));
    var series =
        new EventSeriesBuilder().withCount(count).withLastObservedTime(micros(now)).build();
    var patch = Patches.text(Patches.tree(Map.of("series", series)));
    var answer =
        Asking.ask(
            Attempt.to("count", event), () -> client.resource(event).patch(Patches.merge(), patch));
    // The API server lets go of events after an hour or so.
    return answer instanceof Answer.Failed<Event>(Trouble.NotFound _)
        ? Asking.ask(Attempt.to("create", event), () -> client.resource(event).create())
        : answer;
  }

  private synchronized void remember(ObjectKey key, Series series) {
    told.put(key, series);
  }

  private synchronized void forget(ObjectKey key) {
    told.remove(key);
  }

  private static int counted(Event stored) {
    return stored.getSeries() == null ? 1 : stored.getSeries().getCount();
  }

  private Event event(HasMetadata regarding, EventReason reason, String note, Instant now) {
    var about = regarding.getMetadata();
    var namespace = about.getNamespace() == null ? "default" : about.getNamespace();
    return new EventBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name(regarding, reason, note, now).text())
        .endMetadata()
        .withEventTime(micros(now))
        .withReportingController(controller)
        .withReportingInstance(instance)
        .withAction(reason.action())
        .withReason(reason.wire())
        .withType(reason.warning() ? "Warning" : "Normal")
        .withNote(note)
        .withRegarding(
            new ObjectReferenceBuilder()
                .withApiVersion(regarding.getApiVersion())
                .withKind(regarding.getKind())
                .withNamespace(about.getNamespace())
                .withName(about.getName())
                .withUid(about.getUid())
                .withResourceVersion(about.getResourceVersion())
                .build())
        .build();
  }

  private ObjectName name(HasMetadata regarding, EventReason reason, String note, Instant now) {
    var about = regarding.getMetadata();
    var window = Long.toString(now.getEpochSecond() / WINDOW.toSeconds());
    return ObjectName.derivedFrom(
        about.getName(), about.getUid(), reason.wire(), note, controller, window);
  }

  private static String cut(String note) {
    var room = LONGEST_NOTE;
    while (note.substring(0, Math.min(room, note.length())).getBytes(UTF_8).length > LONGEST_NOTE) {
      room -= 10;
    }
    return room >= note.length() ? note : note.substring(0, room) + "…";
  }

  private static MicroTime micros(Instant when) {
    return new MicroTime(MICROS.format(when));
  }
}
