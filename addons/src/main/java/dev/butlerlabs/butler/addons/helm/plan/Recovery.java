package dev.butlerlabs.butler.addons.helm.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What to do with a release before its chart can be installed or upgraded.
 *
 * <p>Helm locks a release by the status of its newest revision, and nothing else: whoever is killed
 * in between leaves the lock behind for ever. Nobody can ask Helm whether the holder still lives,
 * so the lock counts as left behind once it is older than any holder may take.
 */
public final class Recovery {

  private Recovery() {}

  /** What comes next. */
  public sealed interface Step {

    /** There is no such release. */
    record Install() implements Step {}

    /** There is one, and nobody holds it. */
    record Upgrade() implements Step {}

    /** Somebody may be at work until then. */
    record Wait(Instant until) implements Step {}

    /** The lock was left behind; going back to this revision takes it away. */
    record RollBack(int revision) implements Step {}

    /** What is there never served and cannot be built upon; it goes, and is installed anew. */
    record Remove(String why) implements Step {}
  }

  /**
   * The step that the history asks for.
   *
   * @param patience how old a lock must be to count as left behind
   */
  public static Step next(List<Revision> history, Instant now, Duration patience) {
    return history.stream()
        .max(Comparator.comparingInt(Revision::number))
        .map(newest -> after(newest, history, now, patience))
        .orElseGet(Step.Install::new);
  }

  /** The revision to go back to when an upgrade has failed; none when it changed nothing. */
  public static Optional<Integer> afterFailure(List<Revision> history) {
    return history.stream()
        .max(Comparator.comparingInt(Revision::number))
        .filter(newest -> newest.status() == ReleaseStatus.FAILED)
        .flatMap(_ -> lastServed(history));
  }

  /** Whether an operation that has ended got as far as changing anything. */
  public static boolean begun(List<Revision> before, List<Revision> history) {
    return newest(history) > newest(before);
  }

  private static int newest(List<Revision> history) {
    return history.stream().mapToInt(Revision::number).max().orElse(0);
  }

  /**
   * The lock that an operation of ours has left behind, which has just ended.
   *
   * @param before the history when it began
   */
  public static Optional<Revision> lock(List<Revision> before, List<Revision> history) {
    var known = newest(before);
    return history.stream()
        .max(Comparator.comparingInt(Revision::number))
        .filter(newest -> newest.number() > known && newest.status().locked());
  }

  private static Step after(
      Revision newest, List<Revision> history, Instant now, Duration patience) {
    return switch (newest.status()) {
      case DEPLOYED, SUPERSEDED, FAILED, UNKNOWN -> new Step.Upgrade();
      case UNINSTALLED -> new Step.Remove("it was uninstalled and its history kept");
      case UNINSTALLING ->
          free(newest, now, patience, new Step.Remove("its removal was cut off half-way"));
      case PENDING_INSTALL, PENDING_UPGRADE, PENDING_ROLLBACK ->
          free(newest, now, patience, back(history));
    };
  }

  private static Step free(Revision newest, Instant now, Duration patience, Step then) {
    var leftBehind = newest.updated().plus(patience);
    return now.isBefore(leftBehind) ? new Step.Wait(leftBehind) : then;
  }

  private static Step back(List<Revision> history) {
    return lastServed(history)
        .<Step>map(Step.RollBack::new)
        .orElseGet(() -> new Step.Remove("its first installation was cut off half-way"));
  }

  /** The newest revision that served. */
  public static Optional<Integer> lastServed(List<Revision> history) {
    return history.stream()
        .filter(revision -> revision.status().served())
        .map(Revision::number)
        .max(Comparator.naturalOrder());
  }
}
