package dev.butlerlabs.butler.providers.simulators.aws;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Snapshots of disks. */
final class Snapshots {

  private static final Pattern ID = Pattern.compile("snap-[0-9a-f]{8,17}");

  private final UnaryOperator<String> newId;
  private final Function<String, String> user;
  private final Map<String, Snapshot> snapshots = new TreeMap<>();

  /**
   * @param user which image lies on a snapshot; empty when none does
   */
  Snapshots(UnaryOperator<String> newId, Function<String, String> user) {
    this.newId = newId;
    this.user = user;
  }

  private record Snapshot(String id, int sizeGiB, String description, Map<String, String> tags) {

    Element row() {
      return Element.of(
          "item",
          Element.leaf("snapshotId", id),
          Element.leaf("status", "completed"),
          Element.leaf("progress", "100%"),
          Element.leaf("ownerId", Images.ACCOUNT),
          Element.leaf("volumeSize", sizeGiB),
          Element.leaf("description", description),
          Tags.items(tags));
    }
  }

  String add(int sizeGiB, String description) {
    var snapshot = new Snapshot(newId.apply("snap"), sizeGiB, description, new TreeMap<>());
    snapshots.put(snapshot.id(), snapshot);
    return snapshot.id();
  }

  private Snapshot require(String id) {
    if (!ID.matcher(id).matches()) {
      throw Refused.because("InvalidSnapshotID.Malformed", "Invalid id: \"" + id + "\"");
    }
    var snapshot = snapshots.get(id);
    if (snapshot == null) {
      throw Refused.because(
          "InvalidSnapshot.NotFound", "The snapshot '" + id + "' does not exist.");
    }
    return snapshot;
  }

  int sizeGiB(String id) {
    return require(id).sizeGiB();
  }

  List<Element> describe(Parameters call, int longestPage) {
    var asked = call.texts("SnapshotId");
    asked.forEach(this::require);
    var filters = Filters.of(call);
    var found =
        snapshots.values().stream()
            .filter(snapshot -> asked.isEmpty() || asked.contains(snapshot.id()))
            .filter(
                snapshot ->
                    filters.pass(
                        snapshot.tags(),
                        Map.of(
                            "snapshot-id", List.of(snapshot.id()),
                            "status", List.of("completed"))))
            .toList();
    var page = Filters.Page.of(found, call, longestPage);
    return List.of(page.items("snapshotSet", Snapshot::row), page.token());
  }

  /** Tags what is one of its own; everything else is not looked for. */
  void tag(Parameters call) {
    var tags = Tags.checked(call.tags("Tag"));
    call.texts("ResourceId").stream().map(this::require).forEach(one -> one.tags().putAll(tags));
  }

  void delete(String id) {
    require(id);
    if (!user.apply(id).isEmpty()) {
      throw Refused.because(
          "InvalidSnapshot.InUse",
          "The snapshot %s is currently in use by %s".formatted(id, user.apply(id)));
    }
    snapshots.remove(id);
  }

  Set<String> all() {
    return Set.copyOf(snapshots.keySet());
  }

  Map<String, String> tags(String id) {
    return new TreeMap<>(require(id).tags());
  }
}
