package dev.butlerlabs.butler.kube.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;

/** Keeps objects without their managed fields, which nobody reads here and which can be half. */
final class LeanStore<T extends HasMetadata> extends BasicItemStore<T> {

  LeanStore() {
    super(Cache::metaNamespaceKeyFunc);
  }

  @Override
  public T put(String key, T object) {
    object.getMetadata().setManagedFields(List.of());
    return super.put(key, object);
  }
}
