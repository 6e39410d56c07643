package dev.butlerlabs.butler.api.clusters;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What was chosen for a cluster once, noted at the namespace with its parts: an order that takes
 * them up again, after an undelete or from a backup, has no status and must not choose anew. It
 * stands there and not with the order, since whoever orders may not choose all of it.
 */
public final class Chosen {

  /** On a tenant namespace: what was chosen for its cluster. */
  public static final String NOTE = "butler.butlerlabs.dev/chosen";

  private Chosen() {}

  public static String note(Effective chosen) {
    return WireFormat.sorted(chosen);
  }

  /** Whether it has to be looked for: nothing is chosen in the cluster's own status. */
  public static boolean wanted(TenantCluster cluster) {
    return cluster.getMetadata().getDeletionTimestamp() == null
        && (cluster.getStatus() == null || cluster.getStatus().effective() == null);
  }

  /**
   * What was chosen for the parts that the cluster will take up.
   *
   * @param places namespaces, among them all that could hold parts of it
   */
  public static Optional<Effective> noted(TenantCluster cluster, Collection<Namespace> places) {
    return places.stream()
        .filter(place -> place.getMetadata().getDeletionTimestamp() == null)
        .filter(place -> holds(cluster, labels(place)))
        .sorted(Comparator.comparing(place -> place.getMetadata().getName()))
        .flatMap(place -> read(place).stream())
        .findFirst();
  }

  private static boolean holds(TenantCluster cluster, Map<String, String> labels) {
    var meta = cluster.getMetadata();
    var kept = labels.get(Labels.KEPT);
    return Objects.equals(meta.getNamespace(), labels.get(Labels.SOURCE_NAMESPACE))
        && Objects.equals(meta.getName(), labels.get(Labels.SOURCE_NAME))
        && (kept == null || DeletionGrace.undeletes(cluster).filter(kept::equals).isPresent());
  }

  /** What nobody can read any more is chosen anew. */
  private static Optional<Effective> read(Namespace place) {
    var notes = place.getMetadata().getAnnotations();
    var text = notes == null ? null : notes.get(NOTE);
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(WireFormat.mapper().readValue(text, Effective.class));
    } catch (JsonProcessingException unreadable) {
      return Optional.empty();
    }
  }

  private static Map<String, String> labels(Namespace place) {
    return Objects.requireNonNullElse(place.getMetadata().getLabels(), Map.of());
  }
}
