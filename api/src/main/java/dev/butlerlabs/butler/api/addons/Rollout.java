package dev.butlerlabs.butler.api.addons;

import dev.butlerlabs.butler.api.TimeSpan;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Items;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** In which order clusters take a change of a catalog entry. */
public record Rollout(
    @Required
        @Items(min = 1, max = 20)
        @MapKey("name")
        @Doc(
            "Clusters in the order in which they take a change. A wave begins when all clusters of"
                + " the ones before have taken it and serve; a cluster belongs to the first wave"
                + " that has it.")
        List<Wave> waves,
    @Doc("true: nobody begins to take anything. Left out: not paused.") @Nullable Boolean paused)
    implements Wire {

  public Rollout {
    waves = Wire.list(waves);
  }

  /** Clusters that take a change together. */
  public record Wave(
      @Required @Length(min = 1, max = 63) @Doc("What it is called in messages.") String name,
      @Doc("Labels that a TenantCluster of the wave has. Left out: all clusters.")
          Map<String, String> clusterLabels,
      @Range(min = 1) @Doc("How many take it at the same time. Left out: 1.")
          @Nullable Integer maxParallel,
      @Pattern(TimeSpan.PATTERN)
          @Doc(
              "How long all of the wave have to serve before the next one begins, such as 30m. Left"
                  + " out: 0s.")
          @Nullable String soak)
      implements Wire {

    public Wave {
      clusterLabels = Wire.map(clusterLabels);
    }
  }
}
