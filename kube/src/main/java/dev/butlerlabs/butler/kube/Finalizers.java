package dev.butlerlabs.butler.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** How the engine puts a feature's finalizer on an object and takes it off again. */
public interface Finalizers {

  /**
   * Makes sure the finalizer stands on the object; nothing happens when deletion has begun.
   *
   * @return the object as it is stored now, so that what is written next fits its version
   */
  <T extends HasMetadata> T add(T object, String finalizer);

  /** Makes sure it stands there no more; an object already gone is fine. */
  void remove(HasMetadata object, String finalizer);
}
