package dev.butlerlabs.butler.api.local;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Rule;
import dev.butlerlabs.butler.kernel.Quantity;
import org.jspecify.annotations.Nullable;

/** Size and place of a simulated worker, and how it misbehaves. */
@Rule(
    value =
        "!has(oldSelf.providerID) || (has(self.providerID) && self.providerID =="
            + " oldSelf.providerID)",
    message =
        "providerID cannot be changed or removed once set; delete the machine and make another")
public record LocalMachineSpec(
    @Length(min = 1, max = 512)
        @Doc(
            "Identity of the machine, the same as in its Node; filled in by the provider, then"
                + " fixed.")
        @Nullable String providerID,
    @Length(min = 1, max = 256) @Doc("Failure domain of the machine. Left out: none.")
        @Nullable String failureDomain,
    @Default("{}") @Doc("What the Node says it can hold.") @Nullable Capacity capacity,
    @Doc("How the machine misbehaves, for tests. Left out: not at all.") @Nullable Faults faults)
    implements Wire {

  /** What a Node can hold. */
  public record Capacity(
      @Default("4") @Doc("Processors; 4 when left out.") @Nullable Quantity cpu,
      @Default("16Gi") @Doc("Memory; 16Gi when left out.") @Nullable Quantity memory,
      @Default("110")
          @Range(min = 1, max = 1000)
          @Doc("Number of pods, 1 to 1000; 110 when left out.")
          @Nullable Integer maxPods)
      implements Wire {}

  /** How a machine misbehaves, for tests. */
  public record Faults(
      @Range(min = 0, max = 86400)
          @Doc(
              "Seconds after the bootstrap data is there until the machine starts, 0 to 86400; 0"
                  + " when left out.")
          @Nullable Integer startDelaySeconds,
      @Doc("The machine starts but its Node never appears; false when left out.")
          @Nullable Boolean neverJoins,
      @Range(min = 0, max = 86400)
          @Doc("Seconds after joining until the machine falls silent, 0 to 86400. Left out: never.")
          @Nullable Integer diesAfterSeconds)
      implements Wire {}
}
