package dev.butlerlabs.butler.steward.store.driver;

import dev.butlerlabs.butler.steward.store.etcd.Keys.Page;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Span;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import dev.butlerlabs.butler.steward.store.etcd.Session;
import java.util.function.Supplier;

/**
 * Deletes many keys in portions, so that no other tenant waits behind one huge deletion.
 *
 * @param sessions one for each call; the same again where all of them share a deadline
 */
public record EtcdPurge(Supplier<Session> sessions) {

  private static final int AT_ONCE = 1_000;

  /** Until none is left; answers how many there were. */
  public Reply<Long> delete(Span span) {
    var sum = 0L;
    while (true) {
      var names = sessions.get().keys().names(span, AT_ONCE);
      if (!(names instanceof Reply.Answered<Page>(var page)) || page.keys().isEmpty()) {
        var all = sum;
        return names.map(_ -> all);
      }
      var portion = new Span(span.from(), page.keys().getLast().key().next());
      var deleted = sessions.get().keys().delete(portion);
      if (!(deleted instanceof Reply.Answered<Long>(var count))) {
        return deleted;
      }
      sum += count;
    }
  }
}
