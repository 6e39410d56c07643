package dev.butlerlabs.butler.api;

import io.fabric8.kubernetes.client.CustomResource;
import org.jspecify.annotations.Nullable;

/**
 * A custom resource whose spec and status are records. {@code getSpec()} and {@code getStatus()}
 * are null until something was written there; features read through the accessors of their own
 * kinds.
 */
public abstract class Resource<S, T> extends CustomResource<S, T> {

  @Override
  protected @Nullable S initSpec() {
    return null;
  }

  @Override
  protected @Nullable T initStatus() {
    return null;
  }
}
