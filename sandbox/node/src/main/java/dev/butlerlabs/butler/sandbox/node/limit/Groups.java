package dev.butlerlabs.butler.sandbox.node.limit;

import dev.butlerlabs.butler.sandbox.node.pod.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The groups of processes that the kernel lets this user make: of the second version where they are
 * in use, of the first otherwise. Where there are none, limits are not enforced.
 */
public final class Groups implements AutoCloseable {

  private static final Path MOUNTED = Path.of("/sys/fs/cgroup");
  private static final Path OWN = Path.of("/proc/self/cgroup");

  /** Of a tenth of a second, processors are given by the microsecond. */
  private static final long PERIOD = 100_000;

  /** A mebibyte, or a thousand processors. */
  private static final long TRIAL = 1 << 20;

  private final Map<String, Place> places;

  private Groups(Map<String, Place> places) {
    this.places = Map.copyOf(places);
  }

  /** A folder in which groups for one resource can be made. */
  private record Place(Path folder, boolean unified) {}

  /**
   * Looks what can be done here. What an earlier life left behind is removed.
   *
   * @param name of the folder in which all groups of this node are
   */
  public static Groups find(String name) {
    var places = new HashMap<String, Place>();
    for (var resource : List.of(Limits.MEMORY, Limits.PROCESSORS)) {
      find(resource, name).ifPresent(place -> places.put(resource, place));
    }
    var groups = new Groups(places);
    places.values().forEach(place -> groups.sweep(place.folder()));
    return groups;
  }

  private static Optional<Place> find(String resource, String name) {
    try {
      for (var line : Files.readAllLines(OWN)) {
        var parts = line.split(":", 3);
        var unified = parts[1].isEmpty();
        if (unified || List.of(parts[1].split(",")).contains(resource)) {
          var root = unified ? MOUNTED : MOUNTED.resolve(resource);
          var own = root.resolve(parts[2].substring(1));
          for (var above : unified ? List.of(own, own.resolve("..").normalize()) : List.of(own)) {
            var place = new Place(above.resolve(name), unified);
            if (above.startsWith(root) && works(place, above, resource)) {
              return Optional.of(place);
            }
          }
        }
      }
    } catch (IOException notLinux) {
      // Then there are none.
    }
    return Optional.empty();
  }

  /** Whoever may make a group there and set its limit may do so later. */
  private static boolean works(Place place, Path above, String resource) {
    var trial = place.folder().resolve("trial");
    try {
      if (place.unified()) {
        Files.writeString(above.resolve("cgroup.subtree_control"), "+" + resource);
      }
      Files.createDirectories(place.folder());
      if (place.unified()) {
        Files.writeString(place.folder().resolve("cgroup.subtree_control"), "+" + resource);
      }
      Files.createDirectories(trial);
      limit(place, trial, resource, TRIAL);
      return true;
    } catch (IOException refused) {
      return false;
    } finally {
      Group.remove(trial);
    }
  }

  /**
   * A group for one run of a container.
   *
   * @param name one that no other has
   */
  public Group open(String name, Limits limits) throws IOException {
    var folders = new HashSet<Path>();
    for (var limit :
        Map.of(Limits.MEMORY, limits.bytes(), Limits.PROCESSORS, limits.thousandths()).entrySet()) {
      var place = places.get(limit.getKey());
      if (place != null && limit.getValue().isPresent()) {
        var folder = Files.createDirectories(place.folder().resolve(name));
        limit(place, folder, limit.getKey(), limit.getValue().getAsLong());
        folders.add(folder);
      }
    }
    return new Group(folders);
  }

  private static void limit(Place place, Path folder, String resource, long amount)
      throws IOException {
    if (resource.equals(Limits.MEMORY)) {
      Files.writeString(
          folder.resolve(place.unified() ? "memory.max" : "memory.limit_in_bytes"),
          Long.toString(amount));
    } else if (place.unified()) {
      Files.writeString(folder.resolve("cpu.max"), quota(amount) + " " + PERIOD);
    } else {
      Files.writeString(folder.resolve("cpu.cfs_period_us"), Long.toString(PERIOD));
      Files.writeString(folder.resolve("cpu.cfs_quota_us"), Long.toString(quota(amount)));
    }
  }

  /** The kernel gives no less than a millisecond at a time. */
  private static long quota(long thousandths) {
    return Math.max(1_000, thousandths * (PERIOD / 1_000));
  }

  /** Which of these limits nobody holds the container to. */
  public Set<String> ignored(Limits limits) {
    var ignored = new TreeSet<>(limits.amounts().keySet());
    ignored.removeAll(places.keySet());
    return ignored;
  }

  private void sweep(Path folder) {
    try (var left = Files.newDirectoryStream(folder, Files::isDirectory)) {
      left.forEach(Group::remove);
    } catch (IOException gone) {
      // There is nothing to remove.
    }
  }

  @Override
  public void close() {
    for (var place : places.values()) {
      sweep(place.folder());
      Group.remove(place.folder());
    }
  }
}
