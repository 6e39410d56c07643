package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import dev.butlerlabs.butler.steward.store.etcd.Denial;
import dev.butlerlabs.butler.steward.store.etcd.EtcdClient;
import dev.butlerlabs.butler.steward.store.etcd.KeyValue;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Page;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Span;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Reads all below a prefix at one revision, page by page. Pages hold few megabytes whatever the
 * size of the values: a tenant decides how large those are.
 */
final class Reader {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long FIRST = 8;
  private static final long MOST = 1_000;
  private static final long WANTED = 2L << 20;

  /** Someone who takes pages. */
  interface Taker {
    void take(List<KeyValue> keys) throws IOException;
  }

  private final EtcdClient client;
  private final Bytes prefix;

  Reader(EtcdClient client, Bytes prefix) {
    this.client = client;
    this.prefix = prefix;
  }

  /** Hands over all pages, and answers the revision they were read at. */
  Reply<Long> read(Taker taker) throws IOException {
    var rest = Span.under(prefix);
    var revision = 0L;
    var limit = FIRST;
    while (true) {
      var reply = client.within(PATIENCE).keys().page(rest, limit, revision);
      if (reply.denied(Denial.ANSWER_TOO_LARGE) && limit > 1) {
        limit = Math.max(1, limit / 8);
        continue;
      }
      if (!(reply instanceof Reply.Answered<Page>(var page))) {
        return reply.map(Page::revision);
      }
      revision = revision == 0 ? page.revision() : revision;
      if (!page.keys().isEmpty()) {
        taker.take(page.keys());
        rest = rest.after(page.keys().getLast().key());
        limit = next(limit, page.keys());
      }
      if (!page.more()) {
        return Reply.answered(revision);
      }
    }
  }

  private static long next(long limit, List<KeyValue> page) {
    var bytes = page.stream().mapToLong(one -> one.key().length() + one.value().length()).sum();
    var fitting = page.size() * WANTED / Math.max(1, bytes);
    return Math.clamp(fitting, 1, Math.min(MOST, limit * 4));
  }
}
