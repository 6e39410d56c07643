package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec.ScopeType;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An infrastructure, and what it says about who may build how much on it. */
public record Provider(ObjectKey key, ProviderConfigSpec spec) {

  Optional<ProviderType> type() {
    return spec.effectiveProvider();
  }

  /** Whether the team may build here at all, and whether there is room for what it wants more. */
  List<Refusal> judge(Order wanted, @Nullable Order before, List<Order> others) {
    if (before == null || !key.equals(before.provider())) {
      var denied = scope(wanted);
      if (denied.isPresent()) {
        return List.of(denied.get());
      }
    }
    return room(wanted, before, others);
  }

  /** Nothing can be made of an order while nobody knows where. */
  static Refusal missing(Order wanted) {
    return wanted.provider() == null
        ? new Refusal(
            Reason.WAITING_FOR_DEPENDENCIES,
            "spec.providerConfigRef",
            "neither the cluster nor its team nor the platform names a ProviderConfig",
            "set spec.providerConfigRef, or ask a platform admin to set"
                + " spec.defaultProviderConfigRef of ButlerConfig")
        : new Refusal(
            Reason.WAITING_FOR_DEPENDENCIES,
            "spec.providerConfigRef",
            "there is no ProviderConfig " + wanted.provider(),
            "create it, or order the cluster anew with another");
  }

  Optional<Refusal> scope(Order wanted) {
    var scope = spec.scope();
    if (scope == null || scope.type() != ScopeType.TEAM) {
      return Optional.empty();
    }
    var only = scope.teamRef() == null ? "" : scope.teamRef().name();
    if (!only.isEmpty() && only.equals(wanted.team())) {
      return Optional.empty();
    }
    var whose = only.isEmpty() ? "a team that it does not name" : "team " + only;
    var asker =
        wanted.team().isEmpty()
            ? "the cluster has no team"
            : "the cluster is of team " + wanted.team();
    return Optional.of(
        new Refusal(
            Reason.PROVIDER_ACCESS_DENIED,
            "spec.providerConfigRef",
            "ProviderConfig %s is for %s, and %s".formatted(key, whose, asker),
            "name another ProviderConfig, or ask a platform admin to widen its spec.scope"));
  }

  private List<Refusal> room(Order wanted, @Nullable Order before, List<Order> others) {
    var limits = spec.limits();
    if (limits == null) {
      return List.of();
    }
    var here = others.stream().filter(one -> key.equals(one.provider())).toList();
    var was = before != null && key.equals(before.provider()) ? before : null;
    var refusals = new ArrayList<Refusal>();
    judge(Measure.CLUSTERS, limits.maxClustersPerTeam(), wanted, was, here)
        .ifPresent(refusals::add);
    judge(Measure.NODES, limits.maxNodesPerTeam(), wanted, was, here).ifPresent(refusals::add);
    return List.copyOf(refusals);
  }

  private Optional<Refusal> judge(
      Measure measure,
      @Nullable Integer limit,
      Order wanted,
      @Nullable Order before,
      List<Order> here) {
    if (limit == null || !Quota.grows(measure, wanted, before)) {
      return Optional.empty();
    }
    var most = BigDecimal.valueOf(limit);
    var used = Amounts.sum(here).of(measure);
    if (used.add(wanted.amounts().of(measure)).compareTo(most) <= 0) {
      return Optional.empty();
    }
    var had = before == null ? BigDecimal.ZERO : before.amounts().of(measure);
    var left = most.subtract(used).subtract(had).max(BigDecimal.ZERO);
    var users = measure == Measure.CLUSTERS ? Quota.named(here) : Quota.users(measure, here);
    return Optional.of(
        new Refusal(
            Reason.QUOTA_EXCEEDED,
            measure == Measure.CLUSTERS ? "spec.providerConfigRef" : "spec.workers",
            "on ProviderConfig %s one team may have %s, of which %s left for %s%s"
                .formatted(
                    key,
                    measure.words(most),
                    left.signum() == 0 ? "none is" : measure.number(left) + " are",
                    wanted.team().isEmpty() ? "clusters without a team" : "team " + wanted.team(),
                    users),
            "shrink or delete another cluster there, or name another ProviderConfig"));
  }
}
