package dev.butlerlabs.butler.bench.engine;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** A small custom resource to be reconciled in great numbers. */
@Group("bench.butlerlabs.dev")
@Version("v1")
public final class Parcel extends CustomResource<Parcel.Spec, Parcel.Status> implements Namespaced {

  /** What a person would edit. */
  public record Spec(String mark, String text) {}

  /** What a reconciler writes. */
  public record Status(@Nullable String seenBy) {}

  @Override
  protected @Nullable Spec initSpec() {
    return null;
  }

  @Override
  protected @Nullable Status initStatus() {
    return null;
  }

  boolean seenBy(String who) {
    var told = getStatus();
    return told != null && who.equals(told.seenBy());
  }
}
