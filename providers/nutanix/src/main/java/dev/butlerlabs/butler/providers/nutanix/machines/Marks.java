package dev.butlerlabs.butler.providers.nutanix.machines;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What is written on a machine: its owner and labels, in its description.
 *
 * <p>Prism's categories must exist before they are put on anything, and belong to everybody; none
 * is made here. A label for which there is one already gets it.
 */
final class Marks {

  /** What Prism takes. */
  private static final int LONGEST = 1000;

  private static final int LONGEST_CATEGORY = 64;
  private static final Pattern CATEGORY = Pattern.compile("[a-zA-Z0-9_.-]+( [a-zA-Z0-9_.-]+)*");

  private Marks() {}

  static String owner(String uid) {
    return Ownership.flatTag(uid);
  }

  /** The owner's mark on a line of its own, then the labels. */
  static String description(String kind, String name, String uid, Map<String, String> labels) {
    var lines =
        new ArrayList<>(List.of("Made by Butler for " + kind + " " + name + ".", owner(uid)));
    new TreeMap<>(labels).forEach((key, value) -> lines.add(key + "=" + value));
    return String.join("\n", lines);
  }

  static boolean proves(String description, String uid) {
    return description.lines().anyMatch(line -> line.strip().equals(owner(uid)));
  }

  /** Labels that do not fit are told, not cut. */
  static Optional<Fault> problem(MachineOrder order) {
    // Names and UIDs have at most 63 and 64 characters.
    var room = LONGEST - description("machine", "n".repeat(63), "u".repeat(64), Map.of()).length();
    var needed =
        order.labels().entrySet().stream()
            .mapToInt(label -> label.getKey().length() + label.getValue().length() + 2)
            .sum();
    return needed <= room
        ? Optional.empty()
        : Optional.of(
            new Fault.Invalid(
                "look at the labels",
                "spec.labels",
                "they need %d characters of the description, which has room for %d"
                    .formatted(needed, room)));
  }

  /** The category a label may have: key and value, where Prism could have such a one. */
  static Optional<Map.Entry<String, String>> category(String key, String value) {
    var word = key.replaceAll("[^a-zA-Z0-9_. -]", "_");
    return fits(word) && fits(value) ? Optional.of(Map.entry(word, value)) : Optional.empty();
  }

  private static boolean fits(String text) {
    return text.length() <= LONGEST_CATEGORY && CATEGORY.matcher(text).matches();
  }
}
