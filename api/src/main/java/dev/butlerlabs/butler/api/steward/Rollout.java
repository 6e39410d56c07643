package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import io.fabric8.kubernetes.api.model.IntOrString;
import org.jspecify.annotations.Nullable;

/** How pods are replaced when the control plane changes. */
public record Rollout(
    @Doc("RollingUpdate starts new pods before old ones stop; Recreate stops the old ones first.")
        @Nullable String type,
    @Doc("Pace of a rolling update; not allowed with Recreate.")
        @Nullable RollingUpdate rollingUpdate)
    implements Wire {

  /** How many pods may be too many or too few meanwhile. */
  public record RollingUpdate(
      @Doc(
              "How many pods there may be above the wanted number: a count or a percentage, for"
                  + " example 100%.")
          @Nullable IntOrString maxSurge,
      @Doc(
              "How many pods may be missing from the wanted number: a count or a percentage, for"
                  + " example 0.")
          @Nullable IntOrString maxUnavailable)
      implements Wire {}
}
