package dev.butlerlabs.butler.addons.jobs;

/** What one holds of a job. */
public interface Ticket<T> {

  JobKey key();

  JobState<T> state();

  /** Calls the job off; does nothing once it has ended. Does not wait. */
  void cancel();
}
