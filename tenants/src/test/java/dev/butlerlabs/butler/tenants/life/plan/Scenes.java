package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.ControlPlaneResources;
import dev.butlerlabs.butler.api.clusters.Autoscaling;
import dev.butlerlabs.butler.api.clusters.ClusterAddons;
import dev.butlerlabs.butler.api.clusters.HostedControlPlane;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Quantity;
import dev.butlerlabs.butler.providers.spi.infrastructure.MachineSize;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder.Endpoint;
import dev.butlerlabs.butler.tenants.objects.plan.Template;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Orders and what was seen of them. */
public final class Scenes {

  static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private Scenes() {}

  /** An order for cluster web with these pools of two workers each. */
  public static Order order(String version, String... pools) {
    return new Order(
        new ObjectKey("shop", "web"),
        "0b6e2c1a-1111-2222-3333-444455556666",
        "shop",
        "",
        version,
        new ObjectKey("butler-system", "lab"),
        new HostedControlPlane(null, null, null, List.of(), null, null),
        new ControlPlaneResources(null, null, null, null),
        null,
        Arrays.stream(pools).map(name -> pool(name, 2, OsType.ROCKY)).toList(),
        new Order.Networks("10.244.0.0/16", "10.96.0.0/12"),
        List.of(),
        null,
        ClusterAddons.none(),
        false,
        "",
        List.of(),
        Order.Own.NOTHING);
  }

  /** The same, with no further pool to begin. */
  static Order paused(Order order) {
    return new Order(
        order.key(),
        order.uid(),
        order.team(),
        order.environment(),
        order.version(),
        order.provider(),
        order.plane(),
        order.resources(),
        order.exposure(),
        order.pools(),
        order.networks(),
        order.timeServers(),
        order.override(),
        order.addons(),
        true,
        "",
        List.of(),
        Order.Own.NOTHING);
  }

  static Pool pool(String name, int replicas, OsType os) {
    return new Pool(
        name,
        replicas,
        null,
        MachineSize.of(4, new Quantity("16Gi"), new Quantity("100Gi")),
        os,
        null,
        null,
        Map.of(),
        List.of());
  }

  /** The same pool, whose number an autoscaler says. */
  static Pool scaled(Pool pool, int min, int max) {
    return new Pool(
        pool.name(),
        pool.replicas(),
        new Autoscaling(min, max),
        pool.size(),
        pool.os(),
        pool.image(),
        pool.sshKey(),
        pool.labels(),
        pool.taints());
  }

  /** The same order with other pools. */
  static Order with(Order order, Pool... pools) {
    return new Order(
        order.key(),
        order.uid(),
        order.team(),
        order.environment(),
        order.version(),
        order.provider(),
        order.plane(),
        order.resources(),
        order.exposure(),
        List.of(pools),
        order.networks(),
        order.timeServers(),
        order.override(),
        order.addons(),
        order.paused(),
        order.undeletes(),
        order.images(),
        order.own());
  }

  /** The same order, with what the cluster says itself. */
  static Order saying(Order order, Order.Own own) {
    return new Order(
        order.key(),
        order.uid(),
        order.team(),
        order.environment(),
        order.version(),
        order.provider(),
        order.plane(),
        order.resources(),
        order.exposure(),
        order.pools(),
        order.networks(),
        order.timeServers(),
        order.override(),
        order.addons(),
        order.paused(),
        order.undeletes(),
        order.images(),
        own);
  }

  static PlaneView plane(String ordered, String runs) {
    return new PlaneView(
        ordered,
        runs,
        true,
        true,
        new Endpoint("192.0.2.10", 6443),
        "web-admin-kubeconfig",
        said("Available", Truth.TRUE, "Ready", Truth.TRUE));
  }

  static Conditions said(String type, Truth truth, String other, Truth otherTruth) {
    return new Conditions(List.of(condition(type, truth), condition(other, otherTruth)));
  }

  static Condition condition(String type, Truth truth) {
    return new Condition(type, truth, type, type + " was told", NOW, 1L);
  }

  static ClusterView cluster() {
    return new ClusterView(
        "web",
        false,
        "LocalCluster",
        said("InfrastructureReady", Truth.TRUE, "ControlPlaneInitialized", Truth.TRUE));
  }

  static DeploymentView deployment(String pool, String version, int upToDate) {
    return new DeploymentView(
        "web-" + pool, false, true, 2, 2, upToDate, template(pool, version), null);
  }

  static Template template(String pool, String version) {
    return new Template(
        version,
        new Template.Ref("bootstrap.cluster.x-k8s.io", "KubeadmConfigTemplate", "b-" + pool),
        new Template.Ref("infrastructure.cluster.x-k8s.io", "LocalMachineTemplate", "m-" + pool));
  }

  static MachineView machine(String pool, int number, Truth ready) {
    return machine(pool, number, ready, "");
  }

  static MachineView machine(String pool, int number, Truth ready, String kubelet) {
    var name = "web-%s-%d".formatted(pool, number);
    return new MachineView(
        name,
        "web-" + pool,
        "v1.36.3",
        false,
        name,
        kubelet,
        new Conditions(List.of(condition("Ready", ready))));
  }
}
