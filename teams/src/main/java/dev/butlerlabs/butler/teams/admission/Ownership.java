package dev.butlerlabs.butler.teams.admission;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.Access;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.Environment;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Requester;
import dev.butlerlabs.butler.teams.orders.OrderReading;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where clusters are counted by member, a new one must say whose it is, and say the truth; and
 * whose it is stays so. Only here is known who asks: where admission is off, orders are believed.
 */
final class Ownership {

  private static final String FIELD = "metadata.annotations[" + Annotations.CREATOR_EMAIL + "]";

  private final Authority authority;

  Ownership(Authority authority) {
    this.authority = authority;
  }

  /** Whose a cluster is said to be, in lower case; {@code ""} where nothing is said. */
  private record Claim(String creator, String owner) {

    static Claim of(TenantCluster cluster) {
      var notes =
          Objects.requireNonNullElse(
              cluster.getMetadata().getAnnotations(), Map.<String, String>of());
      var creator = lower(notes.getOrDefault(Annotations.CREATOR_EMAIL, ""));
      var owner = lower(notes.getOrDefault(Annotations.OWNER, ""));
      return new Claim(creator, owner.isEmpty() ? creator : owner);
    }

    boolean by(Requester asker) {
      var name = lower(asker.name());
      return creator.equals(name) && owner.equals(name);
    }

    /** The one of both who is not the asker. */
    String other(Requester asker) {
      return creator.equals(lower(asker.name())) ? owner : creator;
    }

    boolean nobodys() {
      return creator.isEmpty() && owner.isEmpty();
    }

    private static String lower(String name) {
      return name.toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Judges what a request says about whose the cluster is.
   *
   * @param environments those of its team
   * @param access of its team
   */
  List<Problem> judge(
      Request<TenantCluster> request, List<Environment> environments, @Nullable Access access) {
    var environment = OrderReading.environment(request.subject());
    if (!counted(environment, environments)) {
      return List.of();
    }
    var asker = request.user();
    var claim = Claim.of(request.subject());
    var old = request.old();
    if (old == null) {
      return ordered(claim, asker, environment);
    }
    return OrderReading.environment(old).equals(environment)
        ? changed(claim, Claim.of(old), asker, environment)
        : moved(claim, asker, environment, access);
  }

  private static boolean counted(String environment, List<Environment> environments) {
    return environments.stream()
        .filter(one -> one.name().equals(environment))
        .anyMatch(
            one ->
                one.limits() != null
                    && Objects.requireNonNullElse(one.limits().maxClustersPerMember(), 0) > 0);
  }

  private static List<Problem> ordered(Claim claim, Requester asker, String environment) {
    if (claim.by(asker)) {
      return List.of();
    }
    return List.of(
        new Problem(
            FIELD,
            claim.creator().isEmpty()
                ? "environment %s counts clusters by member, and nothing says whose this one is"
                    .formatted(environment)
                : "environment %s counts clusters by member; this one is ordered by %s for %s"
                    .formatted(environment, asker.name(), claim.other(asker)),
            "set the annotation %s to %s".formatted(Annotations.CREATOR_EMAIL, asker.name())));
  }

  /** Somebody who moves a cluster says no less than somebody who orders one. */
  private List<Problem> moved(
      Claim claim, Requester asker, String environment, @Nullable Access access) {
    if (claim.by(asker) || authority.teamAdmin(access, asker) || authority.platformAdmin(asker)) {
      return List.of();
    }
    return List.of(
        new Problem(
            FIELD,
            "environment %s counts clusters by member; this one is moved there by %s and is that of %s"
                .formatted(
                    environment, asker.name(), claim.nobodys() ? "nobody" : claim.other(asker)),
            "ask an admin of the team to move it"));
  }

  private List<Problem> changed(Claim claim, Claim before, Requester asker, String environment) {
    if (claim.equals(before)
        || (before.nobodys() && claim.by(asker))
        || authority.platformAdmin(asker)) {
      return List.of();
    }
    return List.of(
        new Problem(
            FIELD,
            "environment %s counts clusters by member; this one is that of %s, and %s cannot make it that of %s"
                .formatted(environment, words(before), asker.name(), words(claim)),
            "leave the annotations %s and %s as they are, or ask a platform admin to change them"
                .formatted(Annotations.CREATOR_EMAIL, Annotations.OWNER)));
  }

  private static String words(Claim claim) {
    if (claim.nobodys()) {
      return "nobody";
    }
    return claim.creator().equals(claim.owner()) || claim.creator().isEmpty()
        ? claim.owner()
        : "%s, ordered by %s".formatted(claim.owner(), claim.creator());
  }
}
