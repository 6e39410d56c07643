package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.Environment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whether an order names an environment of its team, and whether there is room in it. */
final class Environments {

  private static final String FIELD = "metadata.labels[" + Labels.ENVIRONMENT + "]";

  private Environments() {}

  /** Judges a new cluster, or one that comes from another environment; others are left alone. */
  static List<Refusal> judge(
      Order wanted, @Nullable Order before, List<Order> others, List<Environment> environments) {
    if (environments.isEmpty() || (before != null && samePlace(wanted, before))) {
      return List.of();
    }
    var found = environments.stream().filter(one -> one.name().equals(wanted.environment()));
    return found
        .findFirst()
        .map(environment -> room(wanted, others, environment))
        .orElseGet(() -> List.of(unknown(wanted, environments)));
  }

  private static boolean samePlace(Order wanted, Order before) {
    return wanted.environment().equals(before.environment());
  }

  private static Refusal unknown(Order wanted, List<Environment> environments) {
    var names = environments.stream().map(Environment::name).collect(Collectors.joining(", "));
    var trouble =
        wanted.environment().isEmpty()
            ? "every cluster of team %s stands in one of its environments, and no label says in which"
                .formatted(wanted.team())
            : "team %s has no environment %s".formatted(wanted.team(), wanted.environment());
    return new Refusal(
        Reason.VALIDATION_FAILED,
        FIELD,
        trouble,
        "set the label %s to one of: %s".formatted(Labels.ENVIRONMENT, names));
  }

  private static List<Refusal> room(Order wanted, List<Order> others, Environment environment) {
    var refusals = new ArrayList<Refusal>();
    var here = others.stream().filter(one -> one.environment().equals(environment.name())).toList();
    clusters(here, wanted, environment).ifPresent(refusals::add);
    ownClusters(here, wanted, environment).ifPresent(refusals::add);
    return refusals;
  }

  private static Optional<Refusal> clusters(
      List<Order> here, Order wanted, Environment environment) {
    var most = environment.limits() == null ? null : environment.limits().maxClusters();
    if (most == null || most == 0 || here.size() < most) {
      return Optional.empty();
    }
    return Optional.of(
        new Refusal(
            Reason.ENV_QUOTA_EXCEEDED,
            "spec",
            "environment %s of team %s may have %s and has %d, so none is left%s"
                .formatted(
                    environment.name(),
                    wanted.team(),
                    clusters(most),
                    here.size(),
                    Quota.named(here)),
            "delete one that is not needed, use another environment, or ask an admin of the team to raise its limits.maxClusters"));
  }

  private static Optional<Refusal> ownClusters(
      List<Order> here, Order wanted, Environment environment) {
    var most = perMember(environment);
    var own = here.stream().filter(one -> one.owner().equals(wanted.owner())).toList();
    if (most == 0 || wanted.owner().isEmpty() || own.size() < most) {
      return Optional.empty();
    }
    return Optional.of(
        new Refusal(
            Reason.PER_MEMBER_CAP_EXCEEDED,
            "spec",
            "in environment %s of team %s each member may have %s, and %s has %d, so none is left%s"
                .formatted(
                    environment.name(),
                    wanted.team(),
                    clusters(most),
                    wanted.owner(),
                    own.size(),
                    Quota.named(own)),
            "delete one of them, use another environment, or ask an admin of the team to raise its limits.maxClustersPerMember"));
  }

  /** How many clusters one member may have there; 0 for no limit. */
  static int perMember(Environment environment) {
    var most = environment.limits() == null ? null : environment.limits().maxClustersPerMember();
    return most == null ? 0 : most;
  }

  private static String clusters(int count) {
    return Measure.CLUSTERS.words(BigDecimal.valueOf(count));
  }
}
