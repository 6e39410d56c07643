package dev.butlerlabs.butler.ipam.admission;

import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.api.network.NetworkPoolSpec;
import dev.butlerlabs.butler.ipam.territory.Clash;
import dev.butlerlabs.butler.ipam.territory.Held;
import dev.butlerlabs.butler.ipam.territory.Lookout;
import dev.butlerlabs.butler.ipam.territory.Ranges;
import dev.butlerlabs.butler.ipam.territory.Remark;
import dev.butlerlabs.butler.ipam.territory.Surroundings;
import dev.butlerlabs.butler.ipam.territory.Territory;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Rule;
import dev.butlerlabs.butler.kube.admission.Ruling;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a pool may be stored: what is wrong with it, and what an edit would take from whom. */
public final class PoolRule implements Rule<NetworkPool> {

  private static final int MOST = 5;

  private final Records records;

  public PoolRule(Records records) {
    this.records = records;
  }

  @Override
  public Ruling review(Request<NetworkPool> request) {
    var pool = request.subject();
    if (pool.getSpec() == null) {
      return Ruling.allowed();
    }
    var around =
        Lookout.around(pool, records.pools(), records.providers(), records.clusters(), List.of());
    var now = Territory.of(pool.getSpec(), around);
    var before = before(request.old(), around);
    var problems = new ArrayList<>(fresh(now.problems(), before.map(Territory::problems)));
    if (now.valid()) {
      before.flatMap(old -> shrunk(old, now)).ifPresent(problems::add);
      problems.addAll(meetings(now, before));
      if (request.old() != null && before.filter(now::givesOutTheSameAs).isEmpty()) {
        problems.addAll(taken(request.key(), now, before));
      }
    }
    return problems.isEmpty()
        ? new Ruling.Allowed(warnings(pool.getSpec(), now))
        : new Ruling.Denied(problems.stream().limit(MOST).toList());
  }

  private static Optional<Territory> before(@Nullable NetworkPool old, Surroundings around) {
    return Optional.ofNullable(old)
        .flatMap(pool -> Optional.ofNullable(pool.getSpec()))
        .map(spec -> Territory.of(spec, around));
  }

  /** What was wrong before may stay wrong; only what comes to it is refused. */
  private static List<Problem> fresh(List<Problem> now, Optional<List<Problem>> before) {
    return now.stream()
        .filter(problem -> before.filter(all -> all.contains(problem)).isEmpty())
        .toList();
  }

  private static Optional<Problem> shrunk(Territory before, Territory now) {
    var old = before.outline().map(outline -> outline.block());
    var fresh = now.outline().map(outline -> outline.block());
    return old.isEmpty() || fresh.isEmpty() || fresh.get().range().contains(old.get().range())
        ? Optional.empty()
        : Optional.of(
            new Problem(
                "spec.cidr",
                "%s does not hold all of %s, which the pool has now"
                    .formatted(fresh.get(), old.get()),
                "a pool only grows; to give out less, narrow spec.tenantAllocation.ranges"));
  }

  /** What of others the pool lies over, as far as it did not before. */
  private static List<Problem> meetings(Territory now, Optional<Territory> before) {
    var known = before.map(Territory::remarks).orElse(List.of());
    var windowed = now.outline().filter(outline -> outline.windowed()).isPresent();
    var problems = new ArrayList<Problem>();
    for (var remark : now.remarks()) {
      switch (remark) {
        case Remark.Overlap overlap when grown(overlap, known) ->
            problems.add(
                new Problem(
                    windowed ? "spec.tenantAllocation" : "spec.cidr",
                    "%s is also in NetworkPool %s".formatted(overlap.shared(), overlap.pool()),
                    "keep the two apart, or reserve the part here or there"));
        case Remark.OverClusterNetwork over when windowed && !known.contains(over) ->
            problems.add(
                new Problem(
                    "spec.tenantAllocation",
                    "%s is also in the %s".formatted(over.shared(), over.whose()),
                    "clusters cannot reach addresses of their own inner networks; keep clear"));
        case Remark.OverFixture over when over.keptBack() && !known.contains(over) ->
            problems.add(over.problem());
        case Remark.Overlap _,
            Remark.Unclear _,
            Remark.OverClusterNetwork _,
            Remark.OverFixture _,
            Remark.ForeignUse _,
            Remark.Invalid _ -> {}
      }
    }
    return problems;
  }

  private static boolean grown(Remark.Overlap overlap, List<Remark> known) {
    var before =
        known.stream()
            .filter(
                remark ->
                    remark instanceof Remark.Overlap(var pool, _) && pool.equals(overlap.pool()))
            .map(remark -> ((Remark.Overlap) remark).shared())
            .reduce(Ranges.none(), Ranges::plus);
    return !overlap.shared().minus(before).isEmpty();
  }

  /** Held addresses that the edit would reserve or leave outside. */
  private List<Problem> taken(ObjectKey pool, Territory now, Optional<Territory> before) {
    var held = held(records.claims(pool));
    var known = ranges(before.map(old -> Clash.between(old, held)).orElse(List.of()));
    return Clash.between(now, held).stream()
        .filter(clash -> !clash.inUseTwice())
        .filter(clash -> !known.contains(clash.range()))
        .map(
            clash ->
                new Problem(
                    clash.kept().isPresent() ? "spec.reserved" : "spec.tenantAllocation",
                    clash.sentence(),
                    "first give it back: kubectl patch ipallocation -n %s %s --type=merge -p"
                            .formatted(
                                clash.held().claim().namespace(), clash.held().claim().name())
                        + " '{\"spec\":{\"release\":true}}'"))
        .toList();
  }

  private static Ranges ranges(Collection<Clash> clashes) {
    return Ranges.of(clashes.stream().map(Clash::range).toList());
  }

  static List<Held> held(List<IPAllocation> claims) {
    return claims.stream()
        .flatMap(
            claim ->
                Lookout.held(claim)
                    .map(
                        range ->
                            new Held(
                                range,
                                new ObjectKey(
                                    claim.getMetadata().getNamespace(),
                                    claim.getMetadata().getName()),
                                new ObjectKey(
                                    claim.getSpec().tenantClusterRef().namespace(),
                                    claim.getSpec().tenantClusterRef().name())))
                    .stream())
        .toList();
  }

  private static List<String> warnings(NetworkPoolSpec spec, Territory now) {
    var warnings = new ArrayList<String>();
    var allocation = spec.tenantAllocation();
    if (allocation != null && allocation.start() != null) {
      warnings.add(
          allocation.ranges().isEmpty()
              ? "spec.tenantAllocation.start and end are deprecated; write them as one entry of"
                  + " spec.tenantAllocation.ranges"
              : "spec.tenantAllocation.start and end are not looked at, because ranges is given;"
                  + " remove them");
    }
    now.remarks().stream()
        .filter(remark -> !(remark instanceof Remark.ForeignUse))
        .map(Remark::sentence)
        .forEach(warnings::add);
    return warnings;
  }
}
