package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.steward.backup.plan.Schedule.Kept;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * All backups of the cluster: a folder for each namespace, in it one for each control plane, in it
 * one for each UID, so that a namesake never writes into another's backups.
 *
 * <p>A namespace is known by its UID too: who makes one anew under an old name is somebody else and
 * does not get what was saved for the one before.
 */
record Shelf(Path root) {

  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

  /** The namespace whose control planes are meant. */
  record Room(String name, String uid) {}

  /** A whole backup. */
  record Find(String uid, BackupFolder folder, String name) {}

  BackupFolder of(Room room, String plane, String uid) {
    return new BackupFolder(shelf(room, plane).resolve(checked(uid)));
  }

  /** Whole backups of all control planes of that name, the newest first. */
  List<Find> all(Room room, String plane) throws IOException {
    var shelf = shelf(room, plane);
    var found = new ArrayList<Find>();
    if (!Files.isDirectory(shelf)) {
      return found;
    }
    try (var uids = Files.newDirectoryStream(shelf)) {
      for (var one : uids) {
        var folder = new BackupFolder(one);
        var uid = String.valueOf(one.getFileName());
        folder.all().stream()
            .filter(Kept::whole)
            .forEach(kept -> found.add(new Find(uid, folder, kept.name())));
      }
    }
    found.sort(Comparator.comparing(Find::name).reversed());
    return found;
  }

  /** The backup of that name, or the newest. */
  static Optional<Find> choose(List<Find> all, @Nullable String backup) {
    return all.stream().filter(one -> backup == null || one.name().equals(backup)).findFirst();
  }

  private Path shelf(Room room, String plane) {
    return root.resolve(checked(room.name()) + "_" + checked(room.uid())).resolve(checked(plane));
  }

  /** Names come from API objects and cannot be paths; this is for the day one can. */
  private static String checked(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s' cannot be the name of a folder of backups; look at the object".formatted(name));
    }
    return name;
  }
}
