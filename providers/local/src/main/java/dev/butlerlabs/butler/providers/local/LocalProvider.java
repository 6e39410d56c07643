package dev.butlerlabs.butler.providers.local;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.providers.local.node.Kubelets;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.function.BooleanSupplier;

/** The controllers of simulated infrastructure; closing lets all Nodes fall silent. */
public final class LocalProvider implements AutoCloseable {

  private final Trigger news = new Trigger();
  private final Kubelets kubelets;
  private final LocalClusterReconciler clusters;
  private final LocalMachineReconciler machines;

  /**
   * Nothing is asked of any cluster yet.
   *
   * @param tenants the ways into tenants; not closed here
   * @param leads whether this process has the lead
   * @param identity of this process among its kind
   */
  public LocalProvider(
      KubernetesClient client,
      Timeline timeline,
      TenantClients tenants,
      BooleanSupplier leads,
      String identity) {
    var settings = TenantSettings.usual("butler-local").client();
    var events = new Events(client, "butlerlabs.dev/local", identity, timeline);
    kubelets = new Kubelets(settings, timeline, leads, news);
    clusters = new LocalClusterReconciler(client, events, timeline);
    machines =
        new LocalMachineReconciler(
            Workshop.of(client, tenants, kubelets, events, settings, timeline));
  }

  public void addTo(Engine engine) {
    addTo(engine, ControllerSettings.DEFAULT);
  }

  void addTo(Engine engine, ControllerSettings settings) {
    engine.add("local-clusters", LocalClusterReconciler.watches(), clusters, settings);
    engine.add("local-machines", machines.watches(news), machines, settings);
  }

  /** Whether the machine's Node is played here. */
  boolean plays(ObjectKey machine) {
    return kubelets.plays(machine);
  }

  @Override
  public void close() {
    kubelets.close();
  }
}
