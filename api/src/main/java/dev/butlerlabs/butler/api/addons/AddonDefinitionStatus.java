package dev.butlerlabs.butler.api.addons;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of an entry of the catalog. */
public record AddonDefinitionStatus(
    @Doc("How far its last change is. Left out: it has no rollout.") @Nullable RolloutState rollout)
    implements Wire {

  /** How far a change is on its way over the clusters. */
  public record RolloutState(
      @Doc("Version that is offered to those who name none.") String version,
      @Doc("Addons of all waves.") int total,
      @Doc("Those that have taken what is offered and serve.") int done,
      @Doc("Addons that follow the rollout and whose cluster is in no wave.") int outside,
      @Doc("The same for each wave, in their order.") List<WaveState> waves,
      @Doc("Why nobody further takes it, and what to do. Left out: it goes on, or is done.")
          @Nullable String halted)
      implements Wire {

    public RolloutState {
      waves = Wire.list(waves);
    }
  }

  /** How far a wave is. */
  public record WaveState(
      @Doc("Name of the wave, as the rollout has it.") String name,
      @Doc("Addons on its clusters that follow the rollout.") int total,
      @Doc("Those that have taken what is offered and serve.") int done,
      @Doc("Those that failed or do not serve, as namespace/name, the first ones of many.")
          List<String> failed)
      implements Wire {

    public WaveState {
      failed = Wire.list(failed);
    }
  }
}
