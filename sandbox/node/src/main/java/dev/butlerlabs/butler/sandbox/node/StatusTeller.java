package dev.butlerlabs.butler.sandbox.node;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.sandbox.node.api.Door;
import dev.butlerlabs.butler.sandbox.node.pod.PodName;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the status of pods. Only the newest status of a pod counts; what could not be written is
 * tried again, and the pods never wait for it.
 */
final class StatusTeller {

  /** Says on a pod what was changed so that it can run here. */
  static final String ADAPTATIONS = "sandbox.butler.butlerlabs.dev/adaptations";

  private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);

  private final Door door;
  private final Timeline timeline;
  private final Consumer<String> troubles;
  private final String component;
  private final Map<String, Letter> letters = new ConcurrentHashMap<>();
  private final AtomicLong eventNumber = new AtomicLong();

  /** What is to be written about one pod. */
  private static final class Letter {
    private @Nullable ObjectNode next;
    private boolean last;
    private boolean sending;
  }

  StatusTeller(Door door, Timeline timeline, String component, Consumer<String> troubles) {
    this.door = door;
    this.timeline = timeline;
    this.component = component;
    this.troubles = troubles;
  }

  void status(PodName pod, ObjectNode status, List<String> adaptations) {
    var patch = JsonNodeFactory.instance.objectNode();
    var metadata = patch.putObject("metadata").put("uid", pod.uid());
    if (!adaptations.isEmpty()) {
      metadata.putObject("annotations").put(ADAPTATIONS, String.join("; ", adaptations));
    }
    patch.set("status", status);
    var letter = letters.computeIfAbsent(pod.uid(), _ -> new Letter());
    synchronized (letter) {
      letter.next = patch;
      send(pod, letter);
    }
  }

  /** Lets the pod go after its last status has been written. */
  void finish(PodName pod) {
    var letter = letters.computeIfAbsent(pod.uid(), _ -> new Letter());
    synchronized (letter) {
      letter.last = true;
      send(pod, letter);
    }
  }

  void forget(PodName pod) {
    letters.remove(pod.uid());
  }

  private void send(PodName pod, Letter letter) {
    if (!letter.sending) {
      letter.sending = true;
      Thread.ofVirtual().name("status of " + pod).start(() -> work(pod, letter));
    }
  }

  private void work(PodName pod, Letter letter) {
    while (true) {
      ObjectNode patch;
      synchronized (letter) {
        patch = letter.next;
        if (patch == null && !letter.last) {
          letter.sending = false;
          return;
        }
      }
      try {
        if (patch == null) {
          release(pod);
          letters.remove(pod.uid());
          return;
        }
        write(pod, patch);
      } catch (IOException e) {
        troubles.accept("telling the status of " + pod + " failed: " + e.getMessage());
        timeline.at(timeline.instant().plus(AGAIN_AFTER), () -> work(pod, letter));
        return;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      synchronized (letter) {
        if (patch.equals(letter.next)) {
          letter.next = null;
        }
      }
    }
  }

  private void write(PodName pod, ObjectNode patch) throws IOException, InterruptedException {
    var answer = door.merge(pod.path() + "/status", patch);
    // Gone, or another pod of the same name by now: nobody is left to be told.
    if (!answer.done() && !answer.absent() && answer.code() != 409) {
      throw new IOException(answer.message());
    }
  }

  private void release(PodName pod) throws IOException, InterruptedException {
    var options = JsonNodeFactory.instance.objectNode().put("gracePeriodSeconds", 0);
    options.putObject("preconditions").put("uid", pod.uid());
    var answer = door.delete(pod.path(), options);
    if (!answer.done() && !answer.absent() && answer.code() != 409) {
      throw new IOException(answer.message());
    }
  }

  void event(PodName pod, boolean trouble, String reason, String message) {
    var now = timeline.instant();
    var event = JsonNodeFactory.instance.objectNode();
    event.put("apiVersion", "v1").put("kind", "Event");
    event
        .putObject("metadata")
        .put("namespace", pod.namespace())
        .put("name", "%s.%x%x".formatted(pod.name(), now.toEpochMilli(), number()));
    event
        .putObject("involvedObject")
        .put("apiVersion", "v1")
        .put("kind", "Pod")
        .put("namespace", pod.namespace())
        .put("name", pod.name())
        .put("uid", pod.uid());
    event.put("type", trouble ? "Warning" : "Normal").put("reason", reason);
    event.put("message", message).put("count", 1);
    var time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    event.put("firstTimestamp", time).put("lastTimestamp", time);
    event.putObject("source").put("component", "process-node").put("host", component);
    Thread.ofVirtual().start(() -> post(pod, event));
  }

  private long number() {
    return eventNumber.incrementAndGet();
  }

  private void post(PodName pod, ObjectNode event) {
    try {
      door.post("/api/v1/namespaces/" + pod.namespace() + "/events", event);
    } catch (IOException e) {
      // An event is a courtesy; the status says the same.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
