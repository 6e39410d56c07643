package dev.butlerlabs.butler.kernel;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a plan tells the world after one look: the conditions, the one cause when something is not
 * right, and when to look again if nothing happens before.
 */
public record Report(List<Verdict> verdicts, Optional<Cause> cause, LookAgain lookAgain) {

  public Report {
    verdicts = List.copyOf(verdicts);
  }

  /** When the object wants to be looked at again. */
  public sealed interface LookAgain {

    /** Everything awaited is watched; no timer is needed. */
    record WhenSomethingChanges() implements LookAgain {}

    /** Nothing can be watched here; look after this long at the latest. */
    record After(Duration delay) implements LookAgain {}
  }

  public static LookAgain whenSomethingChanges() {
    return new LookAgain.WhenSomethingChanges();
  }

  public static LookAgain after(Duration delay) {
    return new LookAgain.After(delay);
  }
}
