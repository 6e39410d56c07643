package dev.butlerlabs.butler.providers.harvester.infrastructure;

import dev.butlerlabs.butler.api.infra.HarvesterSettings;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawer;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Firsts;
import dev.butlerlabs.butler.providers.spi.infrastructure.Gap;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing.FromPools;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import dev.butlerlabs.butler.providers.spi.infrastructure.Sketch;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import java.util.List;

/** HarvesterCluster and HarvesterMachineTemplate. */
final class NativeObjects {

  private static final String API = "infrastructure.cluster.x-k8s.io/v1beta1";

  private NativeObjects() {}

  /** CAPHV insists on SSH access. */
  static void check(HarvesterSettings settings, Problems problems) {
    if (Firsts.text(settings.sshUser()).isEmpty() || Firsts.text(settings.sshKeyPair()).isEmpty()) {
      problems.add(
          "spec.harvester of the ProviderConfig",
          "workerProvider harvester needs an SSH user and key pair",
          "set sshUser and sshKeyPair, or workerProvider to kubevirt");
    }
  }

  static Drawing draw(
      WorkerOrder order,
      HarvesterSettings settings,
      Place place,
      Kubeconfig kubeconfig,
      Sketch sketch) {
    var drawer = new Drawer(order);
    for (var pool : order.pools()) {
      var machine = machine(settings, place, pool);
      sketch.template(pool, drawer.template(API, "HarvesterMachineTemplate", pool, machine));
    }
    var spec =
        Fields.of("targetNamespace", place.namespace())
            .with(
                "identitySecret",
                Fields.of("name", kubeconfig.name()).with("namespace", kubeconfig.namespace()))
            .withIf("server", settings.endpoint())
            // Required, though nothing of ours stands behind that load balancer.
            .with("loadBalancerConfig", Fields.of("ipamType", "dhcp"));
    if (order.addressing() instanceof FromPools pools) {
      range(pools, place, spec, sketch);
    }
    gaps(sketch);
    return sketch.drawn(
        drawer.pausedUntilEndpoint(API, "HarvesterCluster", spec), Place.NODES, null);
  }

  private static Fields machine(HarvesterSettings settings, Place place, Pool pool) {
    var root =
        Fields.of("volumeType", "image")
            .with("imageName", place.image(pool))
            .with("volumeSize", pool.size().diskGi() + "Gi")
            .with("bootOrder", 1);
    return Fields.of("cpu", pool.size().cpu())
        .with("memory", pool.size().memoryMi() + "Mi")
        .with("networks", List.of(place.network()))
        .with("sshUser", Firsts.text(settings.sshUser()).orElse(""))
        .with("sshKeyPair", Firsts.text(settings.sshKeyPair()).orElse(""))
        .withList("volumes", List.of(root));
  }

  private static void range(FromPools pools, Place place, Fields spec, Sketch sketch) {
    if (pools.ipv6()) {
      sketch.gap(Gap.nodeRangeNotTaken(pools, "CAPHV gives machines IPv4 addresses only"));
      return;
    }
    var range = pools.ranges().getFirst();
    var pool =
        Fields.of("subnet", pools.subnet())
            .with("gateway", pools.gateway())
            .with("rangeStart", range.first())
            .with("rangeEnd", range.last())
            .with("vmNetwork", place.network());
    spec.with(
        "vmNetworkConfig",
        Fields.of("gateway", pools.gateway())
            .with("subnetMask", mask(pools.prefixLength()))
            .withIf("dnsServers", pools.dnsServers())
            .with("ipPool", pool));
    if (pools.ranges().size() > 1) {
      sketch.gap(
          Gap.of(
              Gap.Reason.NODE_RANGE_TAKEN_IN_PART,
              "node range " + pools.text(),
              "CAPHV takes one range; only %s is used".formatted(range.text()),
              "give the cluster one range that is large enough"));
    }
  }

  /** The network part of IPv4 addresses, in dotted form. */
  private static String mask(int prefixLength) {
    var bits = prefixLength == 0 ? 0 : -1 << (32 - prefixLength);
    return "%d.%d.%d.%d"
        .formatted(bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255);
  }

  private static void gaps(Sketch sketch) {
    sketch.gap(
        Gap.of(
            Gap.Reason.ENDPOINT_OVERWRITTEN,
            "spec.controlPlaneEndpoint of the HarvesterCluster",
            "CAPHV makes a load balancer of its own and writes its address there; only the"
                + " Cluster's own endpoint counts",
            "choose workerProvider kubevirt where the endpoint of the HarvesterCluster must be"
                + " right"));
  }
}
