package dev.butlerlabs.butler.sandbox.toolchain;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What {@link Toolchain#ensure} would have to do, told before it is done.
 *
 * @param buildTime for what Go must build, as if Go had never built any of it
 * @param disks what is needed and free, per volume; empty when everything is there
 * @param problems one sentence each for what will surely go wrong
 */
public record Plan(
    List<Item> items, Duration buildTime, int cores, List<Disk> disks, List<String> problems) {

  /** How one program will be had. */
  public enum Way {
    READY,
    PULL,
    BUILD,
    /** The user named a file that cannot be used. */
    BLOCKED
  }

  /**
   * One program and the way it will come; {@code detail} says from where, or why no shorter way.
   */
  public record Item(Tool tool, Way way, String detail) {}

  /** Room on the volume that holds {@code folder}. */
  public record Disk(Path folder, long neededBytes, long freeBytes) {

    boolean tooSmall() {
      return freeBytes < neededBytes;
    }
  }

  public Plan {
    items = List.copyOf(items);
    disks = List.copyOf(disks);
    problems = List.copyOf(problems);
  }

  /** Whether nothing needs to be fetched or built. */
  public boolean ready() {
    return items.stream().allMatch(item -> item.way() == Way.READY);
  }

  /** The estimate for a person, a line each; the problems are not among them. */
  public List<String> lines() {
    if (ready()) {
      return List.of("all " + items.size() + " programs are there");
    }
    var lines = new ArrayList<String>();
    if (!named(Way.PULL).isEmpty()) {
      lines.add("to unpack from official images: " + named(Way.PULL));
    }
    if (!named(Way.BUILD).isEmpty()) {
      lines.add(
          "to build with Go: %s (up to %d min on %d cores, less if Go has built them before)"
              .formatted(named(Way.BUILD), Math.max(1, (buildTime.toSeconds() + 59) / 60), cores));
    }
    for (var disk : disks) {
      lines.add(
          "disk: up to %s under %s, %s free"
              .formatted(size(disk.neededBytes()), disk.folder(), size(disk.freeBytes())));
    }
    return lines;
  }

  private String named(Way way) {
    return items.stream()
        .filter(item -> item.way() == way)
        .map(item -> item.tool().binary())
        .collect(Collectors.joining(", "));
  }

  static String size(long bytes) {
    return bytes < 1_000_000_000
        ? bytes / 1_000_000 + " MB"
        : String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
  }
}
