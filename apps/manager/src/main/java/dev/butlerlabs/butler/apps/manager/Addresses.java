package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.ipam.admission.AddressAdmissions;
import dev.butlerlabs.butler.ipam.admission.StoredRecords;
import dev.butlerlabs.butler.ipam.infrastructure.InfrastructureReconciler;
import dev.butlerlabs.butler.ipam.infrastructure.Machines;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.admission.Admission;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/** The address feature, wired: its controllers, and what it wants to be asked about. */
final class Addresses {

  private Addresses() {}

  static void add(Engine engine, KubernetesClient client, Timeline timeline) {
    var infrastructure = new InfrastructureReconciler(client, timeline, Machines.served(client));
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
