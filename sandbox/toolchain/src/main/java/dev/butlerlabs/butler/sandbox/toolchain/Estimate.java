package dev.butlerlabs.butler.sandbox.toolchain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The arithmetic of the preflight. No I/O. */
final class Estimate {

  private static final long MEGABYTE = 1_000_000;
  private static final int MEASURED_CORES = 2;

  /** Linking runs on one core and cannot be sped up by more. */
  private static final int LINK_SECONDS = 5;

  private Estimate() {}

  static Duration buildTime(List<Plan.Item> items, int cores) {
    var tools = tools(items, Plan.Way.BUILD).toList();
    var shared = tools.stream().map(Tool::component).distinct().mapToLong(Component::sharedSeconds);
    var own = tools.stream().mapToLong(tool -> Math.max(0, tool.ownSeconds() - LINK_SECONDS));
    var parallel = (shared.sum() + own.sum()) * MEASURED_CORES / cores;
    return Duration.ofSeconds(parallel + (long) tools.size() * LINK_SECONDS);
  }

  /** Bytes the tools folder grows by. */
  static long programBytes(List<Plan.Item> items) {
    return Stream.of(Plan.Way.PULL, Plan.Way.BUILD)
            .flatMap(way -> tools(items, way))
            .mapToLong(Tool::megabytes)
            .sum()
        * MEGABYTE;
  }

  /** Bytes Go's own caches grow by when they are empty. */
  static long goBytes(List<Plan.Item> items) {
    return tools(items, Plan.Way.BUILD)
            .map(Tool::component)
            .distinct()
            .mapToLong(Component::goCacheMegabytes)
            .sum()
        * MEGABYTE;
  }

  static List<String> shortages(List<Plan.Disk> disks) {
    var sentences = new ArrayList<String>();
    for (var disk : disks) {
      if (disk.tooSmall()) {
        sentences.add(
            "the programs need up to %s under %s, where %s are free; make room, or choose other folders with --tools DIR and GOCACHE"
                .formatted(
                    Plan.size(disk.neededBytes()), disk.folder(), Plan.size(disk.freeBytes())));
      }
    }
    return sentences;
  }

  private static Stream<Tool> tools(List<Plan.Item> items, Plan.Way way) {
    return items.stream().filter(item -> item.way() == way).map(Plan.Item::tool);
  }
}
