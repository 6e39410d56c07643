package dev.butlerlabs.butler.providers.simulators.aws;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Imports of disks: each reads a file of S3 and makes a snapshot of it, or fails. */
final class Imports {

  private static final Duration TAKES = Duration.ofSeconds(60);
  private static final Duration LEAVES = Duration.ofSeconds(10);
  private static final Set<String> FORMATS = Set.of("RAW", "VHD", "VHDX", "VMDK");
  private static final String CANCELLED = "Canceled by the caller.";

  private final Ec2 ec2;
  private final S3 s3;
  private final Snapshots snapshots;
  private final Map<String, Task> tasks = new TreeMap<>();
  private final Map<String, Task> byToken = new TreeMap<>();
  private boolean role = true;

  Imports(Ec2 ec2, S3 s3, Snapshots snapshots) {
    this.ec2 = ec2;
    this.s3 = s3;
    this.snapshots = snapshots;
  }

  /** Whether the account has the role that EC2 reads S3 with. */
  void role(boolean there) {
    role = there;
  }

  /** One import. */
  private static final class Task {
    private final String id;
    private final Parameters order;
    private final Map<String, String> tags;
    private final Instant begun;
    private String status = "active";
    private String message = "";
    private String snapshot = "";
    private Instant changed;

    private Task(String id, Parameters order, Map<String, String> tags, Instant begun) {
      this.id = id;
      this.order = order;
      this.tags = tags;
      this.begun = begun;
      this.changed = begun;
    }

    private void become(String next, String why, Instant now) {
      status = next;
      message = why;
      changed = now;
    }

    private List<Element> content() {
      var file = order.below("DiskContainer.UserBucket");
      return List.of(
          Element.leaf("importTaskId", id),
          Element.leaf("description", order.text("Description")),
          Element.of(
              "snapshotTaskDetail",
              Element.leaf("status", status),
              Element.leaf("statusMessage", message),
              Element.leaf("progress", status.equals("active") ? "42" : ""),
              Element.leaf("format", order.text("DiskContainer.Format")),
              Element.leaf("snapshotId", snapshot),
              Element.of(
                  "userBucket",
                  Element.leaf("s3Bucket", file.text("S3Bucket")),
                  Element.leaf("s3Key", file.text("S3Key")))),
          Tags.items(tags));
    }
  }

  void settle() {
    for (var task : tasks.values()) {
      if (task.status.equals("active") && !ec2.now().isBefore(task.begun.plus(TAKES))) {
        finish(task);
      }
      if (task.status.equals("deleting") && !ec2.now().isBefore(task.changed.plus(LEAVES))) {
        task.become("deleted", task.message, ec2.now());
      }
    }
  }

  private void finish(Task task) {
    var file = task.order.below("DiskContainer.UserBucket");
    var size = s3.sizeGiB(file.text("S3Bucket"), file.text("S3Key"));
    if (size.isEmpty()) {
      task.become(
          "deleting",
          "ClientError: The file %s of bucket %s was not found."
              .formatted(file.text("S3Key"), file.text("S3Bucket")),
          ec2.now());
      return;
    }
    task.snapshot =
        snapshots.add(size.getAsInt(), "Created by AWS-VMImport service for " + task.id);
    task.become("completed", "", ec2.now());
  }

  List<Element> begin(Parameters call) {
    var token = call.text("ClientToken");
    var known = byToken.get(token);
    if (!token.isEmpty() && known != null) {
      if (!known.order.equals(call)) {
        throw Refused.because(
            "IdempotentParameterMismatch",
            "The request uses the same client token as a previous, but non-identical request.");
      }
      return known.content();
    }
    if (!role) {
      throw Refused.because(
          "InvalidParameter",
          "The service role vmimport provided does not exist or does not have sufficient"
              + " permissions");
    }
    var format = call.text("DiskContainer.Format").toUpperCase(Locale.ROOT);
    if (!FORMATS.contains(format)) {
      throw Refused.because("InvalidParameter", "The disk format " + format + " is not supported");
    }
    var task =
        new Task(
            ec2.newId("import-snap"),
            call,
            Tags.of(call, "import-snapshot-task", Set.of("import-snapshot-task")),
            ec2.now());
    tasks.put(task.id, task);
    if (!token.isEmpty()) {
      byToken.put(token, task);
    }
    return task.content();
  }

  /** A new one is shown a little later, as new instances are. */
  List<Element> describe(Parameters call) {
    var asked = call.texts("ImportTaskId");
    var shown =
        tasks.values().stream()
            .filter(task -> !ec2.now().isBefore(task.begun.plus(ec2.lag)))
            .filter(task -> asked.isEmpty() || asked.contains(task.id))
            .toList();
    if (shown.size() < asked.size()) {
      throw Refused.because(
          "InvalidConversionTaskId", "Tasks " + asked + " are not all there to be shown");
    }
    var page = Filters.Page.of(shown, call, ec2.longestPage);
    return List.of(
        page.items("importSnapshotTaskSet", task -> Element.of("item", task.content())),
        page.token());
  }

  List<Element> cancel(Parameters call) {
    var task = tasks.get(call.text("ImportTaskId"));
    if (task == null) {
      throw Refused.because(
          "InvalidConversionTaskId", "There is no task " + call.text("ImportTaskId"));
    }
    var before = task.status;
    if (!before.equals("active")) {
      throw Refused.because("IncorrectState", "The task is " + before + " and cannot be canceled");
    }
    task.become("deleting", CANCELLED, ec2.now());
    return List.of(
        Element.leaf("importTaskId", task.id),
        Element.leaf("previousState", before),
        Element.leaf("state", task.status));
  }

  /** Those that still work. */
  Set<String> running() {
    var running = new TreeSet<String>();
    tasks.values().stream()
        .filter(task -> task.status.equals("active"))
        .forEach(task -> running.add(task.id));
    return running;
  }
}
