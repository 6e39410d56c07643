package dev.butlerlabs.butler.providers.simulators.harvester;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Set;

/** Disks: bound once their class is known, and kept while a machine has them. */
final class Volumes {

  private static final String HOLD = "kubernetes.io/pvc-protection";

  private final Sight sight;
  private final Set<String> classes;

  /**
   * @param classes the storage classes there are, beside those of images
   */
  Volumes(Sight sight, Set<String> classes) {
    this.sight = sight;
    this.classes = Set.copyOf(classes);
  }

  boolean turn() {
    var used = new HashSet<String>();
    sight
        .list(Kind.INSTANCE)
        .forEach(
            instance ->
                instance
                    .at("/spec/volumes")
                    .forEach(
                        volume ->
                            used.add(volume.at("/persistentVolumeClaim/claimName").asText())));
    var known = new HashSet<>(classes);
    sight
        .list(Kind.IMAGE)
        .forEach(image -> known.add(image.at("/status/storageClassName").asText()));
    var moved = false;
    for (var claim : sight.list(Kind.CLAIM)) {
      moved |= step(claim, used, known);
    }
    return moved;
  }

  private boolean step(ObjectNode claim, Set<String> used, Set<String> known) {
    if (Store.leaving(claim)) {
      if (used.contains(Store.name(claim)) || !Store.finalizedBy(claim, HOLD)) {
        return false;
      }
      Store.release(claim, HOLD);
      sight.put(Kind.CLAIM, claim);
      return true;
    }
    var named = claim.at("/spec/storageClassName").asText();
    if (claim.at("/status/phase").asText().equals("Bound") || !known.contains(named)) {
      return false;
    }
    var status = claim.withObjectProperty("status").put("phase", "Bound");
    status.set("capacity", claim.at("/spec/resources/requests"));
    status.set("accessModes", claim.at("/spec/accessModes"));
    sight.putStatus(Kind.CLAIM, claim);
    return true;
  }
}
