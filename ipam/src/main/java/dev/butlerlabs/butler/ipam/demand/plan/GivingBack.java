package dev.butlerlabs.butler.ipam.demand.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Which load balancer claims of one family are needed no more, newest first. */
final class GivingBack {

  private final Observation seen;
  private final int wanted;
  private final List<Step> steps = new ArrayList<>();
  private int held;
  private int live;
  private Optional<Instant> next = Optional.empty();

  /**
   * @param claims those that are live
   */
  GivingBack(Observation seen, int wanted, List<Claim> claims) {
    this.seen = seen;
    this.wanted = wanted;
    this.held = Claim.sizes(claims.stream().filter(Claim::held).toList());
    this.live = Claim.sizes(claims);
    claims.stream()
        .sorted(Comparator.comparingInt(Claim::number).reversed())
        .forEach(seen.wish().elastic() ? this::elastic : this::fixed);
  }

  List<Step> steps() {
    return steps;
  }

  Optional<Instant> next() {
    return next;
  }

  /** What a cluster began with stays, and so does what somebody pinned. */
  private void elastic(Claim claim) {
    if (!claim.held() || !(seen.demand() instanceof Demand.Known known)) {
      return;
    }
    var used = known.used().contains(claim.name());
    if (obsoletePin(claim) && !used && held - claim.size() >= wanted) {
      release(claim);
      return;
    }
    if (claim.role() == Claim.Role.INITIAL || claim.pinned()) {
      return;
    }
    mark(claim, used);
    var since = claim.unusedSince() == null ? seen.now() : claim.unusedSince();
    var due = since.plus(LoadBalancers.IDLE);
    if (used || held - claim.size() < wanted) {
      return;
    }
    if (due.isAfter(seen.now())) {
      next = next.filter(due::isAfter).or(() -> Optional.of(due));
    } else {
      release(claim);
    }
  }

  private void mark(Claim claim, boolean used) {
    if (used && claim.unusedSince() != null) {
      steps.add(new Step.MarkUsed(claim.name()));
    } else if (!used && claim.unusedSince() == null) {
      steps.add(new Step.MarkUnused(claim.name(), seen.now()));
    }
  }

  /** Somebody ordered fewer: whole claims go that no Service uses, and those nobody was given. */
  private void fixed(Claim claim) {
    if (claim.unusedSince() != null) {
      // From elastic days; nobody looks any more whether it stays unused.
      steps.add(new Step.MarkUsed(claim.name()));
    }
    if (claim.pinned() && !obsoletePin(claim)) {
      return;
    }
    if (claim.waiting() && live - claim.size() >= wanted) {
      release(claim);
    } else if (claim.held() && held - claim.size() >= wanted && spared(claim)) {
      release(claim);
    }
  }

  private boolean spared(Claim claim) {
    return seen.demand() instanceof Demand.Known known
        && !known.used().contains(claim.name())
        && held - claim.size() >= known.needed(claim.family());
  }

  /** Ours, and for addresses that the order does not name any more. */
  private boolean obsoletePin(Claim claim) {
    return claim.pin() != null && claim.number() > 0 && !claim.pin().equals(seen.wish().pin());
  }

  private void release(Claim claim) {
    steps.removeIf(
        step -> step instanceof Step.MarkUsed(var marked) && marked.equals(claim.name()));
    steps.add(new Step.Release(claim.name()));
    held -= claim.held() ? claim.size() : 0;
    live -= claim.size();
  }
}
