package dev.butlerlabs.butler.ipam.pool.plan;

import dev.butlerlabs.butler.api.network.NetworkPoolSpec;
import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.Share;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that decides whether the claims that wait can be served. As long as it is the same,
 * trying again comes to the same.
 *
 * @param changes of the book
 * @param waiting versions of the claims, by UID
 * @param teams of their tenants
 */
public record Tried(
    int changes,
    @Nullable NetworkPoolSpec spec,
    boolean closing,
    Map<String, String> waiting,
    Map<Share, Allowance> allowances,
    Map<ObjectKey, String> teams) {

  public static Tried nothing() {
    return new Tried(-1, null, false, Map.of(), Map.of(), Map.of());
  }

  public static Tried of(Book book, Sight sight) {
    var waiting = new HashMap<String, String>();
    var teams = new HashMap<ObjectKey, String>();
    for (var claim : sight.claims()) {
      if (claim.waits() && !book.serves(claim.uid())) {
        waiting.put(claim.uid(), claim.version());
        teams.computeIfAbsent(claim.tenant(), sight.teamOf());
      }
    }
    return new Tried(
        book.changes(), sight.spec(), sight.closing(), waiting, sight.allowances(), teams);
  }
}
