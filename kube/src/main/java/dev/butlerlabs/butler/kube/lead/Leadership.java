package dev.butlerlabs.butler.kube.lead;

/** Whether this process is the one that may act. */
public interface Leadership {

  boolean leading();

  /**
   * Calls the listener after each change with the new answer, in order and one call at a time. The
   * listener returns within a few seconds. A process that lost the lead must have stopped acting
   * when the call {@code changed(false)} is over.
   */
  Registration onChange(Listener listener);

  /** Somebody who wants to know. */
  @FunctionalInterface
  interface Listener {
    void changed(boolean leading);
  }

  /** A listener's place in the list. */
  interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  /** For a process that is alone by construction, such as a test. */
  static Leadership always() {
    return new Leadership() {
      @Override
      public boolean leading() {
        return true;
      }

      @Override
      public Registration onChange(Listener listener) {
        return () -> {};
      }
    };
  }
}
