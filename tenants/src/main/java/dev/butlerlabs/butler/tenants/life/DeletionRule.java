package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.clusters.DeletionGrace;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Rule;
import dev.butlerlabs.butler.kube.admission.Ruling;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A cluster that somebody protected, or its team, is not deleted. */
public final class DeletionRule implements Rule<TenantCluster> {

  @Override
  public Ruling review(Request<TenantCluster> request) {
    if (!kept(request.subject())) {
      return DeletionGrace.unreadable(request.subject())
          .map(text -> unclear(request.key(), text))
          .orElseGet(Ruling::allowed);
    }
    var own = said(request.subject()).isPresent();
    return Ruling.denied(
        // kubectl shows no problem without a field.
        "metadata.annotations",
        "TenantCluster %s is protected by %s"
            .formatted(
                request.key(),
                own
                    ? "the annotation " + Annotations.DELETION_PROTECTION
                    : "its team, which keeps its clusters"),
        own
            ? "remove the annotation, then delete it again: its machines and its data go with it"
            : "set the annotation %s to false, then delete it again: its machines and its data go with it"
                .formatted(Annotations.DELETION_PROTECTION));
  }

  private static Ruling unclear(ObjectKey key, String text) {
    return Ruling.denied(
        "metadata.annotations",
        "TenantCluster %s says '%s' in the annotation %s, which is no span of time"
            .formatted(key, text, Annotations.DELETION_GRACE_PERIOD),
        "write how long it can be had back, such as 72h, or 0s to delete it for good at once");
  }

  /** Its own word counts, else its team's. */
  static boolean kept(TenantCluster cluster) {
    return said(cluster)
        .map("true"::equals)
        .orElseGet(
            () ->
                Optional.ofNullable(cluster.getStatus())
                    .map(TenantClusterStatus::effective)
                    .map(Effective::deletionProtection)
                    .orElse(false));
  }

  private static Optional<String> said(TenantCluster cluster) {
    return Optional.ofNullable(
        Objects.requireNonNullElse(cluster.getMetadata().getAnnotations(), Map.<String, String>of())
            .get(Annotations.DELETION_PROTECTION));
  }
}
