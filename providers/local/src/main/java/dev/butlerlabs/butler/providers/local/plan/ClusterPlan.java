package dev.butlerlabs.butler.providers.local.plan;

import dev.butlerlabs.butler.api.local.Initialization;
import dev.butlerlabs.butler.api.local.LocalCluster;
import dev.butlerlabs.butler.api.local.LocalClusterStatus;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * What is told about a LocalCluster: there is nothing to build, so it is provisioned as soon as the
 * Cluster that claims it has a control plane. Not earlier: Cluster API then calls the API server,
 * and after a call in vain it waits for half a minute.
 *
 * @param status the fields besides the conditions
 */
public record ClusterPlan(List<Verdict> verdicts, LocalClusterStatus status) {

  private static final String SIMULATED =
      "there is nothing to build: the workers of this cluster are simulated";

  public ClusterPlan {
    verdicts = List.copyOf(verdicts);
  }

  /** Nobody has said yet which cluster it is for. */
  public static ClusterPlan alone(LocalCluster cluster) {
    var cause =
        new Cause(
            "ClusterMissing",
            "no Cluster has this as its infrastructure yet",
            "",
            "Create a Cluster whose spec.infrastructureRef names it");
    return new ClusterPlan(
        List.of(Verdict.no(Milestone.READY.wire(), cause.reason(), cause.sentence()), Pause.no()),
        asBefore(cluster));
  }

  public static ClusterPlan paused(LocalCluster cluster, String why) {
    var before = Optional.ofNullable(cluster.getStatus()).map(LocalClusterStatus::conditions);
    return new ClusterPlan(Pause.yes(why, before.orElse(List.of())), asBefore(cluster));
  }

  public static ClusterPlan waiting(LocalCluster cluster) {
    return new ClusterPlan(
        List.of(
            Verdict.no(
                Milestone.READY.wire(),
                "WaitingForControlPlane",
                "simulated workers join when the control plane of the Cluster is initialized"),
            Pause.no()),
        asBefore(cluster));
  }

  public static ClusterPlan provisioned(LocalCluster cluster) {
    return new ClusterPlan(
        List.of(Verdict.yes(Milestone.READY.wire(), "Provisioned", SIMULATED), Pause.no()),
        status(true, cluster));
  }

  /** Machines of it are still there. */
  public static ClusterPlan leaving(LocalCluster cluster, int machines) {
    var why = "it is being deleted and waits for %d LocalMachines".formatted(machines);
    return new ClusterPlan(
        List.of(Verdict.no(Milestone.READY.wire(), "Deleting", why), Pause.no()),
        asBefore(cluster));
  }

  public static boolean isProvisioned(LocalCluster cluster) {
    return Optional.ofNullable(cluster.getStatus())
        .map(LocalClusterStatus::initialization)
        .map(Initialization::provisioned)
        .orElse(false);
  }

  /** What was provisioned once stays so, whatever becomes of the owner. */
  private static LocalClusterStatus asBefore(LocalCluster cluster) {
    return isProvisioned(cluster)
        ? status(true, cluster)
        : new LocalClusterStatus(null, List.of(), null, List.of());
  }

  private static LocalClusterStatus status(boolean provisioned, LocalCluster cluster) {
    var spec = cluster.getSpec();
    return new LocalClusterStatus(
        new Initialization(provisioned),
        spec == null ? List.of() : spec.failureDomains(),
        null,
        List.of());
  }
}
