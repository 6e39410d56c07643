package dev.butlerlabs.butler.ipam.pool.plan;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.api.network.NetworkPoolSpec.TeamQuota;
import dev.butlerlabs.butler.ipam.claim.plan.Refusal;
import dev.butlerlabs.butler.ipam.ledger.Share;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What each team has of one pool, against what it may have. */
final class TeamShares {

  private record TeamShare(String team, IPAllocationSpec.Type type) {}

  private final @Nullable TeamQuota quota;
  private final Function<ObjectKey, String> teamOf;
  private final Map<TeamShare, BigInteger> had = new HashMap<>();

  TeamShares(
      @Nullable TeamQuota quota,
      Function<ObjectKey, String> teamOf,
      Map<Share, BigInteger> totals) {
    this.quota = quota;
    this.teamOf = teamOf;
    if (quota != null) {
      totals.forEach(this::add);
    }
  }

  void add(Share share, BigInteger size) {
    if (quota != null) {
      had.merge(of(share), size, BigInteger::add);
    }
  }

  Optional<Refusal> refuse(Share share, BigInteger more, ObjectKey pool) {
    var limit = limit(share.type());
    if (limit.isEmpty()) {
      return Optional.empty();
    }
    var team = of(share);
    var then = had.getOrDefault(team, BigInteger.ZERO).add(more);
    if (then.compareTo(limit.get()) <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        new Refusal(
            Refusal.Why.QUOTA_EXCEEDED,
            "team %s may have %s addresses for %s of NetworkPool %s by its spec.quotaPerTeam, and %s"
                    .formatted(team.team(), limit.get(), Refusal.word(share.type()), pool, more)
                + " more would be too many; tried again as soon as it gives some back"));
  }

  private Optional<BigInteger> limit(IPAllocationSpec.Type type) {
    if (quota == null) {
      return Optional.empty();
    }
    var most =
        type == IPAllocationSpec.Type.NODES ? quota.maxNodeIPs() : quota.maxLoadBalancerIPs();
    return Optional.ofNullable(most).map(BigInteger::valueOf);
  }

  private TeamShare of(Share share) {
    return new TeamShare(teamOf.apply(share.tenant()), share.type());
  }
}
