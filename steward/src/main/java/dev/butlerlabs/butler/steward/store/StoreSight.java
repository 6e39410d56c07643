package dev.butlerlabs.butler.steward.store;

import dev.butlerlabs.butler.api.steward.DataStore;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.steward.store.driver.Told;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The DataStores as they were seen last; of two looks the newer counts, whichever came first. */
final class StoreSight {

  private static final Duration SOON = Duration.ofSeconds(2);

  private final Map<String, DataStore> seen = new ConcurrentHashMap<>();

  /** Answers the newest. */
  DataStore saw(DataStore store) {
    return seen.merge(store.getMetadata().getName(), store, StoreSight::newer);
  }

  private static DataStore newer(DataStore before, DataStore now) {
    return Objects.equals(before.getMetadata().getUid(), now.getMetadata().getUid())
            && version(before) > version(now)
        ? before
        : now;
  }

  /** API servers promise that versions of one object can be compared as numbers. */
  private static long version(DataStore store) {
    try {
      return Long.parseLong(store.getMetadata().getResourceVersion());
    } catch (NumberFormatException other) {
      return 0;
    }
  }

  void gone(String store) {
    seen.remove(store);
  }

  Optional<DataStore> find(String store) {
    return Optional.ofNullable(seen.get(store));
  }

  Told<DataStore> known(String store) {
    return find(store)
        .map(Told::done)
        .orElseGet(
            () ->
                new Told.Unreachable<>(
                    new Problem(
                        "DataStore " + store,
                        "there is none of that name, or nobody has looked at it yet",
                        "create it, or name another"),
                    SOON));
  }

  /** Which of the stores that were seen name the Secret. */
  List<ObjectKey> naming(ObjectKey secret) {
    return seen.values().stream()
        .filter(store -> AccessReader.named(store).contains(secret))
        .map(store -> ObjectKey.cluster(store.getMetadata().getName()))
        .toList();
  }
}
