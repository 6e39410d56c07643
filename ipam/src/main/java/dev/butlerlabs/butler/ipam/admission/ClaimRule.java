package dev.butlerlabs.butler.ipam.admission;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.ipam.territory.Surroundings;
import dev.butlerlabs.butler.ipam.territory.Territory;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.admission.Operation;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Rule;
import dev.butlerlabs.butler.kube.admission.Ruling;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether a claim can ever be served. Only creations and larger wishes are judged, and what Butler
 * asks for itself is told in its status instead.
 */
public final class ClaimRule implements Rule<IPAllocation> {

  private final Records records;

  public ClaimRule(Records records) {
    this.records = records;
  }

  @Override
  public Ruling review(Request<IPAllocation> request) {
    var claim = request.subject();
    var spec = claim.getSpec();
    if (spec == null || made(claim) || !wantsMore(request, spec)) {
      return Ruling.allowed();
    }
    var key = new ObjectKey(request.key().namespace(), spec.poolRef().name());
    var pool = records.findPool(key);
    if (pool.isPresent()) {
      return Ruling.of(judge(spec, key, pool.get()).stream().toList());
    }
    var wrong = pinned(spec);
    return wrong.isPresent()
        ? Ruling.of(List.of(wrong.get()))
        : Ruling.allowed(
            "spec.poolRef: there is no NetworkPool %s; the claim waits until there is"
                .formatted(key));
  }

  /** Butler's own claims carry their role. */
  private static boolean made(IPAllocation claim) {
    return Objects.requireNonNullElse(claim.getMetadata().getLabels(), Map.of())
        .containsKey(Labels.ALLOCATION_ROLE);
  }

  private static boolean wantsMore(Request<IPAllocation> request, IPAllocationSpec spec) {
    if (request.operation() == Operation.CREATE) {
      return true;
    }
    var old = request.old() == null ? null : request.old().getSpec();
    return old != null && !spec.releaseWanted() && count(spec) > count(old);
  }

  private static int count(IPAllocationSpec spec) {
    return Objects.requireNonNullElse(spec.count(), 0);
  }

  /** A pin that no pool could serve. */
  private static Optional<Problem> pinned(IPAllocationSpec spec) {
    return Optional.ofNullable(spec.pinnedRange())
        .map(pin -> AddressRange.between(pin.startAddress(), pin.endAddress()))
        .filter(Parsed.Bad.class::isInstance)
        .map(bad -> new Problem("spec.pinnedRange", ((Parsed.Bad<?>) bad).sentence(), ""));
  }

  private static Optional<Problem> judge(IPAllocationSpec spec, ObjectKey key, NetworkPool pool) {
    if (pool.getSpec() == null) {
      return Optional.empty();
    }
    var territory = Territory.of(pool.getSpec(), Surroundings.none());
    if (!territory.valid()) {
      return pinned(spec);
    }
    var pin = spec.pinnedRange();
    if (pin == null) {
      return tooMany(count(spec), key, territory);
    }
    return switch (AddressRange.between(pin.startAddress(), pin.endAddress())) {
      case Parsed.Bad<AddressRange>(var sentence) ->
          Optional.of(new Problem("spec.pinnedRange", sentence, ""));
      case Parsed.Good<AddressRange>(var range) -> place(range, key, territory);
    };
  }

  private static Optional<Problem> place(AddressRange pin, ObjectKey key, Territory territory) {
    var windows = territory.windows();
    if (windows.stream().anyMatch(window -> window.contains(pin))) {
      return territory
          .keptAt(pin)
          .map(
              kept ->
                  new Problem(
                      "spec.pinnedRange",
                      "%s of NetworkPool %s is never given out: %s is %s"
                          .formatted(pin, key, kept.range(), kept.cause().because()),
                      "pin other addresses"));
    }
    var touched = windows.stream().filter(window -> window.overlaps(pin)).toList();
    var trouble =
        touched.size() > 1
            ? "%s straddles the ranges %s of NetworkPool %s".formatted(pin, and(touched), key)
            : "%s lies outside the ranges of NetworkPool %s, which are %s"
                .formatted(pin, key, and(windows));
    return Optional.of(
        new Problem(
            "spec.pinnedRange",
            trouble,
            touched.size() > 1
                ? "make one IPAllocation for each range"
                : "pin addresses inside one of them"));
  }

  private static String and(List<AddressRange> ranges) {
    return ranges.stream().map(AddressRange::toString).collect(Collectors.joining(" and "));
  }

  private static Optional<Problem> tooMany(int count, ObjectKey key, Territory territory) {
    var largest =
        territory.open().stream()
            .map(AddressRange::size)
            .max(Comparator.naturalOrder())
            .orElse(BigInteger.ZERO);
    return BigInteger.valueOf(count).compareTo(largest) <= 0
        ? Optional.empty()
        : Optional.of(
            new Problem(
                "spec.count",
                "%d addresses in one block are wanted, but the longest range of NetworkPool %s has %s even when nothing is given out"
                    .formatted(count, key, largest),
                "ask for fewer, or make several IPAllocations"));
  }
}
