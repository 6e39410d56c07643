package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.steward.store.driver.Corner;
import dev.butlerlabs.butler.steward.store.driver.EtcdDriver;
import dev.butlerlabs.butler.steward.store.driver.EtcdPurge;
import dev.butlerlabs.butler.steward.store.driver.Told;
import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import dev.butlerlabs.butler.steward.store.etcd.EtcdClient;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Span;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import dev.butlerlabs.butler.steward.store.etcd.Session;
import java.io.IOException;
import java.time.Duration;

/**
 * A corner into which a backup is to be loaded. A key of our own, the mark, tells how far that is:
 * whoever finds it carries on from there.
 *
 * @param content hash of the backup
 */
record Ground(EtcdClient client, Corner corner, String content) {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String EMPTYING = "emptying for ";

  /** Sorts before everything an API server writes, and is nothing it would read. */
  static final Bytes MARK = Bytes.of(".butler-restore");

  /** How the corner was found. */
  enum State {
    /** Nothing is there. */
    EMPTY,
    /** Just this backup is being loaded. */
    LOADING,
    /** What was there was saved and is being deleted for this backup. */
    EMPTYING,
    /** Another backup was being loaded; what is there is no tenant's state. */
    FOREIGN,
    /** The tenant's state. */
    OCCUPIED
  }

  Told<State> look() {
    var marked = session().keys().page(new Span(mark(), Bytes.EMPTY), 1, 0);
    var found =
        marked.then(
            page ->
                page.keys().isEmpty()
                    ? session()
                        .keys()
                        .count(Span.under(prefix()))
                        .map(sum -> sum.count() == 0 ? State.EMPTY : State.OCCUPIED)
                    : Reply.answered(judge(page.keys().getFirst().value().text())));
    return Words.told("look into", corner, found);
  }

  private State judge(String mark) {
    if (mark.equals(content)) {
      return State.LOADING;
    }
    return mark.equals(EMPTYING + content) ? State.EMPTYING : State.FOREIGN;
  }

  /** From now on whoever looks sees that this backup is being loaded. */
  Told<Boolean> begin() {
    return Words.told("load a backup into", corner, put(content));
  }

  /** Deletes what is there, marked as that first; then begins. */
  Told<Boolean> clear() {
    var purge = new EtcdPurge(this::session);
    var cleared =
        put(EMPTYING + content)
            .then(_ -> purge.delete(new Span(prefix(), mark())))
            .then(_ -> purge.delete(Span.under(prefix()).after(mark())))
            .then(_ -> put(content));
    return Words.told("make room for a backup in", corner, cleared);
  }

  Told<Boolean> finish() {
    return Words.told(
        "finish the restore of",
        corner,
        session().keys().delete(new Span(mark(), Bytes.EMPTY)).map(_ -> true));
  }

  /** What is stored now, without the mark: the revision it was read at, and its hash. */
  record Stored(long revision, String content) {}

  Told<Stored> stored() throws IOException {
    var hash = new Hash();
    var mark = mark();
    var read =
        new Reader(client, prefix())
            .read(
                page ->
                    page.stream()
                        .filter(one -> !one.key().equals(mark))
                        .forEach(one -> hash.add(one.key().from(prefix().length()), one.value())));
    return Words.told("check what is stored for", corner, read)
        .map(revision -> new Stored(revision, hash.text()));
  }

  Bytes prefix() {
    return EtcdDriver.prefix(corner);
  }

  private Reply<Boolean> put(String mark) {
    return session().keys().put(mark(), Bytes.of(mark), 0);
  }

  private Bytes mark() {
    return prefix().plus(MARK);
  }

  private Session session() {
    return client.within(PATIENCE);
  }
}
