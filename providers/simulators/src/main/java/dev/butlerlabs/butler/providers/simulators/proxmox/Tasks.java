package dev.butlerlabs.butler.providers.simulators.proxmox;

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

  /** Proxmox keeps about so many that have ended. */
  private static final int REMEMBERED = 1000;

  private final InstantSource clock;
  private final Map<String, Task> tasks = new LinkedHashMap<>();
  private final List<Task> underway = new ArrayList<>();
  private final Queue<Task> ended = new ArrayDeque<>();
  private int begun;

  Tasks(InstantSource clock) {
    this.clock = clock;
  }

  /** What happens half-way and at the end; an exception at the end is the task's exit status. */
  interface Work {
    default void halfWay() {}

    void finish();
  }

  /** One task. */
  static final class Task {
    private final String upid;
    private final String node;
    private final String type;
    private final String about;
    private final Instant start;
    private final Instant end;
    private final Work work;
    private boolean halfDone;
    private @Nullable String exit;

    private Task(
        String upid,
        String node,
        String type,
        String about,
        Instant start,
        Instant end,
        Work work) {
      this.upid = upid;
      this.node = node;
      this.type = type;
      this.about = about;
      this.start = start;
      this.end = end;
      this.work = work;
    }

    Map<String, Object> status() {
      var status = new LinkedHashMap<String, Object>();
      status.put("upid", upid);
      status.put("node", node);
      status.put("type", type);
      status.put("id", about);
      status.put("starttime", start.getEpochSecond());
      status.put("status", exit == null ? "running" : "stopped");
      if (exit != null) {
        status.put("exitstatus", exit);
      }
      return status;
    }

    Map<String, Object> row() {
      var row = new LinkedHashMap<String, Object>();
      row.put("upid", upid);
      row.put("node", node);
      row.put("type", type);
      row.put("id", about);
      row.put("starttime", start.getEpochSecond());
      if (exit != null) {
        row.put("endtime", end.getEpochSecond());
        row.put("status", exit);
      }
      return row;
    }
  }

  /** Begins a task and answers its name: kind, node, process, time and object, in hexadecimal. */
  String begin(String node, String type, String about, String user, Duration takes, Work work) {
    var start = clock.instant();
    var upid =
        "UPID:%s:%08X:%08X:%08X:%s:%s:%s:"
            .formatted(node, 1000 + begun, begun, start.getEpochSecond(), type, about, user);
    begun++;
    var task = new Task(upid, node, type, about, start, start.plus(takes), work);
    tasks.put(upid, task);
    underway.add(task);
    return upid;
  }

  /** Lets everything happen whose time has come, in order of time. */
  void settle() {
    var now = clock.instant();
    var due = new ArrayList<>(underway);
    due.sort(Comparator.comparing((Task task) -> task.end));
    for (var task : due) {
      var middle = task.start.plus(Duration.between(task.start, task.end).dividedBy(2));
      if (!task.halfDone && !now.isBefore(middle)) {
        task.halfDone = true;
        task.work.halfWay();
      }
      if (!now.isBefore(task.end)) {
        task.exit = finish(task);
        ended.add(task);
      }
    }
    underway.removeIf(task -> task.exit != null);
    while (ended.size() > REMEMBERED) {
      tasks.remove(ended.remove().upid);
    }
  }

  private static String finish(Task task) {
    try {
      task.work.finish();
      return "OK";
    } catch (Refused refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  Optional<Task> find(String upid) {
    return Optional.ofNullable(tasks.get(upid));
  }

  /** Newest first. */
  List<Map<String, Object>> list(String node, String about, String type, int limit) {
    return new ArrayList<>(tasks.values())
        .reversed().stream()
            .filter(task -> task.node.equals(node))
            .filter(task -> about.isEmpty() || task.about.equals(about))
            .filter(task -> type.isEmpty() || task.type.equals(type))
            .limit(limit)
            .map(Task::row)
            .toList();
  }

  /** A task of this kind about this object that has not ended. */
  boolean busy(String type, String about) {
    return underway.stream().anyMatch(task -> task.type.equals(type) && task.about.equals(about));
  }
}
