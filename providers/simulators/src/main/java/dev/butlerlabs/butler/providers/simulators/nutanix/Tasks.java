package dev.butlerlabs.butler.providers.simulators.nutanix;

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

/** Work that takes time. It is finished when somebody looks after its end has come. */
final class Tasks {

  /** Prism forgets those that ended by their age; here so many are kept, however long it runs. */
  private static final int REMEMBERED = 1000;

  private final InstantSource clock;
  private final Map<String, Task> tasks = new LinkedHashMap<>();
  private final List<Task> underway = new ArrayList<>();
  private final Queue<Task> ended = new ArrayDeque<>();
  private int begun;

  Tasks(InstantSource clock) {
    this.clock = clock;
  }

  /** What happens at the end; Prism's refusal is the task's error. */
  interface Work {
    void finish();
  }

  /** One task about one thing. */
  static final class Task {
    final String uuid;
    final String kind;
    final String entity;
    final String operation;
    final Instant start;
    final Instant end;
    private final Work work;
    private boolean done;
    private @Nullable Refused error;

    private Task(
        String uuid,
        String kind,
        String entity,
        String operation,
        Instant start,
        Instant end,
        Work work) {
      this.uuid = uuid;
      this.kind = kind;
      this.entity = entity;
      this.operation = operation;
      this.start = start;
      this.end = end;
      this.work = work;
    }

    String status() {
      if (!done) {
        return "RUNNING";
      }
      return error == null ? "SUCCEEDED" : "FAILED";
    }

    boolean ended() {
      return done;
    }

    Optional<Refused> error() {
      return Optional.ofNullable(error);
    }
  }

  Task begin(String kind, String entity, String operation, Duration takes, Work work) {
    var start = clock.instant();
    var uuid = Ids.numbered(0x7a5c, begun++);
    var task = new Task(uuid, kind, entity, operation, start, start.plus(takes), work);
    tasks.put(uuid, task);
    underway.add(task);
    return task;
  }

  /** Lets everything happen whose time has come, in order of time. */
  void settle() {
    var now = clock.instant();
    var due = new ArrayList<>(underway);
    due.removeIf(task -> now.isBefore(task.end));
    due.sort(Comparator.comparing((Task task) -> task.end));
    for (var task : due) {
      task.done = true;
      underway.remove(task);
      try {
        task.work.finish();
      } catch (Refused refused) {
        task.error = refused;
      }
      ended.add(task);
    }
    while (ended.size() > REMEMBERED) {
      tasks.remove(ended.remove().uuid);
    }
  }

  Optional<Task> find(String uuid) {
    return Optional.ofNullable(tasks.get(uuid));
  }

  /** A task about this thing that has not ended. */
  boolean busy(String entity) {
    return underway.stream().anyMatch(task -> task.entity.equals(entity));
  }
}
