package dev.butlerlabs.butler.addons.install;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Lets in one at a time for each cluster, in the order in which they came. */
final class OneByOne {

  private final Map<String, Entrance> entrances = new ConcurrentHashMap<>();

  private static final class Entrance {
    private final ReentrantLock lock = new ReentrantLock(true);
    // Changed while the map holds the entry only.
    private int users;
  }

  /** Waits for the turn; gives it up when interrupted. */
  <R> R in(String cluster, Supplier<R> work) throws InterruptedException {
    var entrance =
        entrances.compute(
            cluster,
            (_, there) -> {
              var one = there == null ? new Entrance() : there;
              one.users++;
              return one;
            });
    try {
      entrance.lock.lockInterruptibly();
      try {
        return work.get();
      } finally {
        entrance.lock.unlock();
      }
    } finally {
      entrances.computeIfPresent(cluster, (_, one) -> --one.users == 0 ? null : one);
    }
  }

  /** For how many clusters somebody is in or waits. */
  int clusters() {
    return entrances.size();
  }
}
