package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Format;
import dev.butlerlabs.butler.api.schema.Required;
import java.util.List;

/** How many kubeconfigs there are, and what went wrong. */
public record KubeconfigGeneratorStatus(
    @Required @Default("0") @Format("") @Doc("Number of control planes selected.") int resources,
    @Required @Default("0") @Format("") @Doc("Number of kubeconfigs that are up to date.")
        int availableResources,
    @Doc("What went wrong, one entry for each control plane.") List<Failure> errors)
    implements Wire {

  public KubeconfigGeneratorStatus {
    errors = Wire.list(errors);
  }

  /** What went wrong for one control plane. */
  public record Failure(
      @Required @Doc("The control plane, as namespace/name.") String resource,
      @Required @Doc("What went wrong, for people.") String message)
      implements Wire {}
}
