package dev.butlerlabs.butler.providers.simulators.gcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Work that takes time: waiting, running, done. It goes on when somebody looks. */
final class Operations {

  /** How long an operation waits before it runs. */
  private static final Duration WAITS = Duration.ofSeconds(2);

  /** Google forgets those that ended by their age; here so many are kept, that lists stay short. */
  private static final int REMEMBERED = 1000;

  private final InstantSource clock;
  private final String project;
  private final Map<String, Operation> operations = new LinkedHashMap<>();
  private final Map<String, Operation> byRequest = new LinkedHashMap<>();
  private final List<Operation> underway = new ArrayList<>();
  private final Queue<Operation> ended = new ArrayDeque<>();
  private int begun;

  Operations(InstantSource clock, String project) {
    this.clock = clock;
    this.project = project;
  }

  /** What happens when it begins to run and when it ends; what is refused is the error told. */
  interface Work {
    default void begin() {}

    void finish();
  }

  /**
   * What is to be done.
   *
   * @param scope {@code zones/z}, {@code regions/r} or {@code global}
   * @param requestId as the caller gave it, or empty
   */
  record Order(String scope, String type, String target, String requestId, Duration takes) {}

  private static final class Operation {
    private final String name;
    private final String request;
    private final ObjectNode shown;
    private final Instant start;
    private final Instant end;
    private final Work work;
    private boolean begun;
    private @Nullable Instant done;

    private Operation(
        String name, String request, ObjectNode shown, Instant start, Instant end, Work work) {
      this.name = name;
      this.request = request;
      this.shown = shown;
      this.start = start;
      this.end = end;
      this.work = work;
    }

    boolean running() {
      return done == null;
    }
  }

  /** The operation that this request began before, whatever became of it. */
  Optional<ObjectNode> repeated(Order order) {
    var before = byRequest.get(key(order));
    return order.requestId().isEmpty() || before == null
        ? Optional.empty()
        : Optional.of(before.shown.deepCopy());
  }

  private static String key(Order order) {
    return order.scope() + " " + order.type() + " " + order.requestId();
  }

  ObjectNode begin(Order order, Work work) {
    var start = clock.instant();
    var number = ++begun;
    var name = "operation-%d-%06d".formatted(start.toEpochMilli(), number);
    var full = "projects/" + project + "/" + order.scope() + "/operations/" + name;
    var shown = JsonNodeFactory.instance.objectNode();
    shown.put("kind", "compute#operation").put("id", Long.toString(9_000_000_000L + number));
    shown.put("name", name).put("operationType", order.type()).put("status", "PENDING");
    shown.put("targetLink", Names.link(order.target())).put("progress", 0);
    shown.put("insertTime", start.toString()).put("selfLink", Names.link(full));
    if (!order.requestId().isEmpty()) {
      shown.put("clientOperationId", order.requestId());
    }
    if (!order.scope().equals("global")) {
      var scope = Names.link("projects/" + project + "/" + order.scope());
      shown.put(order.scope().startsWith("zones/") ? "zone" : "region", scope);
    }
    var operation =
        new Operation(full, key(order), shown, start.plus(WAITS), start.plus(order.takes()), work);
    operations.put(full, operation);
    underway.add(operation);
    if (!order.requestId().isEmpty()) {
      byRequest.put(key(order), operation);
    }
    return shown.deepCopy();
  }

  /** Lets everything happen whose time has come, in order of time. */
  void settle() {
    var now = clock.instant();
    var due = new ArrayList<>(underway);
    due.sort(Comparator.comparing((Operation operation) -> operation.end));
    for (var operation : due) {
      if (!operation.begun && !now.isBefore(operation.start)) {
        operation.begun = true;
        operation.shown.put("status", "RUNNING").put("startTime", operation.start.toString());
        attempt(operation, operation.start, operation.work::begin);
      }
      if (operation.running() && !now.isBefore(operation.end)) {
        attempt(operation, operation.end, operation.work::finish);
        finish(operation, operation.done == null ? operation.end : operation.done);
      }
    }
    due.removeIf(Operation::running);
    underway.removeAll(due);
    ended.addAll(due);
    while (ended.size() > REMEMBERED) {
      var oldest = ended.remove();
      operations.remove(oldest.name);
      byRequest.remove(oldest.request, oldest);
    }
  }

  private static void attempt(Operation operation, Instant at, Runnable step) {
    try {
      step.run();
    } catch (Refused refused) {
      var errors = operation.shown.putObject("error").putArray("errors");
      errors.addObject().put("code", refused.word()).put("message", refused.message());
      operation.shown.put("httpErrorStatusCode", refused.code());
      operation.shown.put("httpErrorMessage", refused.word().replace('_', ' '));
      finish(operation, at);
    }
  }

  private static void finish(Operation operation, Instant at) {
    operation.done = at;
    operation.shown.put("status", "DONE").put("progress", 100).put("endTime", at.toString());
  }

  ObjectNode require(String name) {
    var operation = operations.get(name);
    if (operation == null) {
      throw Refused.notFound(name);
    }
    return operation.shown.deepCopy();
  }

  /** Those of one scope, for lists. */
  Map<String, ObjectNode> of(String scope) {
    var prefix = "projects/" + project + "/" + scope + "/operations/";
    var shown = new LinkedHashMap<String, ObjectNode>();
    operations.forEach(
        (name, operation) -> {
          if (name.startsWith(prefix)) {
            shown.put(name, operation.shown);
          }
        });
    return shown;
  }

  /** Types of what is under way about this resource. */
  List<String> underway(String target) {
    var link = Names.link(target);
    return underway.stream()
        .filter(Operation::running)
        .filter(operation -> operation.shown.path("targetLink").asText().equals(link))
        .map(operation -> operation.shown.path("operationType").asText())
        .toList();
  }
}
