package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.jobs.JobKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.write.EventQueue;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Has Events about offers wait while many offers are tried: a change of the catalog concerns very
 * many addons, and what each would change comes before Events about it.
 */
final class Quiet {

  /** Fewer offers than these leave room for Events. */
  static final int MANY = 20;

  /** Fewer than these let Events go that waited; not as many as above, or they came in spurts. */
  static final int FEW = MANY / 2;

  /** One cluster that hangs keeps back the Events of others for no longer. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private final Supplier<EventQueue.Hold> holding;
  private final Timeline timeline;

  // All of it is guarded by this.
  private final Set<JobKey> trying = new HashSet<>();
  private EventQueue.@Nullable Hold hold;
  private Timeline.@Nullable Alarm alarm;

  /**
   * Nothing is tried yet.
   *
   * @param holding holds Events back
   */
  Quiet(Supplier<EventQueue.Hold> holding, Timeline timeline) {
    this.holding = holding;
    this.timeline = timeline;
  }

  synchronized void begun(JobKey trial) {
    if (trying.add(trial) && trying.size() == MANY && hold == null) {
      hold = holding.get();
      alarm = timeline.at(timeline.instant().plus(LONGEST), this::release);
    }
  }

  synchronized void ended(JobKey trial) {
    if (trying.remove(trial) && trying.size() < FEW) {
      release();
    }
  }

  private synchronized void release() {
    if (alarm != null) {
      alarm.cancel();
      alarm = null;
    }
    if (hold != null) {
      hold.close();
      hold = null;
    }
  }
}
