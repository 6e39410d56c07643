package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.steward.backup.Backups.Summary;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import dev.butlerlabs.butler.steward.store.driver.EtcdDriver;
import dev.butlerlabs.butler.steward.store.driver.Told;
import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import dev.butlerlabs.butler.steward.store.etcd.EtcdClient;
import dev.butlerlabs.butler.steward.store.etcd.KeyValue;
import dev.butlerlabs.butler.steward.store.etcd.Leases;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One backup while it is made. */
final class Saving {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final EtcdClient client;
  private final Corner corner;
  private final BackupFolder folder;
  private final Label label;
  private final Bytes prefix;
  private final Hash content = new Hash();
  private final List<Manifest.Page> pages = new ArrayList<>();
  private final Map<Long, Long> lives = new HashMap<>();
  private long keys;
  private long bytes;
  private long leased;

  Saving(EtcdClient client, Corner corner, BackupFolder folder, Label label) {
    this.client = client;
    this.corner = corner;
    this.folder = folder;
    this.label = label;
    this.prefix = EtcdDriver.prefix(corner);
  }

  Told<Summary> save(Instant now) throws IOException {
    var objection = corner.objection();
    if (objection.isPresent()) {
      return new Told.Refused<>(objection.get());
    }
    var name = folder.begin(now);
    Reply<Long> revision;
    try (var out = folder.write(name)) {
      revision = new Reader(client, prefix).read(page -> write(out, page));
    }
    var told = Words.told("save", corner, revision);
    if (!(told instanceof Told.Done<Long>(var at))) {
      folder.remove(name);
      return told.map(_ -> new Summary(name, 0, 0, 0, ""));
    }
    var hash = content.text();
    folder.finish(
        name,
        new Manifest(
            Manifest.FORMAT,
            corner.owner().toString(),
            corner.uid(),
            at,
            now,
            keys,
            bytes,
            leased,
            hash,
            label.request(),
            label.encrypted() ? true : null,
            pages));
    return Told.done(new Summary(name, at, keys, bytes, hash));
  }

  private void write(OutputStream out, List<KeyValue> page) throws IOException {
    var entries = new ArrayList<Entry>();
    for (var one : page) {
      var key = one.key().from(prefix.length());
      entries.add(new Entry(key, one.value(), one.lease(), left(one.lease())));
      content.add(key, one.value());
      bytes += key.length() + one.value().length();
      leased += one.lease() == 0 ? 0 : 1;
    }
    keys += page.size();
    var encoded = Entry.encode(entries);
    out.write(encoded);
    pages.add(new Manifest.Page(page.size(), encoded.length, Hash.of(encoded)));
  }

  /** What the lease has left; a key whose lease just ended is kept for another minute. */
  private long left(long lease) throws IOException {
    if (lease == 0) {
      return 0;
    }
    var known = lives.get(lease);
    if (known != null) {
      return known;
    }
    var reply = client.within(PATIENCE).leases().life(lease);
    if (!(reply instanceof Reply.Answered<Leases.Life>(var life))) {
      throw new IOException("the store did not say how long a lease lasts: " + reply);
    }
    var left = Math.max(60, life.left().toSeconds());
    lives.put(lease, left);
    return left;
  }
}
