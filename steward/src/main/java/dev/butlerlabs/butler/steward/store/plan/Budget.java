package dev.butlerlabs.butler.steward.store.plan;

import dev.butlerlabs.butler.api.steward.DataStoreSpec.TenantBudget;
import dev.butlerlabs.butler.api.steward.DataStoreStatus;
import dev.butlerlabs.butler.kernel.Quantity;
import dev.butlerlabs.butler.steward.store.driver.Use;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How much one tenant may keep, and whether it does. */
public record Budget(long bytes, long keys) {

  /** A tenant that was over must get this far below before it may write again. */
  private static final double ENOUGH_ROOM = 0.9;

  public static Budget of(@Nullable TenantBudget given) {
    if (given == null) {
      return new Budget(Long.MAX_VALUE, Long.MAX_VALUE);
    }
    var bytes =
        Optional.ofNullable(given.storage()).flatMap(Quantity::wholeUnits).orElse(Long.MAX_VALUE);
    return new Budget(bytes, Objects.requireNonNullElse(given.keys(), Long.MAX_VALUE));
  }

  /** Whether the tenant is over; one that was stays so until it is well below. */
  boolean exceededBy(Use use, boolean before) {
    var share = before ? ENOUGH_ROOM : 1;
    return use.keys() > keys * share || use.bytes() > bytes * share;
  }

  /** What was found out about a tenant last; false for one nobody has measured. */
  public static boolean exceeded(@Nullable DataStoreStatus status, String uid) {
    return exceeding(status).contains(uid);
  }

  /** The UIDs of all that were found to keep more than they may. */
  public static Set<String> exceeding(@Nullable DataStoreStatus status) {
    return status == null
        ? Set.of()
        : status.tenants().stream()
            .filter(one -> Boolean.TRUE.equals(one.overBudget()))
            .map(DataStoreStatus.TenantUse::uid)
            .collect(Collectors.toUnmodifiableSet());
  }
}
