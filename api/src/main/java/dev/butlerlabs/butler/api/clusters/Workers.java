package dev.butlerlabs.butler.api.clusters;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The first pool of workers of a cluster. */
public record Workers(
    @Required @Range(min = 1) @Doc("Number of workers; at least 1.") Integer replicas,
    @Doc("The machines of the pool. A change replaces them one by one.")
        @Nullable MachineTemplate machineTemplate)
    implements Wire {

  /** The same pool in the form the further pools have. */
  WorkerPool asPool() {
    return new WorkerPool(WorkerPool.FIRST, replicas, machineTemplate, Map.of(), List.of());
  }
}
