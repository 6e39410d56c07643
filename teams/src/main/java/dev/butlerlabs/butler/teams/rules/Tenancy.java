package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.api.Namespaces;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.TenancyMode;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where clusters may be ordered.
 *
 * @param mode null when there is no ButlerConfig: nobody decided, so nothing is refused
 * @param defaultNamespace where clusters without a team live
 */
public record Tenancy(@Nullable TenancyMode mode, String defaultNamespace) {

  public static final Tenancy UNDECIDED = new Tenancy(null, Namespaces.DEFAULT_TENANTS);

  /**
   * What is known of the team that an order names.
   *
   * @param named what the order itself says, {@code ""} for nothing
   * @param home the team whose namespace the order lies in, {@code ""} for none
   * @param found whether there is a Team of the name
   * @param ready whether that Team is Ready
   * @param namespace of that Team
   * @param settled whether the cluster is there already and names its team as before
   */
  public record Membership(
      String named, String home, boolean found, boolean ready, String namespace, boolean settled) {

    /** The same for an order that would come today; a hiccup of its Team is not its fault. */
    Membership anew() {
      return new Membership(named, home, found, true, namespace, false);
    }

    /** A new order that names no team and lies in no team's namespace. */
    public static final Membership NONE = new Membership("", "", false, false, "", false);
  }

  public static Tenancy of(@Nullable ButlerConfigSpec config) {
    if (config == null) {
      return UNDECIDED;
    }
    var multi = config.multiTenancy();
    var mode = multi == null ? null : multi.mode();
    return new Tenancy(
        mode == null ? TenancyMode.DISABLED : mode,
        Objects.requireNonNullElse(config.defaultNamespace(), Namespaces.DEFAULT_TENANTS));
  }

  /** Judges a new order, or one that names its team only now. */
  List<Refusal> judge(Order wanted, Membership membership) {
    if (mode == null || membership.settled()) {
      return List.of();
    }
    return switch (mode) {
      case ENFORCED ->
          membership.named().isEmpty()
              ? List.of(teamRequired(membership))
              : team(wanted, membership, true).stream().toList();
      case OPTIONAL ->
          membership.named().isEmpty()
              ? outside(wanted, membership).stream().toList()
              : team(wanted, membership, false).stream().toList();
      case DISABLED -> outside(wanted, membership).stream().toList();
    };
  }

  private static Refusal teamRequired(Membership membership) {
    return new Refusal(
        Reason.VALIDATION_FAILED,
        "spec.teamRef",
        "every cluster belongs to a team here (tenancy mode Enforced), and this one names none",
        membership.home().isEmpty()
            ? "set spec.teamRef, and order the cluster in that team's namespace"
            : "set spec.teamRef.name to " + membership.home());
  }

  private static Optional<Refusal> team(Order wanted, Membership membership, boolean mustBeReady) {
    if (!membership.found()) {
      return refused(
          "there is no Team " + membership.named(), "create the Team first, or name another");
    }
    if (mustBeReady && !membership.ready()) {
      return refused(
          "Team %s is not Ready".formatted(membership.named()),
          "see kubectl describe team %s, and order again".formatted(membership.named()));
    }
    return membership.namespace().equals(wanted.key().namespace())
        ? Optional.empty()
        : refused(
            "clusters of team %s live in namespace %s, and this one is ordered in %s"
                .formatted(membership.named(), membership.namespace(), wanted.key().namespace()),
            "order it in namespace " + membership.namespace());
  }

  private Optional<Refusal> outside(Order wanted, Membership membership) {
    if (wanted.key().namespace().equals(defaultNamespace)) {
      return Optional.empty();
    }
    var disabled = mode == TenancyMode.DISABLED;
    return refused(
        "clusters %s live in namespace %s, and this one is ordered in %s"
            .formatted(
                disabled ? "(tenancy mode Disabled)" : "without a team",
                defaultNamespace,
                wanted.key().namespace()),
        disabled || membership.home().isEmpty()
            ? "order it in namespace " + defaultNamespace
            : "set spec.teamRef.name to %s, or order it in namespace %s"
                .formatted(membership.home(), defaultNamespace));
  }

  private static Optional<Refusal> refused(String trouble, String remedy) {
    return Optional.of(new Refusal(Reason.VALIDATION_FAILED, "spec.teamRef", trouble, remedy));
  }
}
