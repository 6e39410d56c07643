package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.ipam.admission.AddressAdmissions;
import dev.butlerlabs.butler.ipam.admission.StoredRecords;
import dev.butlerlabs.butler.ipam.infrastructure.InfrastructureReconciler;
import dev.butlerlabs.butler.ipam.infrastructure.Machines;
import dev.butlerlabs.butler.ipam.ledger.Scope;
import dev.butlerlabs.butler.ipam.pool.AddressControllers;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.admission.Admission;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/** The address feature, wired: its controllers, and what it wants to be asked about. */
final class Addresses {

  private Addresses() {}

  /**
   * Adds the controllers.
   *
   * @param platform the namespace of the platform's own objects
   * @param instance unlike that of any other process
   */
  static void add(
      Engine engine,
      KubernetesClient client,
      Timeline timeline,
      MeterRegistry meters,
      String platform,
      String instance) {
    AddressControllers.usual(client, Scope.of(platform), timeline, meters, instance).addTo(engine);
    var machines = new Machines();
    engine.add("machine-addresses", machines.watches(), machines, ControllerSettings.DEFAULT);
    var infrastructure = new InfrastructureReconciler(client, timeline, machines);
    engine.add(
        "networkpool-infrastructure",
        infrastructure.watches(),
        infrastructure,
        ControllerSettings.DEFAULT);
  }

  static List<Admission<?>> admissions(KubernetesClient client, Cache cache) {
    return AddressAdmissions.all(new StoredRecords(client, cache));
  }
}
