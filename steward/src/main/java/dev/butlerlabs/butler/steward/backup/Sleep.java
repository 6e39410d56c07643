package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Whether nothing of a tenant runs, nor will before its restore is through, by what is stored.
 *
 * <p>A Deployment without pods is not enough: a run of the reconciler that began before the restore
 * was ordered may give it some. One that carries the restore's name was written after.
 */
record Sleep(KubernetesClient client, TenantControlPlane plane) {

  /** What is still awaited. */
  Optional<String> awaited(String order) {
    var metadata = plane.getMetadata();
    var deployment =
        client
            .apps()
            .deployments()
            .inNamespace(metadata.getNamespace())
            .withName(metadata.getName())
            .get();
    if (Desk.store(plane).isEmpty() || deployment == null || !held(deployment, order)) {
      return Optional.of("the tenant has not been put to sleep for it yet");
    }
    if (!settled(deployment)) {
      return Optional.of("the Deployment's pods are being stopped");
    }
    var pods =
        client
            .pods()
            .inNamespace(metadata.getNamespace())
            .withLabels(Map.of(Marks.NAME, metadata.getName()))
            .list()
            .getItems()
            .size();
    return pods == 0 ? Optional.empty() : Optional.of(pods + " pod(s) have not ended yet");
  }

  private boolean held(Deployment deployment, String order) {
    var annotations = deployment.getMetadata().getAnnotations();
    return annotations != null
        && order.equals(annotations.get(Marks.HELD))
        && Objects.equals(deployment.getSpec().getReplicas(), 0)
        && deployment.getMetadata().getOwnerReferences().stream()
            .anyMatch(owner -> plane.getMetadata().getUid().equals(owner.getUid()));
  }

  private static boolean settled(Deployment deployment) {
    var status = deployment.getStatus();
    return status != null
        && Objects.equals(status.getObservedGeneration(), deployment.getMetadata().getGeneration())
        && (status.getReplicas() == null || status.getReplicas() == 0);
  }
}
