package dev.butlerlabs.butler.api.clusters;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;

/** Between which numbers an autoscaler may choose that of a pool's workers. */
@Rule(
    value = "self.min <= self.max",
    message = "min is larger than max; give the fewest workers first, the most second")
public record Autoscaling(
    @Required @Range(min = 1) @Doc("The fewest workers of the pool; at least 1.") Integer min,
    @Required
        @Range(min = 1)
        @Doc("The most workers of the pool. Quotas and node addresses are counted with it.")
        Integer max)
    implements Wire {

  /** The number itself, or the bound that is nearest to it. */
  public int nearest(int number) {
    return Math.clamp(number, min, max);
  }
}
