package dev.butlerlabs.butler.providers.local.infrastructure;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawer;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeRegistration;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import dev.butlerlabs.butler.providers.spi.infrastructure.Sketch;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;

/** Draws LocalCluster and LocalMachineTemplate. There is no image, no disk and no credential. */
public final class LocalInfrastructure implements Infrastructure {

  private static final String API = "infrastructure.cluster.x-k8s.io/v1alpha1";

  @Override
  public ProviderType provider() {
    return ProviderType.LOCAL;
  }

  @Override
  public boolean simulated() {
    return true;
  }

  @Override
  public Drawing draw(WorkerOrder order) {
    var problems = new Problems();
    for (var pool : order.pools()) {
      if (pool.os() == OsType.TALOS || pool.os() == OsType.BOTTLEROCKET) {
        problems.add(
            "machineTemplate.os.type of pool " + pool.name(),
            "only workers that join with kubeadm can be simulated",
            "leave it out, or name rocky or kairos");
      }
    }
    return problems.or(
        () -> {
          var drawer = new Drawer(order);
          var sketch = new Sketch();
          for (var pool : order.pools()) {
            sketch.template(
                pool, drawer.template(API, "LocalMachineTemplate", pool, machine(pool)));
          }
          // Cluster API has the endpoint from the control plane, and nobody here asks for it.
          return sketch.drawn(
              drawer.cluster(API, "LocalCluster", Fields.none()),
              NodeRegistration.plain().withoutIgnition("simulated workers read cloud-config only"),
              null);
        });
  }

  /** What the Node says it can hold. */
  private static Fields machine(Pool pool) {
    return Fields.of(
        "capacity",
        Fields.of("cpu", Integer.toString(pool.size().cpu()))
            .with("memory", pool.size().memoryMi() + "Mi"));
  }
}
