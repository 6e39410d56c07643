package dev.butlerlabs.butler.apps.manager;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/** Follows the API server's events one by one, and counts what is so at the same moment. */
final class Counter<T extends HasMetadata> implements ResourceEventHandler<T> {

  private final Predicate<T> counts;

  // Both guarded by this.
  private final Set<String> inside = new HashSet<>();
  private int most;

  Counter(Predicate<T> counts) {
    this.counts = counts;
  }

  /** The most there were at once. */
  synchronized int most() {
    return most;
  }

  synchronized Set<String> inside() {
    return Set.copyOf(inside);
  }

  @Override
  public synchronized void onAdd(T object) {
    if (counts.test(object)) {
      inside.add(object.getMetadata().getName());
      most = Math.max(most, inside.size());
    } else {
      inside.remove(object.getMetadata().getName());
    }
  }

  @Override
  public void onUpdate(T before, T object) {
    onAdd(object);
  }

  @Override
  public synchronized void onDelete(T object, boolean unknown) {
    inside.remove(object.getMetadata().getName());
  }
}
