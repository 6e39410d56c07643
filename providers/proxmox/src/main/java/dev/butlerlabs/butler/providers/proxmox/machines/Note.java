package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What is written down about a machine that is not there yet: the number it will have, the node it
 * will be on, whether a CD is made for it, and the task that clones it once there is one.
 */
record Note(int vmid, String node, boolean disc, String task) {

  private static final Pattern SHAPE =
      Pattern.compile("vm ([0-9]{3,9}) on ([^ ]+)( with disc)?(?: by ([^ ]+))?");

  static Optional<Note> read(Memo memo) {
    var match = SHAPE.matcher(memo.text());
    if (!match.matches()) {
      return Optional.empty();
    }
    var task = match.group(4);
    return Optional.of(
        new Note(
            Integer.parseInt(match.group(1)),
            match.group(2),
            match.group(3) != null,
            task == null ? "" : task));
  }

  Memo memo() {
    return new Memo(
        "vm %d on %s%s%s"
            .formatted(vmid, node, disc ? " with disc" : "", task.isEmpty() ? "" : " by " + task));
  }

  /** Where it was to be made. */
  ClusterView.Guest guest() {
    return new ClusterView.Guest(vmid, node, "", true, false, Set.of());
  }

  /** Whether it can still be made there: its number is free, and its node did not leave. */
  boolean standsIn(ClusterView cluster) {
    return cluster.find(vmid).isEmpty() && cluster.has(node);
  }

  Note withoutDisc() {
    return new Note(vmid, node, false, task);
  }

  Note by(String upid) {
    return new Note(vmid, node, disc, upid);
  }
}
