package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Rule;
import dev.butlerlabs.butler.kube.admission.Ruling;

/** A cluster that somebody protected is not deleted. */
public final class DeletionRule implements Rule<TenantCluster> {

  @Override
  public Ruling review(Request<TenantCluster> request) {
    return TenantReconciler.kept(request.subject())
        ? Ruling.denied(
            // kubectl shows no problem without a field.
            "metadata.annotations",
            "TenantCluster %s is protected by the annotation %s"
                .formatted(request.key(), Annotations.DELETION_PROTECTION),
            "remove the annotation, then delete it again: its machines and its data go with it")
        : Ruling.allowed();
  }
}
