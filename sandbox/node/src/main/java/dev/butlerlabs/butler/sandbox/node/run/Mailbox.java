package dev.butlerlabs.butler.sandbox.node.run;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Runs what is posted one after the other, on a virtual thread that lives while there is work. */
final class Mailbox {

  private final String name;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean working;

  Mailbox(String name) {
    this.name = name;
  }

  synchronized void post(Runnable task) {
    waiting.add(task);
    if (!working) {
      working = true;
      Thread.ofVirtual().name(name).start(this::work);
    }
  }

  private void work() {
    for (var task = next(); task != null; task = next()) {
      task.run();
    }
  }

  private synchronized @Nullable Runnable next() {
    var task = waiting.poll();
    working = task != null;
    return task;
  }
}
