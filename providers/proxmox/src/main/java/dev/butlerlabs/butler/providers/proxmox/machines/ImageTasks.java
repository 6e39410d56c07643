package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.providers.proxmox.machines.ProxmoxApi.Task;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import java.time.Duration;
import java.time.InstantSource;

/** What the tasks about an image mean. */
record ImageTasks(InstantSource clock) {

  /** How long a failed task is told before it is tried again. */
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMinutes(1);

  static String what(String verb, ImageId id) {
    return verb + " image " + id.name();
  }

  void requireNoFreshFailure(String what, Task task) throws Trouble {
    var ended = task.ended();
    if (task.failed()
        && ended != null
        && ended.plus(PAUSE_AFTER_FAILURE).isAfter(clock.instant())) {
      throw new Trouble(failure(what, task.exit()));
    }
  }

  /** A task that failed did so, whatever its words remind of; only a full storage is different. */
  private static Fault failure(String what, String words) {
    var told = ProxmoxFaults.told(what, words);
    return told instanceof Fault.Quota ? told : new Fault.Failed(what, words);
  }
}
