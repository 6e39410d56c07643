package dev.butlerlabs.butler.addons.jobs;

/** What a job works on. Two jobs with the same key never run at once. */
public record JobKey(String cluster, String release) {
  @Override
  public String toString() {
    return release + " on " + cluster;
  }
}
