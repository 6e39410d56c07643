package dev.butlerlabs.butler.providers.contracttests.harvester;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Map;
import java.util.Objects;

/** How much disk a namespace may have: a quota of the real API server. */
final class Quota {

  private static final String NAME = "tight";

  private final KubernetesClient admin;
  private final String namespace;

  Quota(KubernetesClient admin, String namespace) {
    this.admin = admin;
    this.namespace = namespace;
  }

  /** No room for a machine; the status is what Kubernetes' own controller would write. */
  void tighten() {
    var quotas = admin.resourceQuotas().inNamespace(namespace);
    var limit = Map.of("requests.storage", new Quantity("12Gi"));
    var quota =
        new ResourceQuotaBuilder()
            .withNewMetadata()
            .withName(NAME)
            .endMetadata()
            .withNewSpec()
            .withHard(limit)
            .endSpec()
            .build();
    var made = quotas.resource(quota).create();
    quotas
        .resource(
            made.edit()
                .withNewStatus()
                .withHard(limit)
                .withUsed(Map.of("requests.storage", new Quantity("0")))
                .endStatus()
                .build())
        .updateStatus();
  }

  void lift() {
    admin.resourceQuotas().inNamespace(namespace).withName(NAME).delete();
  }

  boolean fits() {
    try {
      var _ = probe();
      return true;
    } catch (KubernetesClientException refused) {
      return false;
    }
  }

  /** The storage class of a disk that names none. */
  String usualClass() {
    return Objects.requireNonNullElse(probe().getSpec().getStorageClassName(), "");
  }

  /** A disk as the server would store it, and does not. */
  private PersistentVolumeClaim probe() {
    var claim =
        new PersistentVolumeClaimBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName("probe")
            .endMetadata()
            .withNewSpec()
            .withAccessModes("ReadWriteMany")
            .withNewResources()
            .withRequests(Map.of("storage", new Quantity("20Gi")))
            .endResources()
            .endSpec()
            .build();
    return admin.resource(claim).dryRun().create();
  }
}
