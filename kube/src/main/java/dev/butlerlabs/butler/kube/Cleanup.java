package dev.butlerlabs.butler.kube;

/** How far a {@link Cleaner} got. */
public sealed interface Cleanup {

  /** Nothing is left of what the feature made; the finalizer may go. */
  record Done() implements Cleanup {}

  /** Something is left; ask again as the outcome says. */
  record Unfinished(Outcome next) implements Cleanup {}

  static Cleanup done() {
    return new Done();
  }

  static Cleanup unfinished(Outcome next) {
    return new Unfinished(next);
  }
}
