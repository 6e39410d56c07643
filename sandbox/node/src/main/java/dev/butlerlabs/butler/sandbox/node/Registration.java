package dev.butlerlabs.butler.sandbox.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.sandbox.node.api.Door;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.function.Consumer;

/** Makes the Node known and shows that it lives, by a lease renewed every ten seconds. */
final class Registration implements AutoCloseable {

  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final int LOOK_EVERY = 6;
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final DateTimeFormatter MICROS =
      new DateTimeFormatterBuilder().appendInstant(6).toFormatter(Locale.ROOT);
  private static final String LEASES =
      "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";

  private final Door door;
  private final NodeObject node;
  private final Timeline timeline;
  private final Consumer<String> troubles;
  private volatile boolean closed;
  private volatile String uid = "";
  private int beats;

  Registration(Door door, NodeObject node, Timeline timeline, Consumer<String> troubles) {
    this.door = door;
    this.node = node;
    this.timeline = timeline;
    this.troubles = troubles;
  }

  /** Returns when the Node is there and says that it is ready. */
  void register() throws IOException, InterruptedException {
    var now = timeline.instant();
    register(now);
    timeline.at(now, this::beat);
  }

  private void register(Instant now) throws IOException, InterruptedException {
    var answer = door.post("/api/v1/nodes", node.whole(now));
    if (answer.code() == 409) {
      var metadata = JsonNodeFactory.instance.objectNode();
      metadata.set("metadata", node.metadata());
      answer = door.merge(path(), metadata);
      var status = JsonNodeFactory.instance.objectNode();
      status.set("status", node.status(now, true));
      answer = answer.done() ? door.merge(path() + "/status", status) : answer;
    }
    if (!answer.done()) {
      throw new Refusal(
          "the process node",
          "could not register itself: " + answer.message(),
          "read the log of kube-apiserver and start again");
    }
    uid = answer.body().at("/metadata/uid").asText();
  }

  private String path() {
    return "/api/v1/nodes/" + node.settings().name();
  }

  private void beat() {
    if (closed) {
      return;
    }
    var next = EVERY;
    try {
      renew();
    } catch (IOException | Refusal e) {
      troubles.accept("renewing the node's lease failed: " + e.getMessage());
      next = SOON;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    timeline.at(timeline.instant().plus(next), this::beat);
  }

  private void renew() throws IOException, InterruptedException {
    var lease = lease(timeline.instant());
    var answer = door.merge(LEASES + "/" + node.settings().name(), lease);
    if (answer.absent()) {
      answer = door.post(LEASES, lease);
    }
    if (!answer.done()) {
      throw new IOException(answer.message());
    }
    if (++beats % LOOK_EVERY == 0) {
      makeAnewWhenRemoved();
    }
  }

  private void makeAnewWhenRemoved() throws IOException, InterruptedException {
    if (door.get(path()).absent()) {
      register(timeline.instant());
    }
  }

  private JsonNode lease(Instant now) {
    var name = node.settings().name();
    ObjectNode lease = JsonNodeFactory.instance.objectNode();
    lease.put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
    var metadata = lease.putObject("metadata").put("name", name);
    metadata
        .putArray("ownerReferences")
        .addObject()
        .put("apiVersion", "v1")
        .put("kind", "Node")
        .put("name", name)
        .put("uid", uid);
    lease
        .putObject("spec")
        .put("holderIdentity", name)
        .put("leaseDurationSeconds", 40)
        .put("renewTime", micros(now));
    return lease;
  }

  /** Leases want exactly six digits of a second. */
  private static String micros(Instant now) {
    return MICROS.format(now.truncatedTo(ChronoUnit.MICROS));
  }

  @Override
  public void close() {
    closed = true;
  }
}
