package dev.butlerlabs.butler.api.controlplane;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.steward.ExtraMetadata;
import org.jspecify.annotations.Nullable;

/** The control plane to be made. */
public record StewardControlPlaneTemplateSpec(
    @Required @Doc("The control plane to be made; size and version come from the cluster.")
        Template template)
    implements Wire {

  /** Metadata and settings of the control planes. */
  public record Template(
      @Doc("Labels and annotations for the control planes.") @Nullable ExtraMetadata metadata,
      @Required @Doc("Settings of the control planes.") ControlPlaneSettings spec)
      implements Wire {}
}
