package dev.butlerlabs.butler.sandbox.plane;

import java.time.Duration;

/** What a control plane is for. */
public enum Mode {

  /**
   * For one test run: only the controllers that tests lean on (namespaces, garbage collection,
   * service accounts), no scheduler, no waiting for the disk, no patience when stopping.
   */
  TEST(Duration.ofMillis(100)),

  /** For people: all controllers, the scheduler, data that survives a power cut. */
  SANDBOX(Duration.ofSeconds(8));

  private final Duration grace;

  Mode(Duration grace) {
    this.grace = grace;
  }

  Duration grace() {
    return grace;
  }
}
