package dev.butlerlabs.butler.ipam.pool.plan;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.ipam.allocator.Grant;
import dev.butlerlabs.butler.ipam.claim.plan.Refusal;
import dev.butlerlabs.butler.ipam.claim.plan.Refusal.Why;
import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Holder;
import dev.butlerlabs.butler.ipam.ledger.Wish;
import java.math.BigInteger;
import java.util.Objects;
import java.util.Optional;

/** Serves one waiting claim after the other from the book, or says why it cannot. */
final class Server {

  private static final int NODES = 5;
  private static final int LOAD_BALANCERS = 8;

  private final Book book;
  private final Sight sight;
  private final TeamShares teams;

  Server(Book book, Sight sight) {
    this.book = book;
    this.sight = sight;
    this.teams = new TeamShares(sight.spec().quotaPerTeam(), sight.teamOf(), book.totals());
  }

  /** Why not; empty when the claim has its addresses now. */
  Optional<Refusal> serve(Claim claim) {
    var pool = sight.pool();
    if (sight.closing()) {
      return refused(
          Why.POOL_DELETING,
          "NetworkPool %s is being deleted; delete this claim and make one on another pool"
              .formatted(pool));
    }
    var problems = book.territory().problems();
    if (!problems.isEmpty()) {
      return refused(
          Why.POOL_INVALID,
          "NetworkPool %s cannot serve anybody: %s"
              .formatted(pool, problems.getFirst().sentence()));
    }
    return switch (wish(claim)) {
      case Parsed.Bad<Wish>(var sentence) ->
          refused(Why.INVALID_CONFIGURATION, "spec.pinnedRange: " + sentence);
      case Parsed.Good<Wish>(var wish) -> serve(claim, wish);
    };
  }

  private Optional<Refusal> serve(Claim claim, Wish wish) {
    var team = sight.teamOf().apply(claim.tenant());
    if (!sight.spec().serves(team)) {
      return refused(
          Why.TEAM_NOT_ALLOWED,
          "team %s is not among spec.teams of NetworkPool %s; ask its owner, or use another pool"
              .formatted(team, sight.pool()));
    }
    var overTeam = teams.refuse(claim.share(), wish.size(), sight.pool());
    if (overTeam.isPresent()) {
      return overTeam;
    }
    var allowance = sight.allowances().get(claim.share());
    if (allowance != null && !allowance.covers(book.total(claim.share()), wish.size())) {
      return Optional.of(Refusal.overQuota(claim, wish.size(), allowance.limit()));
    }
    if (allowance != null && allowance.unclear().isPresent()) {
      return allowance.unclear().map(Refusal::unclearQuota);
    }
    var grant = book.give(claim, wish);
    if (grant instanceof Grant.Granted<Holder>) {
      teams.add(claim.share(), wish.size());
      return Optional.empty();
    }
    return refused(why(grant), explained(grant));
  }

  private static Why why(Grant<Holder> grant) {
    return switch (grant) {
      case Grant.NoContiguousBlock<Holder>(var wanted, var free, _)
          when free.compareTo(wanted) < 0 ->
          Why.POOL_EXHAUSTED;
      case Grant.NoContiguousBlock<Holder> _, Grant.TooScattered<Holder> _ ->
          Why.NO_CONTIGUOUS_BLOCK;
      case Grant.Conflict<Holder> _ -> Why.PINNED_CONFLICT;
      case Grant.OutOfRange<Holder> _, Grant.Straddles<Holder> _ -> Why.OUT_OF_RANGE;
      case Grant.Senseless<Holder> _, Grant.Granted<Holder> _ -> Why.INVALID_CONFIGURATION;
    };
  }

  private String explained(Grant<Holder> grant) {
    return switch (grant) {
      case Grant.NoContiguousBlock<Holder>(var wanted, var free, _)
          when free.compareTo(wanted) < 0 ->
          "NetworkPool %s has fewer than %s free addresses; tried again as soon as some are given"
                  .formatted(sight.pool(), wanted)
              + " back or the pool is widened";
      case Grant.NoContiguousBlock<Holder>(var wanted, _, _) ->
          "NetworkPool %s has %s free addresses, but not side by side; tried again as soon as some"
                  .formatted(sight.pool(), wanted)
              + " are given back. Smaller claims can be served now";
      case Grant.Conflict<Holder> conflict ->
          book.territory()
              .keptAt(AddressRange.of(conflict.address()))
              .map(
                  kept ->
                      "%s is %s; choose a range that is free"
                          .formatted(conflict.address(), kept.cause().because()))
              .orElseGet(conflict::sentence);
      default -> grant.sentence();
    };
  }

  private Parsed<Wish> wish(Claim claim) {
    var pin = claim.spec().pinnedRange();
    if (pin != null) {
      return AddressRange.between(pin.startAddress(), pin.endAddress())
          .then(range -> Parsed.good(new Wish.Pinned(range)));
    }
    var size = BigInteger.valueOf(size(claim));
    return Parsed.good(sight.spec().aligned() ? new Wish.Aligned(size) : new Wish.Anywhere(size));
  }

  /** What the claim says, else what the pool says for its type. */
  private int size(Claim claim) {
    var asked = claim.spec().count();
    if (asked != null) {
      return asked;
    }
    var allocation = sight.spec().tenantAllocation();
    var defaults = allocation == null ? null : allocation.defaults();
    return claim.spec().type() == IPAllocationSpec.Type.NODES
        ? Objects.requireNonNullElse(defaults == null ? null : defaults.nodesPerTenant(), NODES)
        : Objects.requireNonNullElse(
            defaults == null ? null : defaults.lbPoolPerTenant(), LOAD_BALANCERS);
  }

  private static Optional<Refusal> refused(Why why, String message) {
    return Optional.of(new Refusal(why, message));
  }
}
