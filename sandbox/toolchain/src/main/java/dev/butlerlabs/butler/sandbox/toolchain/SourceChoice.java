package dev.butlerlabs.butler.sandbox.toolchain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Decides where a program comes from next, from what was seen so far. No I/O, no state. */
final class SourceChoice {

  private SourceChoice() {}

  /** What to do next about one program. */
  sealed interface Next {

    record Try(Place place) implements Next {}

    record Use(Located located) implements Next {}

    record GiveUp(String sentence) implements Next {}
  }

  static Next next(Tool tool, Map<Place, Look> seen) {
    var reasons = new ArrayList<String>();
    for (var place : Place.values()) {
      switch (seen.get(place)) {
        case null -> {
          return new Next.Try(place);
        }
        case Look.Found(var located) -> {
          return new Next.Use(located);
        }
        case Look.Broken(var why) -> {
          return new Next.GiveUp(why);
        }
        case Look.Absent(var why) -> reasons.add(why);
      }
    }
    return new Next.GiveUp(tool + " cannot be had: " + String.join("; ", lastTwo(reasons)));
  }

  /** What a configured path, PATH or the cache lacks is no news; the last two places are. */
  private static List<String> lastTwo(List<String> reasons) {
    return reasons.subList(Math.max(0, reasons.size() - 2), reasons.size());
  }
}
