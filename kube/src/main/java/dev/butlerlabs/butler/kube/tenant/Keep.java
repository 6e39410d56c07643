package dev.butlerlabs.butler.kube.tenant;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is kept in memory of the objects a tenant shows, so that a tenant cannot fill ours.
 *
 * @param which objects are kept; others are forgotten as soon as they were seen
 * @param most of them at a time
 * @param trim what is done with each before it is kept
 */
public record Keep<T extends HasMetadata>(Predicate<T> which, int most, Trim<T> trim) {

  /** Takes away what nobody will ask for. */
  public interface Trim<T> {

    /**
     * Changes the object.
     *
     * @param before what was kept of it until now; null when it is new
     */
    void trim(T object, @Nullable T before);
  }

  /** Objects whole. */
  public Keep(Predicate<T> which, int most) {
    this(which, most, (_, _) -> {});
  }

  /** Everything that is selected. */
  public static <T extends HasMetadata> Keep<T> all() {
    return new Keep<>(_ -> true, Integer.MAX_VALUE);
  }

  ItemStore<T> store() {
    return new Store<>(this);
  }

  /** Without managed fields, which nobody reads here. */
  private static final class Store<T extends HasMetadata> extends BasicItemStore<T> {

    private final Keep<T> keep;

    Store(Keep<T> keep) {
      super(Cache::metaNamespaceKeyFunc);
      this.keep = keep;
    }

    @Override
    public @Nullable T put(String key, T object) {
      var before = get(key);
      if (!keep.which().test(object) || (size() >= keep.most() && before == null)) {
        return remove(key);
      }
      object.getMetadata().setManagedFields(List.of());
      keep.trim().trim(object, before);
      return super.put(key, object);
    }
  }
}
