package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import dev.butlerlabs.butler.steward.store.driver.Told;
import dev.butlerlabs.butler.steward.store.etcd.EtcdClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** Saves tenants into folders and loads them back. Files that fail are told, not thrown. */
public final class Backups {

  private Backups() {}

  /** What a backup or a restore came to. */
  public record Summary(String name, long revision, long keys, long bytes, String content) {}

  /** Saves the tenant as it is now. */
  public static Told<Summary> save(
      EtcdClient client, Corner corner, BackupFolder folder, Instant now) {
    return save(client, corner, folder, Label.NONE, now);
  }

  /**
   * Saves the tenant as it is now.
   *
   * @param label what the manifest tells besides
   */
  static Told<Summary> save(
      EtcdClient client, Corner corner, BackupFolder folder, Label label, Instant now) {
    return filing(corner, () -> new Saving(client, corner, folder, label).save(now));
  }

  /**
   * Loads a backup into the corner, which must be empty, or hold the beginning of just this
   * restore. Nothing of the tenant may run meanwhile.
   */
  public static Told<Summary> load(
      EtcdClient client, Corner corner, BackupFolder folder, String name) {
    return filing(
        corner,
        () ->
            new Loading(
                    client,
                    corner,
                    folder,
                    name,
                    () -> Loading.refused(corner, "there is data already; it is not written over"))
                .load());
  }

  /**
   * Loads a backup in place of what the corner holds, which is saved first. Nothing of the tenant
   * may run meanwhile.
   *
   * @param own where what is in the way is saved
   */
  static Told<Summary> replace(
      EtcdClient client,
      Corner corner,
      BackupFolder folder,
      String name,
      BackupFolder own,
      boolean encrypted,
      Instant now) {
    var label = new Label("before the restore of " + name, encrypted);
    Loading.Safety safety = () -> save(client, corner, own, label, now).map(_ -> true);
    return filing(corner, () -> new Loading(client, corner, folder, name, safety).load());
  }

  /** Whether the backup could be loaded: all of it is there, and as it was saved. */
  static Told<Manifest> check(Corner corner, BackupFolder folder, String name) {
    return filing(corner, () -> Loading.checked(corner, folder, name));
  }

  /** Work with files. */
  interface Filing<T> {
    Told<T> run() throws IOException;
  }

  static <T> Told<T> filing(Corner corner, Filing<T> work) {
    try {
      return work.run();
    } catch (IOException failed) {
      return new Told.Unreachable<>(
          new Problem(
              "backup of " + corner.owner(),
              "its files could not be read or written: " + failed,
              "look at the folder and the room left on its disk"),
          Duration.ZERO);
    }
  }
}
