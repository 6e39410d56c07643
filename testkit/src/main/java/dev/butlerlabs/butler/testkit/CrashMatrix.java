package dev.butlerlabs.butler.testkit;

import dev.butlerlabs.butler.testkit.faults.Call;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.Faults;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A story played once undisturbed and then once for every call and fault, each time in a fresh
 * namespace. However it is disturbed, it must end in the same state.
 *
 * <p>After an exception the process is tried again, after a kill another one starts from what is
 * stored. A process that returns without an exception is not tried again: it said that it is done.
 */
public final class CrashMatrix {

  private static final Duration DEADLINE = Duration.ofMinutes(2);

  /** How often a process that fails without being disturbed any more is tried again. */
  private static final int TRIES = 3;

  private final TestCluster cluster;
  private final Story story;
  private final KubernetesSerialization format;
  private final Set<Fault> faults;
  private final boolean reads;
  private final Cells selection;

  private CrashMatrix(
      TestCluster cluster,
      Story story,
      KubernetesSerialization format,
      Set<Fault> faults,
      boolean reads,
      Cells selection) {
    this.cluster = cluster;
    this.story = story;
    this.format = format;
    this.faults = faults;
    this.reads = reads;
    this.selection = selection;
  }

  /** Every write, with every fault that needs no further hand. */
  public static CrashMatrix of(TestCluster cluster, Story story) {
    return new CrashMatrix(
        cluster,
        story,
        new KubernetesSerialization(),
        Fault.selfContained(),
        false,
        Cells.everything());
  }

  public CrashMatrix with(KubernetesSerialization other) {
    return new CrashMatrix(cluster, story, other, faults, reads, selection);
  }

  /** Only these faults. */
  public CrashMatrix faults(Fault first, Fault... more) {
    return new CrashMatrix(cluster, story, format, EnumSet.of(first, more), reads, selection);
  }

  /** Breaks reading calls as well. */
  public CrashMatrix readsToo() {
    return new CrashMatrix(cluster, story, format, faults, true, selection);
  }

  /** A part of a large matrix, drawn by a seed that a failure tells. */
  public CrashMatrix sample(long seed, int cells) {
    return new CrashMatrix(cluster, story, format, faults, reads, Cells.draw(seed, cells));
  }

  /** The one cell that a failure named, to look at it alone. */
  public CrashMatrix only(int call, Fault fault) {
    return new CrashMatrix(
        cluster, story, format, faults, reads, Cells.one(new Cells.Cell(call, fault)));
  }

  /** What was tried. */
  public record Outcome(List<Call> calls, int cells, Duration took) {

    @Override
    public String toString() {
      return "crash matrix: %d calls, %d disturbed runs in %d ms"
          .formatted(calls.size(), cells, took.toMillis());
    }
  }

  /** How the story went undisturbed. */
  private record Run(String namespace, String endState, List<Call> calls) {

    private String words(Cells.Cell cell) {
      return calls.get(cell.call() - 1).what().replace(namespace, "{namespace}");
    }
  }

  /** Plays everything; throws with one paragraph for each disturbed run that ended otherwise. */
  public Outcome run() {
    var start = System.nanoTime();
    var calm = undisturbed();
    var cells = selection.of(calm.calls().size(), faults);
    if (cells.isEmpty()) {
      throw new AssertionError(
          "there is no call to break: undisturbed, the story made " + calm.calls());
    }
    var failures = new ArrayList<String>();
    for (var cell : cells) {
      disturbed(cell, calm).ifPresent(why -> failures.add(paragraph(cell, calm.words(cell), why)));
    }
    if (!failures.isEmpty()) {
      throw new AssertionError(
          "%d of %d disturbed runs (%s) went wrong:\n%s"
              .formatted(
                  failures.size(), cells.size(), selection.words(), String.join("\n", failures)));
    }
    return new Outcome(calm.calls(), cells.size(), Duration.ofNanos(System.nanoTime() - start));
  }

  private Run undisturbed() {
    var namespace = prepared();
    try (var process = process(Faults.none())) {
      var life = Life.play(story, process, namespace, DEADLINE);
      if (!(life instanceof Life.Finished)) {
        throw new AssertionError(
            "the story does not even end well undisturbed: %s\n%s"
                .formatted(told(life), process.calls()),
            life instanceof Life.Failed(var why) ? why : null);
      }
      return new Run(namespace, endState(namespace), broken(process));
    }
  }

  /** Says what went wrong, if anything. */
  private Optional<String> disturbed(Cells.Cell cell, Run calm) {
    var namespace = prepared();
    try (var process = process(aim(cell))) {
      var life = Life.play(story, process, namespace, DEADLINE);
      if (process.calls().faulted().isEmpty()) {
        return Optional.of("that call was not made this time:\n" + process.calls());
      }
      var wrong = recovered(life, process, namespace);
      return wrong.isPresent() ? wrong : Differences.between(calm.endState(), endState(namespace));
    }
  }

  /** Tries again until the story ends by itself; says so if it does not. */
  private Optional<String> recovered(Life first, RecordingClient process, String namespace) {
    var life = first;
    var alive = process;
    for (int tries = 0; tries < TRIES && !(life instanceof Life.Finished); tries++) {
      if (life instanceof Life.Wrong(var how)) {
        return Optional.of(how);
      }
      alive = life instanceof Life.Dead ? alive.restart(Faults.none()) : alive;
      life = Life.play(story, alive, namespace, DEADLINE);
    }
    alive.close();
    return life instanceof Life.Finished
        ? Optional.empty()
        : Optional.of("it did not recover: %s\n%s".formatted(told(life), alive.calls()));
  }

  private String prepared() {
    var namespace = cluster.freshNamespace();
    story.arrange(cluster.client(), namespace);
    return namespace;
  }

  private RecordingClient process(Faults script) {
    return new RecordingClient(cluster.config(), format, script);
  }

  private String endState(String namespace) {
    return story.endState(cluster.client(), namespace).replace(namespace, "{namespace}");
  }

  private List<Call> broken(RecordingClient process) {
    return reads ? process.calls().requests() : process.calls().writes();
  }

  private Faults aim(Cells.Cell cell) {
    return reads
        ? Faults.none().at(cell.call(), cell.fault())
        : Faults.none().atWrite(cell.call(), cell.fault());
  }

  private String paragraph(Cells.Cell cell, String call, String why) {
    return "  %s %d (%s), fault %s: %s\n    alone: only(%d, Fault.%s)%s"
        .formatted(
            reads ? "call" : "write",
            cell.call(),
            call,
            cell.fault(),
            why,
            cell.call(),
            cell.fault(),
            reads ? " with readsToo()" : "");
  }

  private static String told(Life life) {
    return switch (life) {
      case Life.Finished _ -> "finished";
      case Life.Dead _ -> "killed";
      case Life.Failed(var why) -> why.toString();
      case Life.Wrong(var how) -> how;
    };
  }
}
