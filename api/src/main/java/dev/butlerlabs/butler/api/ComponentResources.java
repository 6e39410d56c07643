package dev.butlerlabs.butler.api;

import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.kernel.Quantity;
import org.jspecify.annotations.Nullable;

/** How much CPU and memory one component is promised and may at most use. */
public record ComponentResources(
    @Doc("What the component is promised; the scheduler keeps that much free for it.")
        @Nullable Amounts requests,
    @Doc("What the component may use at most; above it CPU is held back and memory kills it.")
        @Nullable Amounts limits)
    implements Wire {

  /** CPU and memory, each optional. */
  public record Amounts(
      @Doc("CPU in cores, for example 500m or 2. Left out: no amount is set.")
          @Nullable Quantity cpu,
      @Doc("Memory in bytes, for example 512Mi or 2Gi. Left out: no amount is set.")
          @Nullable Quantity memory)
      implements Wire {}
}
