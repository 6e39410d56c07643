package dev.butlerlabs.butler.api.local;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import dev.butlerlabs.butler.api.steward.ExtraMetadata;
import org.jspecify.annotations.Nullable;

/** The machine to be made. */
public record LocalMachineTemplateSpec(@Required @Doc("The machine to be made.") Template template)
    implements Wire {

  /** Metadata and settings of the machines. */
  public record Template(
      @Doc("Labels and annotations for the machines.") @Nullable ExtraMetadata metadata,
      @Required
          @Rule(
              value = "self == oldSelf",
              message =
                  "a template cannot be changed, because machines made from it would not follow;"
                      + " make a template with another name and refer to that")
          @Doc("Settings of the machines; fixed.")
          LocalMachineSpec spec)
      implements Wire {}
}
