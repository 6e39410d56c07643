package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.steward.backup.Backups.Summary;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import dev.butlerlabs.butler.steward.store.driver.Told;
import dev.butlerlabs.butler.steward.store.etcd.EtcdClient;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/**
 * One restore.
 *
 * <p>The whole file is checked before anything is written. A mark in the corner says which backup
 * is being loaded; whoever finds it carries on, and it goes when the hash over what is stored is
 * that of the backup.
 *
 * @param safety saves what is there before it is deleted; refuses where nothing may be
 */
record Loading(EtcdClient client, Corner corner, BackupFolder folder, String name, Safety safety) {

  /** What happens to a tenant's state that is in the way. */
  interface Safety {
    Told<Boolean> save() throws IOException;
  }

  /** Someone who takes the pages of a file. */
  private interface Taker {
    Reply<Boolean> take(List<Entry> entries);
  }

  /** Whether the file is whole, with all its hashes as its manifest says. */
  static Told<Manifest> checked(Corner corner, BackupFolder folder, String name)
      throws IOException {
    var found = folder.manifest(name);
    if (found.isEmpty() || found.get().format() != Manifest.FORMAT) {
      return refused(corner, "backup " + name + " is not whole, or of a kind not known here");
    }
    var manifest = found.get();
    var hash = new Hash();
    try {
      pages(folder, name, manifest, entries -> hashed(entries, hash));
    } catch (IOException damaged) {
      return refused(corner, "backup " + name + " is damaged: " + damaged.getMessage());
    }
    return hash.text().equals(manifest.content())
        ? Told.done(manifest)
        : refused(corner, "backup " + name + " is damaged: its hash is not that of its manifest");
  }

  Told<Summary> load() throws IOException {
    var objection = corner.objection();
    if (objection.isPresent()) {
      return new Told.Refused<>(objection.get());
    }
    var checked = checked(corner, folder, name);
    return checked instanceof Told.Done<Manifest>(var manifest)
        ? load(manifest)
        : checked.map(_ -> summary(Manifest.NONE, 0));
  }

  private Told<Summary> load(Manifest manifest) throws IOException {
    var ground = new Ground(client, corner, manifest.content());
    var state = ground.look();
    if (state instanceof Told.Done<Ground.State>(var found) && found == Ground.State.OCCUPIED) {
      // A restore that ended just before this one began has nothing left to do.
      var stored = ground.stored();
      if (stored instanceof Told.Done<Ground.Stored>(var now)
          && now.content().equals(manifest.content())) {
        return Told.done(summary(manifest, now.revision()));
      }
    }
    var begun =
        state instanceof Told.Done<Ground.State>(var found)
            ? begin(ground, found)
            : state.map(_ -> false);
    return begun instanceof Told.Done<Boolean> ? written(ground, manifest) : begun.map(_ -> none());
  }

  private Told<Boolean> begin(Ground ground, Ground.State found) throws IOException {
    return switch (found) {
      case LOADING -> Told.done(true);
      case EMPTY -> ground.begin();
      case EMPTYING, FOREIGN -> ground.clear();
      case OCCUPIED -> {
        var saved = safety.save();
        yield saved instanceof Told.Done<Boolean> ? ground.clear() : saved;
      }
    };
  }

  private Told<Summary> written(Ground ground, Manifest manifest) throws IOException {
    var written = pages(folder, name, manifest, new Writer(client, ground.prefix())::write);
    var told = Words.told("load a backup into", corner, written);
    return told instanceof Told.Done<Boolean> ? verified(ground, manifest) : told.map(_ -> none());
  }

  private Told<Summary> verified(Ground ground, Manifest manifest) throws IOException {
    return ground
        .stored()
        .then(
            stored ->
                stored.content().equals(manifest.content())
                    ? ground.finish().map(_ -> summary(manifest, stored.revision()))
                    : refused(
                        corner,
                        "what is stored now is not what backup "
                            + name
                            + " holds; somebody else wrote meanwhile"));
  }

  private Summary none() {
    return summary(Manifest.NONE, 0);
  }

  private Summary summary(Manifest manifest, long revision) {
    return new Summary(name, revision, manifest.keys(), manifest.bytes(), manifest.content());
  }

  private static Reply<Boolean> pages(
      BackupFolder folder, String name, Manifest manifest, Taker taker) throws IOException {
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

  static <T> Told<T> refused(Corner corner, String trouble) {
    return Told.refused(
        "could not load a backup into " + corner.owner(),
        trouble,
        "choose another backup, or an empty control plane");
  }
}
