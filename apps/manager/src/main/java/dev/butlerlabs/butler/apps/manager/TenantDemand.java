package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.ipam.announce.AnnounceReconciler;
import dev.butlerlabs.butler.ipam.demand.CapacityReconciler;
import dev.butlerlabs.butler.ipam.demand.DemandKinds;
import dev.butlerlabs.butler.ipam.demand.DemandReconciler;
import dev.butlerlabs.butler.ipam.demand.Inside;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.tenant.TenantWatches;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;

/** What tenants need in addresses, and the watches in tenants that it takes to see it. */
final class TenantDemand implements AutoCloseable {

  private final TenantWatches<Service> watches;
  private final AnnounceReconciler announcing;

  /**
   * Adds its controllers.
   *
   * @param wayIn which kubeconfig of a tenant's Secret leads there from here
   */
  TenantDemand(
      Engine engine,
      KubernetesClient client,
      Timeline timeline,
      MeterRegistry meters,
      TenantClients clients,
      String wayIn,
      String instance) {
    var news = new Trigger();
    var settings = TenantSettings.usual("butler-manager");
    watches = new TenantWatches<>(Inside.selections(), settings.client(), timeline, news);
    var kinds = DemandKinds.everywhere();
    var inside = new Inside(watches, clients, wayIn);
    var demand = new DemandReconciler(client, kinds, inside, instance, timeline);
    engine.add("address-demand", demand.watches(news), demand, ControllerSettings.DEFAULT);
    var capacity = new CapacityReconciler(client, kinds, instance, timeline, meters);
    engine.add("address-capacity", capacity.watches(), capacity, ControllerSettings.DEFAULT);
    announcing = new AnnounceReconciler(client, kinds, clients, wayIn, settings.client(), timeline);
    engine.add("address-announcing", announcing.watches(), announcing, ControllerSettings.DEFAULT);
  }

  @Override
  public void close() {
    watches.close();
    announcing.close();
  }
}
