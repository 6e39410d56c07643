package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.tenants.objects.plan.ClusterObjects;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The objects of one cluster as they were seen; null for what is not there. */
public record Live(
    @Nullable ClusterView cluster,
    @Nullable PlaneView plane,
    List<DeploymentView> deployments,
    List<MachineView> machines) {

  public static final Live NOTHING = new Live(null, null, List.of(), List.of());

  public Live {
    deployments = List.copyOf(deployments);
    machines = List.copyOf(machines);
  }

  /** Something was made already. */
  boolean begun() {
    return cluster != null || plane != null;
  }

  Optional<PlaneView> seenPlane() {
    return Optional.ofNullable(plane);
  }

  Optional<ClusterView> seenCluster() {
    return Optional.ofNullable(cluster);
  }

  /** The kind of its platform's object; empty for none. */
  public String platform() {
    return seenCluster().map(ClusterView::infrastructure).orElse("");
  }

  /** Its API has answered before. */
  public boolean served() {
    return seenPlane().filter(PlaneView::initialized).isPresent();
  }

  /** Its control plane sleeps. */
  public boolean stopped() {
    return seenPlane().filter(PlaneView::stopped).isPresent();
  }

  /** Every machine is made from what the plan says; no template beside that is needed. */
  public boolean rolledOut(ClusterObjects plan) {
    return deployments.size() == plan.templates().size()
        && deployments.stream()
            .allMatch(one -> one.rolledOut() && plan.wants(one.name(), one.template()));
  }

  /**
   * Some machine of it is of an older template, is missing, or leaves. The machines themselves tell
   * it sooner than the count of their deployment, which lags behind when they are new.
   */
  boolean renewing(DeploymentView one) {
    var machines = machinesOf(one.name());
    var newest = machines.size() == one.wanted() && machines.stream().allMatch(MachineView::newest);
    return !one.rolledOut() && !(one.current() && !one.deleting() && newest);
  }

  Optional<DeploymentView> deployment(String name) {
    return deployments.stream().filter(one -> one.name().equals(name)).findFirst();
  }

  List<MachineView> machinesOf(String deployment) {
    return machines.stream().filter(one -> one.deployment().equals(deployment)).toList();
  }
}
