package dev.butlerlabs.butler.tenants.objects.plan;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.ObjectName;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The namespace with the parts of one cluster.
 *
 * @param there the namespace as it was seen; null before it is made
 */
public record Place(String name, @Nullable Namespace there) {

  private static final int UID_LENGTH = 8;

  /**
   * Where a cluster lives: in the namespace that says so itself, also when another object of the
   * same name made it before a restore; else in one named by the cluster and its UID. One that is
   * being deleted is left to whoever had it, and is still theirs until it is gone.
   *
   * @param told the name in the status; null for none
   * @param undeletes the UID of the deleted cluster whose place it takes up; null for none
   * @param all every namespace that could be it
   */
  public static Place of(
      ObjectKey cluster,
      String uid,
      @Nullable String told,
      @Nullable String undeletes,
      List<Namespace> all) {
    var ours =
        all.stream()
            .filter(namespace -> holds(namespace, cluster))
            .filter(namespace -> open(namespace, uid, undeletes))
            .toList();
    var own = freeName(cluster, uid, all.stream().filter(one -> !ours.contains(one)));
    return ours.stream()
        .filter(
            namespace ->
                name(namespace).equals(own) || name(namespace).equals(told) || !ending(namespace))
        .min(
            Comparator.<Namespace>comparingInt(one -> name(one).equals(told) ? 0 : 1)
                .thenComparing(Place::name))
        .map(namespace -> new Place(name(namespace), namespace))
        .orElseGet(() -> new Place(own, null));
  }

  /** What is kept of a deleted cluster is nobody's but its own, and of whoever names it. */
  private static boolean open(Namespace namespace, String uid, @Nullable String undeletes) {
    return Kept.of(namespace)
        .filter(kept -> !kept.uid().equals(uid))
        .filter(kept -> kept.over() || !kept.uid().equals(undeletes))
        .isEmpty();
  }

  /** Of which deleted cluster it is kept; empty while it is in use. */
  public Optional<Kept> kept() {
    return seen().flatMap(Kept::of);
  }

  /** Two UIDs may begin alike; the second of two namesakes gets a name made of all of its UID. */
  private static String freeName(ObjectKey cluster, String uid, Stream<Namespace> others) {
    var usual = nameFor(cluster.name(), uid);
    return others.anyMatch(one -> name(one).equals(usual))
        ? ObjectName.derivedFrom(cluster.name(), uid).text()
        : usual;
  }

  /** The cluster's name and the beginning of its UID; a hash of both where that is too long. */
  public static String nameFor(String cluster, String uid) {
    var usual = cluster + "-" + uid.substring(0, Math.min(UID_LENGTH, uid.length()));
    return usual.length() <= ObjectName.LABEL_LENGTH && !usual.contains(".")
        ? usual
        : ObjectName.derivedFrom(cluster, uid).text();
  }

  /** Whether the namespace says that it holds the parts of that cluster. */
  public static boolean holds(Namespace namespace, ObjectKey cluster) {
    var labels = labels(namespace);
    return cluster.namespace().equals(labels.get(Labels.SOURCE_NAMESPACE))
        && cluster.name().equals(labels.get(Labels.SOURCE_NAME))
        && Marks.TENANTS.equals(labels.get(Marks.APPLIED_BY));
  }

  /** Whose parts the namespace holds. */
  public static Optional<ObjectKey> owner(Namespace namespace) {
    var labels = labels(namespace);
    var source = labels.get(Labels.SOURCE_NAMESPACE);
    var name = labels.get(Labels.SOURCE_NAME);
    return source == null || name == null
        ? Optional.empty()
        : Optional.of(new ObjectKey(source, name));
  }

  public Optional<Namespace> seen() {
    return Optional.ofNullable(there);
  }

  /** Somebody is deleting it; nothing can be made in it. */
  public boolean ending() {
    return there != null && ending(there);
  }

  private static boolean ending(Namespace namespace) {
    return namespace.getMetadata().getDeletionTimestamp() != null;
  }

  private static String name(Namespace namespace) {
    return namespace.getMetadata().getName();
  }

  private static Map<String, String> labels(Namespace namespace) {
    return Objects.requireNonNullElse(namespace.getMetadata().getLabels(), Map.of());
  }
}
