package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.steward.backup.Backups.Summary;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import dev.butlerlabs.butler.steward.store.driver.EtcdDriver;
import dev.butlerlabs.butler.steward.store.driver.Told;
import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import dev.butlerlabs.butler.steward.store.etcd.EtcdClient;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Span;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import dev.butlerlabs.butler.steward.store.etcd.Session;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * One restore.
 *
 * <p>The whole file is checked before anything is written. The first key written is a mark that
 * says which backup is being loaded; whoever finds it carries on, and it goes when the hash over
 * what is stored is that of the backup.
 */
record Loading(EtcdClient client, Corner corner, BackupFolder folder, String name) {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Sorts before everything an API server writes, and is nothing it would read. */
  static final Bytes MARK = Bytes.of(".butler-restore");

  /** Someone who takes the pages of a file. */
  private interface Taker {
    Reply<Boolean> take(List<Entry> entries);
  }

  Told<Summary> load() throws IOException {
    var objection = corner.objection();
    if (objection.isPresent()) {
      return new Told.Refused<>(objection.get());
    }
    var found = folder.manifest(name);
    if (found.isEmpty() || found.get().format() != Manifest.FORMAT) {
      return refused("backup " + name + " is not whole, or of a kind not known here");
    }
    var manifest = found.get();
    var checked = new Hash();
    try {
      pages(manifest, entries -> hashed(entries, checked));
    } catch (IOException damaged) {
      return refused("backup " + name + " is damaged: " + damaged.getMessage());
    }
    if (!checked.text().equals(manifest.content())) {
      return refused("backup " + name + " is damaged: its hash is not that of its manifest");
    }
    var begun = begun(manifest);
    return begun instanceof Told.Done<Boolean>
        ? written(manifest)
        : begun.map(_ -> summary(manifest, 0));
  }

  /** The corner is empty and marked now, or was marked by an earlier try. */
  private Told<Boolean> begun(Manifest manifest) {
    var marked = session().keys().page(new Span(key(MARK), Bytes.EMPTY), 1, 0);
    var all = session().keys().count(Span.under(prefix()));
    return Words.told(
            "load a backup into",
            corner,
            marked.then(
                mark ->
                    all.map(
                        sum ->
                            new Found(
                                mark.keys().isEmpty() ? "" : mark.keys().getFirst().value().text(),
                                sum.count()))))
        .then(
            before -> {
              if (before.mark().equals(manifest.content())) {
                return Told.done(true);
              }
              return before.keys() == 0
                  ? Words.told(
                      "load a backup into",
                      corner,
                      session().keys().put(key(MARK), Bytes.of(manifest.content()), 0))
                  : refused(
                      "there are %d keys already; data is not written over data"
                          .formatted(before.keys()));
            });
  }

  /** What was in the corner before. */
  private record Found(String mark, long keys) {}

  private Told<Summary> written(Manifest manifest) throws IOException {
    var written = pages(manifest, new Writer(client, prefix())::write);
    var told = Words.told("load a backup into", corner, written);
    return told instanceof Told.Done<Boolean>
        ? verified(manifest)
        : told.map(_ -> summary(manifest, 0));
  }

  private Told<Summary> verified(Manifest manifest) throws IOException {
    var hash = new Hash();
    var mark = key(MARK);
    var read =
        new Reader(client, prefix())
            .read(
                page ->
                    page.stream()
                        .filter(one -> !one.key().equals(mark))
                        .forEach(one -> hash.add(one.key().from(prefix().length()), one.value())));
    return Words.told("check what was loaded into", corner, read)
        .then(
            revision ->
                hash.text().equals(manifest.content())
                    ? Words.told(
                            "finish the restore of",
                            corner,
                            session().keys().delete(new Span(mark, Bytes.EMPTY)))
                        .map(_ -> summary(manifest, revision))
                    : refused(
                        "what is stored now is not what backup "
                            + name
                            + " holds; somebody else wrote meanwhile"));
  }

  private Summary summary(Manifest manifest, long revision) {
    return new Summary(name, revision, manifest.keys(), manifest.bytes(), manifest.content());
  }

  private Reply<Boolean> pages(Manifest manifest, Taker taker) throws IOException {
    try (var in = folder.read(name)) {
      for (var page : manifest.pages()) {
        var reply = taker.take(entries(in, page));
        if (!(reply instanceof Reply.Answered<Boolean>)) {
          return reply;
        }
      }
      if (in.read() >= 0) {
        throw new IOException("there is more in it than its manifest says");
      }
      return Reply.answered(true);
    }
  }

  private static List<Entry> entries(InputStream in, Manifest.Page page) throws IOException {
    var bytes = in.readNBytes(page.length());
    if (bytes.length != page.length() || !Objects.equals(Hash.of(bytes), page.sha256())) {
      throw new IOException("the hash of a page is not that of its manifest");
    }
    return Entry.decode(bytes);
  }

  private static Reply<Boolean> hashed(List<Entry> entries, Hash hash) {
    entries.forEach(entry -> hash.add(entry.key(), entry.value()));
    return Reply.answered(true);
  }

  private Bytes prefix() {
    return EtcdDriver.prefix(corner);
  }

  private Bytes key(Bytes suffix) {
    return prefix().plus(suffix);
  }

  private Session session() {
    return client.within(PATIENCE);
  }

  private <T> Told<T> refused(String trouble) {
    return Told.refused(
        "could not load a backup into " + corner.owner(),
        trouble,
        "choose another backup, or an empty control plane");
  }
}
