package dev.butlerlabs.butler.api.clusters;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.NoField;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The first pool of workers of a cluster. The number is required by a rule: a field the schema
 * requires would keep the API server from telling those who write {@code pools} what to do.
 */
@Rule(
    value = "has(self.replicas) || has(self.pools)",
    message = "replicas is missing; say how many workers the first pool has, at least 1",
    fieldPath = ".replicas")
@NoField(
    name = "pools",
    list = true,
    message =
        "spec.workers.pools is no field of a TenantCluster; spec.workers is the first pool itself"
            + " (replicas, machineTemplate), further pools stand in spec.workerPools")
public record Workers(
    @Range(min = 1)
        @Doc(
            "Number of workers; at least 1. Must be given. With autoscaling the number it begins"
                + " with.")
        Integer replicas,
    @Doc(
            "Leaves the number of workers to an autoscaler, within these bounds: they are put on"
                + " the pool's MachineDeployment for the cluster autoscaler, and Butler does not"
                + " touch the number while the cluster is awake.")
        @Nullable Autoscaling autoscaling,
    @Doc("The machines of the pool. A change replaces them one by one.")
        @Nullable MachineTemplate machineTemplate)
    implements Wire {

  /** The same pool in the form the further pools have. */
  WorkerPool asPool() {
    return new WorkerPool(
        WorkerPool.FIRST, replicas, autoscaling, machineTemplate, Map.of(), List.of());
  }
}
