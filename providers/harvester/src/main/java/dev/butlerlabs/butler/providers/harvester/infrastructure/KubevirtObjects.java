package dev.butlerlabs.butler.providers.harvester.infrastructure;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawer;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Gap;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.Sketch;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import java.util.List;
import java.util.Map;

/** KubevirtCluster and KubevirtMachineTemplate. */
final class KubevirtObjects {

  private static final String API = "infrastructure.cluster.x-k8s.io/v1alpha1";
  private static final String DISK = "root";
  private static final String NETWORK = "default";

  private KubevirtObjects() {}

  static Drawing draw(WorkerOrder order, Place place, Kubeconfig kubeconfig, Sketch sketch) {
    var drawer = new Drawer(order);
    for (var pool : order.pools()) {
      sketch.template(
          pool, drawer.template(API, "KubevirtMachineTemplate", pool, machine(order, place, pool)));
      place.guess(pool).ifPresent(sketch::gap);
    }
    if (order.addressing() instanceof NodeAddressing.FromPools pools) {
      sketch.gap(
          Gap.nodeRangeNotTaken(
              pools,
              "all machines of a pool share one KubeVirt template, which has no place for a"
                  + " range"));
    }
    var spec =
        Fields.of(
                "infraClusterSecretRef",
                Fields.of("apiVersion", "v1")
                    .with("kind", "Secret")
                    .with("name", kubeconfig.name())
                    .with("namespace", kubeconfig.namespace()))
            .with(
                "controlPlaneServiceTemplate",
                Fields.of("metadata", Fields.of("namespace", place.namespace()))
                    .with("spec", Fields.of("type", "ClusterIP")))
            .withIf("controlPlaneEndpoint", drawer.endpoint());
    return sketch.drawn(
        drawer.pausedUntilEndpoint(API, "KubevirtCluster", spec), Place.NODES, null);
  }

  private static Fields machine(WorkerOrder order, Place place, Pool pool) {
    var template =
        Fields.of(
                "metadata", Fields.of("namespace", place.namespace()).with("labels", labels(order)))
            .with(
                "spec",
                Fields.of("runStrategy", "Always")
                    .withList("dataVolumeTemplates", List.of(rootDisk(place, pool)))
                    .with("template", Fields.of("spec", instance(place, pool))));
    // Nodes are on the tenant's network, which the provider need not reach: it asks no SSH.
    return Fields.of("virtualMachineBootstrapCheck", Fields.of("checkStrategy", "none"))
        .with("virtualMachineTemplate", template);
  }

  private static Map<String, Object> labels(WorkerOrder order) {
    return Fields.of("harvesterhci.io/creator", "butler")
        .with(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER)
        .with(Labels.TENANT, order.name())
        .map();
  }

  /** Harvester fills a blank volume whose class belongs to an image with that image. */
  private static Fields rootDisk(Place place, Pool pool) {
    var size = Fields.of("storage", pool.size().diskGi() + "Gi");
    var claim =
        Fields.of("accessModes", List.of("ReadWriteMany"))
            .with("volumeMode", "Block")
            .with("storageClassName", place.storageClassOf(pool))
            .with("resources", Fields.of("requests", size));
    return Fields.of(
            "metadata",
            Fields.of("name", DISK)
                .with("annotations", Fields.of("harvesterhci.io/imageId", place.image(pool))))
        .with("spec", Fields.of("source", Fields.of("blank", Fields.none())).with("pvc", claim));
  }

  private static Fields instance(Place place, Pool pool) {
    var volume = Fields.of("name", DISK).with("dataVolume", Fields.of("name", DISK));
    var network =
        Fields.of("name", NETWORK).with("multus", Fields.of("networkName", place.network()));
    return Fields.of("domain", domain(pool))
        // Drained by CAPK, as Cluster API expects.
        .with("evictionStrategy", "External")
        .withList("networks", List.of(network))
        .withList("volumes", List.of(volume));
  }

  private static Fields domain(Pool pool) {
    var memory = pool.size().memoryMi() + "Mi";
    var disk =
        Fields.of("name", DISK).with("bootOrder", 1).with("disk", Fields.of("bus", "virtio"));
    var card = Fields.of("name", NETWORK).with("model", "virtio").with("bridge", Fields.none());
    return Fields.of(
            "cpu", Fields.of("cores", pool.size().cpu()).with("sockets", 1).with("threads", 1))
        .with("memory", Fields.of("guest", memory))
        .with(
            "resources",
            Fields.of("requests", Fields.of("memory", memory))
                .with(
                    "limits",
                    Fields.of("memory", memory).with("cpu", Integer.toString(pool.size().cpu()))))
        .with("machine", Fields.of("type", "q35"))
        .with(
            "devices",
            Fields.none().withList("disks", List.of(disk)).withList("interfaces", List.of(card)));
  }
}
