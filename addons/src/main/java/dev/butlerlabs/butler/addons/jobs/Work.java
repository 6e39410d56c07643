package dev.butlerlabs.butler.addons.jobs;

import java.util.function.Consumer;

/** What a job does. It ends soon after its thread is interrupted. */
public interface Work<T> {

  /**
   * Does it and returns what came of it.
   *
   * @param step is told what the job is at, in a few words; whoever tells nothing for long counts
   *     as slow
   */
  T run(Consumer<String> step);
}
