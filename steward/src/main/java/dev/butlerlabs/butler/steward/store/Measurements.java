package dev.butlerlabs.butler.steward.store;

import dev.butlerlabs.butler.api.steward.DataStore;
import dev.butlerlabs.butler.api.steward.DataStoreStatus.Reservation;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import dev.butlerlabs.butler.steward.store.driver.Told;
import dev.butlerlabs.butler.steward.store.driver.Use;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What tenants keep, measured now and then: counting is cheap and done at every look for a few
 * tenants in turn; sizes are worked out anew when the count has moved or an hour has passed.
 *
 * <p>Kept in memory only: after a restart it is measured again.
 */
final class Measurements {

  private static final int AT_A_LOOK = 50;
  private static final Duration KEPT = Duration.ofHours(1);

  /** A tenant that comes up stores more at every look; its sizes are not read each time. */
  private static final Duration REST = Duration.ofSeconds(20);

  private static final double MOVED = 0.05;

  /** What was found, and when it was looked at and measured last. */
  private record Measured(Use use, Instant looked, Instant measured) {}

  private final DataStores stores;
  private final Map<String, Measured> known = new ConcurrentHashMap<>();

  Measurements(DataStores stores) {
    this.stores = stores;
  }

  Map<String, Use> none() {
    return Map.of();
  }

  /** By UID, what is known of the store's tenants after looking at those longest not looked at. */
  Map<String, Use> of(DataStore store, Instant now) {
    var reserved = Reservations.of(store);
    var name = store.getMetadata().getName();
    reserved.stream()
        .sorted(Comparator.comparing(one -> lookedAt(one.uid())))
        .limit(AT_A_LOOK)
        .takeWhile(one -> look(name, one, now))
        .forEach(one -> {});
    var uses = new LinkedHashMap<String, Use>();
    for (var one : reserved) {
      var measured = known.get(one.uid());
      if (measured != null) {
        uses.put(one.uid(), measured.use());
      }
    }
    return uses;
  }

  private Instant lookedAt(String uid) {
    var before = known.get(uid);
    return before == null ? Instant.MIN : before.looked();
  }

  /** False when the store does not answer: then the others need not be asked. */
  private boolean look(String store, Reservation one, Instant now) {
    var corner =
        new Corner(ObjectKey.cluster(one.controlPlane()), one.uid(), one.schema(), one.user());
    var before = known.get(one.uid());
    if (before != null
        && stores.call(store, driver -> driver.count(corner)) instanceof Told.Done<Long>(var keys)
        && now.isBefore(before.measured().plus(KEPT))
        && (now.isBefore(before.measured().plus(REST)) || !moved(before.use(), keys))) {
      known.put(
          one.uid(), new Measured(new Use(keys, before.use().bytes()), now, before.measured()));
      return true;
    }
    if (stores.call(store, driver -> driver.use(corner)) instanceof Told.Done<Use>(var use)) {
      known.put(one.uid(), new Measured(use, now, now));
      return true;
    }
    return false;
  }

  private static boolean moved(Use before, long keys) {
    return Math.abs(keys - before.keys()) > MOVED * before.keys();
  }
}
