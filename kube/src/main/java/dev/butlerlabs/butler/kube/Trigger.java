package dev.butlerlabs.butler.kube;

import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * News from outside the cluster: whoever hears of something there brings up the object it concerns.
 *
 * <p>Named in {@link Watches#triggeredBy}. What is fired counts like a change of something watched:
 * it is told to the controller at once, heeds a pause after failures, and is lost if nobody leads,
 * since whoever gets the lead looks at everything.
 */
public final class Trigger {

  private final List<Consumer<ObjectKey>> listeners = new CopyOnWriteArrayList<>();

  /** Something happened that concerns the object. Returns at once; any thread may call. */
  public void fire(ObjectKey key) {
    listeners.forEach(listener -> listener.accept(key));
  }

  /** For the engine. */
  public void onFire(Consumer<ObjectKey> listener) {
    listeners.add(listener);
  }
}
