package dev.butlerlabs.butler.teams.admission;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.admission.Operation;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.teams.orders.OrderReading;
import dev.butlerlabs.butler.teams.rules.Surroundings;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Where clusters are counted by member, a new one must say whose it is, and say the truth. */
final class Ownership {

  private static final String FIELD = "metadata.annotations[" + Annotations.CREATOR_EMAIL + "]";

  private Ownership() {}

  static List<Problem> judge(Request<TenantCluster> request, Surroundings around) {
    var environment = OrderReading.environment(request.subject());
    var counted =
        around.environments().stream()
            .filter(one -> one.name().equals(environment))
            .anyMatch(
                one ->
                    one.limits() != null
                        && Objects.requireNonNullElse(one.limits().maxClustersPerMember(), 0) > 0);
    if (request.operation() != Operation.CREATE || !counted) {
      return List.of();
    }
    var annotations =
        Objects.requireNonNullElse(
            request.subject().getMetadata().getAnnotations(), Map.<String, String>of());
    var said = annotations.getOrDefault(Annotations.CREATOR_EMAIL, "");
    var asker = request.user().name();
    var remedy = "set the annotation %s to %s".formatted(Annotations.CREATOR_EMAIL, asker);
    if (said.isEmpty()) {
      return List.of(
          new Problem(
              FIELD,
              "environment %s counts clusters by member, and nothing says whose this one is"
                  .formatted(environment),
              remedy));
    }
    var owner = annotations.getOrDefault(Annotations.OWNER, said);
    return said.equalsIgnoreCase(asker) && owner.equalsIgnoreCase(asker)
        ? List.of()
        : List.of(
            new Problem(
                FIELD,
                "environment %s counts clusters by member; this one is ordered by %s for %s"
                    .formatted(environment, asker, said.equalsIgnoreCase(asker) ? owner : said),
                remedy));
  }
}
