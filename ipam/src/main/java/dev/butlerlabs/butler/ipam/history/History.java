package dev.butlerlabs.butler.ipam.history;

import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.api.network.NetworkPoolSpec;
import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.territory.Lookout;
import dev.butlerlabs.butler.ipam.territory.Territory;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The kept records of all pools, to be asked.
 *
 * @param pools as they are now
 * @param records of claims that have or had addresses
 */
public record History(List<Ground> pools, List<Possession> records) {

  /** A pool as far as history goes: what it covers, since when, and how long records stay. */
  public record Ground(ObjectKey key, Territory territory, NetworkPoolSpec spec, Instant since) {

    boolean covers(Address address) {
      return territory
          .outline()
          .filter(outline -> outline.block().range().contains(address))
          .isPresent();
    }
  }

  public History {
    pools = List.copyOf(pools);
    records = List.copyOf(records);
  }

  public static History of(Collection<NetworkPool> pools, Collection<IPAllocation> claims) {
    var grounds =
        pools.stream()
            .filter(pool -> pool.getSpec() != null)
            .map(pool -> ground(pool, pools, claims))
            .toList();
    return new History(
        grounds, claims.stream().flatMap(claim -> Possession.of(claim).stream()).toList());
  }

  private static Ground ground(
      NetworkPool pool, Collection<NetworkPool> pools, Collection<IPAllocation> claims) {
    var around = Lookout.around(pool, pools, List.of(), List.of(), claims);
    var made = pool.getMetadata().getCreationTimestamp();
    return new Ground(
        new ObjectKey(
            Objects.requireNonNullElse(pool.getMetadata().getNamespace(), ""),
            pool.getMetadata().getName()),
        Territory.of(pool.getSpec(), around),
        pool.getSpec(),
        made == null ? Instant.EPOCH : Instant.parse(made));
  }

  /**
   * Who had the address at that time. A moment at which it changed hands belongs to the new holder.
   *
   * @param now when this is asked: what was given back longer ago than the retention is forgotten
   */
  public Answer whoHad(Address address, Instant when, Instant now) {
    var named = records.stream().filter(record -> record.range().contains(address)).toList();
    var holders = named.stream().filter(record -> record.at(when)).toList();
    if (when.isAfter(now)) {
      return new Answer.Unknown(address, "the time %s is yet to come".formatted(when), none());
    }
    if (holders.size() > 1) {
      return new Answer.Disputed(address, holders);
    }
    return holders.isEmpty()
        ? nobody(address, when, now, named)
        : new Answer.Held(address, holders.getFirst());
  }

  private Answer nobody(Address address, Instant when, Instant now, List<Possession> named) {
    var vague =
        named.stream()
            .filter(record -> record.endUnknown() && !when.isBefore(record.from()))
            .findFirst();
    if (vague.isPresent()) {
      return new Answer.Unknown(
          address,
          "IPAllocation %s had it but does not say until when".formatted(vague.get().claim()),
          none());
    }
    var pool = pools.stream().filter(one -> one.covers(address)).findFirst();
    if (pool.isEmpty()) {
      return named.isEmpty()
          ? new Answer.NotManaged(address)
          : new Answer.Unknown(address, "no NetworkPool has it any more", none());
    }
    var ground = pool.get();
    if (when.isBefore(ground.since())) {
      return new Answer.Unknown(
          address,
          "NetworkPool %s is there since %s".formatted(ground.key(), ground.since()),
          Optional.of(ground.since()));
    }
    var oldest = now.minus(ground.spec().effectiveRetention());
    if (when.isBefore(oldest)) {
      return new Answer.Unknown(
          address,
          "records are kept for %d hours after addresses were given back"
              .formatted(ground.spec().effectiveRetention().toHours()),
          Optional.of(oldest));
    }
    return named.isEmpty() ? unnamed(address, ground) : free(address, ground, when, named);
  }

  private static Answer unnamed(Address address, Ground ground) {
    var only = AddressRange.of(address);
    return ground
        .territory()
        .keptAt(only)
        .<Answer>map(kept -> new Answer.KeptBack(address, ground.key(), kept.cause().because()))
        .orElseGet(
            () ->
                ground.territory().windows().stream().anyMatch(window -> window.contains(address))
                    ? new Answer.Free(address, ground.key(), none())
                    : new Answer.KeptBack(
                        address, ground.key(), "it lies outside the ranges of the pool"));
  }

  private static Answer free(Address address, Ground ground, Instant when, List<Possession> named) {
    var last =
        named.stream()
            .filter(record -> record.until().filter(end -> !end.isAfter(when)).isPresent())
            .max(Comparator.comparing(record -> record.until().orElseThrow()));
    return new Answer.Free(address, ground.key(), last);
  }

  private static <T> Optional<T> none() {
    return Optional.empty();
  }
}
