package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import java.time.Instant;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The next step of taking a cluster away. Machines go first, then what they had: an address that is
 * let go earlier could be given to somebody else while the old machine still answers to it.
 */
public sealed interface Ending
    permits Ending.Protected,
        Ending.Drain,
        Ending.RemoveCluster,
        Ending.Await,
        Ending.RemoveRest,
        Ending.Nothing,
        Keeping {

  /** Why it is not gone yet. */
  Cause awaited();

  /** Who protects a cluster against its deletion. */
  enum Keeps {
    NOBODY,
    /** Its own annotation does. */
    ITSELF,
    /** Its team keeps its clusters, and its own annotation says nothing else. */
    TEAM
  }

  /** Somebody said that it must not be deleted. */
  record Protected(Cause awaited) implements Ending {}

  /** What it has made on its platform goes, as long as it can do that itself. */
  record Drain(Cause awaited) implements Ending {}

  /** Cluster API is to take workers, control plane and infrastructure away. */
  record RemoveCluster(Cause awaited) implements Ending {}

  /** Nothing can be done but wait. */
  record Await(Cause awaited) implements Ending {}

  /** No machine is left: addresses may go, and then the namespace. */
  record RemoveRest(Cause awaited) implements Ending {}

  /** Nothing of it was there, or is left; addresses may go. */
  record Nothing(Cause awaited) implements Ending {}

  /** Nobody can read how long it is to be kept; what goes now could not be had back. */
  static Ending unclear(String grace) {
    return new Protected(
        new Cause(
            "GraceUnreadable",
            "deletion was asked for, and its annotation %s says '%s', which is no span of time"
                .formatted(Annotations.DELETION_GRACE_PERIOD, grace),
            "Butler keeps everything as it is",
            "Write how long it can be had back, such as 72h, or 0s to delete it for good at once"));
  }

  /** Nobody can read what it is to take away with it; what goes now could not be had back. */
  static Ending unclearDrain(String word) {
    return new Protected(
        new Cause(
            "DrainUnreadable",
            "deletion was asked for, and its annotation %s says '%s', which is none of its words"
                .formatted(Annotations.DELETION_DRAIN, word),
            "Butler keeps everything as it is",
            "Write load-balancers, volumes or none"));
  }

  /**
   * Decides.
   *
   * @param keeps who protects it
   * @param clusterApi whether Cluster API's kinds are served and were listed
   * @param until when its deletion is final; null for at once
   */
  static Ending of(
      Keeps keeps, boolean clusterApi, Place place, Live live, @Nullable Instant until) {
    if (keeps != Keeps.NOBODY) {
      return new Protected(forbidden(keeps));
    }
    if (place.seen().isEmpty()) {
      return new Nothing(deleting("nothing of it is left", ""));
    }
    if (!clusterApi) {
      return new Await(
          deleting(
              "Cluster API does not answer, so its machines cannot be taken away",
              "Install Cluster API again"));
    }
    return until != null && Keeping.worthwhile(place, live)
        ? Keeping.of(live, until)
        : cluster(place, live);
  }

  private static Cause forbidden(Keeps keeps) {
    return new Cause(
        "DeletionProtected",
        keeps == Keeps.ITSELF
            ? "deletion was asked for, and the annotation %s forbids it"
                .formatted(Annotations.DELETION_PROTECTION)
            : "deletion was asked for, and its team keeps its clusters",
        "Butler keeps everything as it is",
        "%s to let the cluster go; it cannot be ordered back"
            .formatted(
                keeps == Keeps.ITSELF
                    ? "Remove the annotation"
                    : "Set the annotation %s to false".formatted(Annotations.DELETION_PROTECTION)));
  }

  private static Ending cluster(Place place, Live live) {
    var cluster = live.cluster();
    if (cluster != null && !cluster.deleting()) {
      return new RemoveCluster(deleting("its Cluster is to be deleted", ""));
    }
    if (cluster != null) {
      return new Await(
          deleting(
              "Cluster %s/%s is being deleted%s"
                  .formatted(place.name(), cluster.name(), detail(cluster)),
              ""));
    }
    if (!live.machines().isEmpty()) {
      var names =
          live.machines().stream()
              .map(MachineView::name)
              .limit(5)
              .collect(Collectors.joining(", "));
      return new Await(
          deleting("%d machines are still there: %s".formatted(live.machines().size(), names), ""));
    }
    return place.ending()
        ? new Await(
            deleting("namespace %s is being deleted%s".formatted(place.name(), left(place)), ""))
        : new RemoveRest(deleting("namespace %s is to be deleted".formatted(place.name()), ""));
  }

  private static String detail(ClusterView cluster) {
    return cluster
        .conditions()
        .find("Deleting")
        .map(Condition::message)
        .filter(text -> !text.isBlank())
        .map(text -> ": " + text)
        .orElse("");
  }

  /** What Kubernetes says is in the way. */
  private static String left(Place place) {
    return place.seen().stream()
        .filter(namespace -> namespace.getStatus() != null)
        .flatMap(namespace -> namespace.getStatus().getConditions().stream())
        .filter(condition -> condition.getStatus().equals("True"))
        .filter(condition -> condition.getType().endsWith("Remaining"))
        .map(condition -> ": " + condition.getMessage())
        .findFirst()
        .orElse("");
  }

  private static Cause deleting(String what, String youCan) {
    return new Cause("Deleting", what, "Butler waits for it", youCan);
  }
}
