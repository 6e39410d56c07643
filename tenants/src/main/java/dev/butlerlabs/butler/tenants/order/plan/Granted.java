package dev.butlerlabs.butler.tenants.order.plan;

import dev.butlerlabs.butler.api.clusters.MachineTemplate;
import dev.butlerlabs.butler.api.clusters.TenantClusterSpec;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.clusters.WorkerPool;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a manifest asks for with what is in force. They differ while an edit is refused, or
 * nobody has looked at it yet.
 */
final class Granted {

  private Granted() {}

  /** Whether all that the manifest says is in force; what it leaves out is. */
  static boolean wholly(TenantClusterSpec asked, Effective given) {
    return said(asked.kubernetesVersion(), given.kubernetesVersion())
        && (asked.pools().isEmpty() || pools(asked.pools(), given.pools()));
  }

  private static boolean pools(List<WorkerPool> asked, List<WorkerPool> given) {
    return asked.size() == given.size()
        && asked.stream().allMatch(pool -> given.stream().anyMatch(other -> pool(pool, other)));
  }

  private static boolean pool(WorkerPool asked, WorkerPool given) {
    return asked.name().equals(given.name())
        && Objects.equals(asked.replicas(), given.replicas())
        && Objects.equals(asked.autoscaling(), given.autoscaling())
        && asked.labels().equals(given.labels())
        && asked.taints().equals(given.taints())
        && template(asked.machineTemplate(), given.machineTemplate());
  }

  private static boolean template(
      @Nullable MachineTemplate asked, @Nullable MachineTemplate given) {
    if (asked == null) {
      return true;
    }
    var other = Optional.ofNullable(given);
    return said(asked.cpu(), other.map(MachineTemplate::cpu).orElse(null))
        && said(asked.memory(), other.map(MachineTemplate::memory).orElse(null))
        && said(asked.diskSize(), other.map(MachineTemplate::diskSize).orElse(null))
        && said(asked.os(), other.map(MachineTemplate::os).orElse(null));
  }

  private static <T> boolean said(@Nullable T asked, @Nullable T given) {
    return asked == null || asked.equals(given);
  }
}
