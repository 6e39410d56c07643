package dev.butlerlabs.butler.steward.store.driver;

import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import dev.butlerlabs.butler.steward.store.etcd.KeyValue;
import dev.butlerlabs.butler.steward.store.etcd.Keys;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Span;
import dev.butlerlabs.butler.steward.store.etcd.Reply;

/**
 * How much lies below a prefix, without reading it all.
 *
 * <p>An API server keeps each kind of object below a name of its own, and objects of a kind are
 * about alike in size. So of each kind the keys are counted, which costs the store a walk through
 * its index in memory, and a few are read. Kinds with no more keys than that are measured exactly.
 */
record EtcdMeasure(Keys keys, Bytes prefix) {

  private static final int SAMPLE = 16;

  Reply<Use> measure() {
    var rest = Span.under(prefix);
    var sum = new Use(0, 0);
    while (true) {
      var next = keys.names(rest, 1);
      if (!(next instanceof Reply.Answered<Keys.Page>(var first)) || first.keys().isEmpty()) {
        var measured = sum;
        return next.map(_ -> measured);
      }
      var kind = kindOf(first.keys().getFirst().key());
      var sample = keys.page(kind, SAMPLE, 0);
      if (!(sample instanceof Reply.Answered<Keys.Page>(var page))) {
        return sample.map(_ -> new Use(0, 0));
      }
      sum = plus(sum, page);
      rest = new Span(kind.to(), rest.to());
    }
  }

  /** The keys that share what stands up to the slash after the prefix; or the one key alone. */
  private Span kindOf(Bytes key) {
    var slash = key.indexOf('/', prefix.length());
    return slash < 0 ? new Span(key, key.next()) : Span.under(key.first(slash + 1));
  }

  private static Use plus(Use before, Keys.Page page) {
    var read = page.keys().stream().mapToLong(EtcdMeasure::size).sum();
    var bytes =
        page.keys().isEmpty() ? 0 : Math.round((double) read * page.count() / page.keys().size());
    return new Use(before.keys() + page.count(), before.bytes() + bytes);
  }

  private static long size(KeyValue key) {
    return (long) key.key().length() + key.value().length();
  }
}
