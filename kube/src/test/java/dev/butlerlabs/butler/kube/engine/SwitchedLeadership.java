package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kube.lead.Leadership;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A lead that a test gives and takes. */
final class SwitchedLeadership implements Leadership {

  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean leading;

  @Override
  public boolean leading() {
    return leading;
  }

  @Override
  public Registration onChange(Listener listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  void set(boolean mayAct) {
    leading = mayAct;
    listeners.forEach(listener -> listener.changed(mayAct));
  }
}
