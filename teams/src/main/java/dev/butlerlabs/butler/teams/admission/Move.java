package dev.butlerlabs.butler.teams.admission;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.teams.orders.OrderReading;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A cluster moves to another environment when somebody means it: limits and rights follow the
 * label, and labels are easily changed for all objects of a manifest.
 */
final class Move {

  private Move() {}

  /** Why the label may not change; nothing when it does not, or may. */
  static List<Problem> judge(Request<TenantCluster> request) {
    var old = request.old();
    if (old == null || meant(request.subject())) {
      return List.of();
    }
    var from = OrderReading.environment(old);
    var to = OrderReading.environment(request.subject());
    return from.equals(to)
        ? List.of()
        : List.of(
            new Problem(
                "metadata.labels[" + Labels.ENVIRONMENT + "]",
                "the cluster would move from %s to %s".formatted(words(from), words(to)),
                "set the annotation %s to true in the same change if that is meant"
                    .formatted(Annotations.MIGRATION_OPERATION)));
  }

  private static boolean meant(TenantCluster cluster) {
    return "true"
        .equals(
            Objects.requireNonNullElse(
                    cluster.getMetadata().getAnnotations(), Map.<String, String>of())
                .get(Annotations.MIGRATION_OPERATION));
  }

  private static String words(String environment) {
    return environment.isEmpty() ? "no environment" : "environment " + environment;
  }
}
