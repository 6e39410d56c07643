package dev.butlerlabs.butler.api.clusters;

import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.Optional;

/**
 * Which workers can join at all, for whoever judges an order and for whoever makes it: they join
 * with kubeadm, from an image that has kubelet, kubeadm and a container runtime.
 */
public final class Joining {

  /** What to name where workers cannot join. */
  public static final String INSTEAD = "name rocky or kairos, with an image that holds kubeadm";

  private Joining() {}

  /** Why workers of that pool could join nowhere; empty when they can. */
  public static Optional<Problem> problem(String pool, OsType os) {
    return switch (os) {
      case ROCKY, FLATCAR, KAIROS -> Optional.empty();
      case TALOS, BOTTLEROCKET ->
          Optional.of(
              new Problem(
                  field(pool),
                  "workers join with kubeadm, which such machines do not have",
                  INSTEAD));
    };
  }

  /** How the field of that pool is called in a sentence. */
  public static String field(String pool) {
    return "machineTemplate.os.type of pool " + pool;
  }
}
