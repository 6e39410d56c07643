package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is written on a machine: its owner, cluster and labels.
 *
 * <p>Proxmox's tags are lower-case words; a label becomes {@code key+value} with every other
 * character as an underscore. The description holds the labels as they are.
 */
final class Marks {

  /** Tag of a machine for which a CD with user data lies about. */
  static final String DISC = "butler-disc";

  private Marks() {}

  static String owner(MachineId id) {
    return Ownership.flatTag(id.uid());
  }

  /** Tags that machines of the same cluster and role share. */
  static Set<String> placement(MachineOrder order) {
    var role = order.placement().role() == MachineRole.CONTROL_PLANE ? "control-plane" : "worker";
    return Set.of("butler-cluster-" + word(order.placement().cluster()), "butler-role-" + role);
  }

  static String tags(MachineId id, MachineOrder order) {
    var tags = new ArrayList<String>();
    tags.add(owner(id));
    if (MachineConfig.needsDisc(order)) {
      tags.add(DISC);
    }
    placement(order).stream().sorted().forEach(tags::add);
    new TreeMap<>(order.labels()).forEach((key, value) -> tags.add(word(key) + "+" + word(value)));
    return String.join(";", tags);
  }

  /** The owner's mark on a line of its own, then the labels. */
  static String description(MachineId id, MachineOrder order) {
    var lines =
        new ArrayList<>(List.of("Made by Butler for machine " + id.name() + ".", owner(id)));
    new TreeMap<>(order.labels()).forEach((key, value) -> lines.add(key + "=" + value));
    return String.join("\n", lines);
  }

  private static String word(String text) {
    var clean = text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_.-]", "_");
    return clean.isEmpty() || !Character.isLetterOrDigit(clean.charAt(0)) ? "_" + clean : clean;
  }

  /** The file with the user data. */
  static String disc(MachineId id) {
    return "butler-" + id.uid() + ".iso";
  }
}
