package dev.butlerlabs.butler.api.clusters;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A pool of equal workers. */
public record WorkerPool(
    @Required
        @Length(min = 1, max = 32)
        @Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")
        @Doc(
            "Name of the pool within the cluster: lower-case letters, digits and dashes, at most 32,"
                + " and at most 62 together with the cluster's name. Not workers, which is the"
                + " first pool's.")
        String name,
    @Required
        @Range(min = 0)
        @Doc(
            "Number of workers; 0 keeps the pool without machines. With autoscaling the number it"
                + " begins with.")
        Integer replicas,
    @Doc(
            "Leaves the number of workers to an autoscaler, within these bounds: they are put on"
                + " the pool's MachineDeployment for the cluster autoscaler, and Butler does not"
                + " touch the number while the cluster is awake.")
        @Nullable Autoscaling autoscaling,
    @Doc("The machines of the pool. A change replaces them one by one.")
        @Nullable MachineTemplate machineTemplate,
    @Doc("Labels put on the nodes of the pool.") Map<String, String> labels,
    @Doc("Taints put on the nodes of the pool, which keep pods away that do not tolerate them.")
        List<Taint> taints)
    implements Wire {

  /** The fixed name of the pool in {@code spec.workers}. */
  public static final String FIRST = "workers";

  public WorkerPool {
    labels = Wire.map(labels);
    taints = Wire.list(taints);
  }

  /** How many workers the pool may come to have. */
  public int most() {
    return autoscaling == null ? Objects.requireNonNullElse(replicas, 0) : autoscaling.max();
  }

  /** A mark that keeps pods away from a node. */
  public record Taint(
      @Required @Length(min = 1) @Doc("Key of the taint, for example dedicated.") String key,
      @Doc("Value of the taint, for example gpu.") @Nullable String value,
      @Required
          @Doc(
              "NoSchedule: no new pods. PreferNoSchedule: new pods only if they fit nowhere else."
                  + " NoExecute: running pods must go too.")
          Effect effect)
      implements Wire {}

  /** What a taint does to pods. */
  public enum Effect {
    @JsonProperty("NoSchedule")
    NO_SCHEDULE,
    @JsonProperty("PreferNoSchedule")
    PREFER_NO_SCHEDULE,
    @JsonProperty("NoExecute")
    NO_EXECUTE
  }
}
