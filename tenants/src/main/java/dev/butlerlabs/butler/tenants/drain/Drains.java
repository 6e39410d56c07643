package dev.butlerlabs.butler.tenants.drain;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.tenants.access.AdminDoor;
import dev.butlerlabs.butler.tenants.drain.plan.DrainPolicy;
import dev.butlerlabs.butler.tenants.drain.plan.Remains;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Clusters whose load balancers and volumes are going. Each is asked on a thread of its own, so
 * that one that does not answer keeps nobody waiting.
 *
 * <p>Nothing of this is stored: a process that starts anew asks once more.
 */
public final class Drains {

  /** After that the cluster goes, whatever is left: machines cost money as well. */
  public static final Duration LONGEST = Duration.ofMinutes(10);

  /** Between two looks: what goes is not watched. */
  public static final Duration PAUSE = Duration.ofSeconds(3);

  /** How far it is. */
  public sealed interface Progress {

    /** Nothing is left. */
    record Over() implements Progress {}

    /** Something is, or nobody knows yet. */
    record Waits(Cause cause) implements Progress {}

    /** Something is, or may be, and nobody waits for it any longer. */
    record GivenUp(String left) implements Progress {}
  }

  /**
   * What is known of one cluster.
   *
   * @param plane whose it is: a namesake that comes later is somebody else
   * @param last what came of the last look; null before there was one
   */
  private record Look(
      AdminDoor.Inner plane,
      Instant began,
      Instant asked,
      boolean busy,
      @Nullable Answer<Optional<Remains>> last) {

    boolean over() {
      return last instanceof Answer.Done<Optional<Remains>>(var found)
          && found.filter(Remains::none).isPresent();
    }

    /** What is known to be there, or why nothing is known. */
    String left() {
      return switch (last) {
        case null -> "load balancers and volumes are being looked for inside of it";
        case Answer.Failed<Optional<Remains>>(var trouble) ->
            "what it has on its platform cannot be looked for: " + trouble.detail();
        case Answer.Done<Optional<Remains>>(var found) ->
            found
                .map(some -> "inside of it there is still " + some)
                .orElse("what it has on its platform cannot be looked for: it has no kubeconfig");
      };
    }
  }

  private final AdminDoor door;
  private final Trigger news = new Trigger();
  private final Map<ObjectKey, Look> looks = new ConcurrentHashMap<>();

  public Drains(AdminDoor door) {
    this.door = door;
  }

  /** Fired with each cluster that was looked into. */
  public Trigger news() {
    return news;
  }

  /**
   * Goes on with a cluster.
   *
   * @param plane its control plane, by the name it is let in under
   */
  public Progress goOn(ObjectKey cluster, AdminDoor.Inner plane, DrainPolicy policy, Instant now) {
    var look =
        looks.compute(
            cluster,
            (_, before) -> {
              var known =
                  before == null || !before.plane().equals(plane)
                      ? new Look(plane, now, Instant.MIN, false, null)
                      : before;
              var due = !known.busy() && !known.over() && !now.isBefore(next(known));
              if (!due) {
                return known;
              }
              Thread.ofVirtual().name("drain-" + cluster).start(() -> ask(cluster, plane, policy));
              return new Look(plane, known.began(), now, true, known.last());
            });
    if (look.over()) {
      return new Progress.Over();
    }
    return look.last() != null && now.isAfter(look.began().plus(LONGEST))
        ? new Progress.GivenUp(look.left())
        : new Progress.Waits(waits(look, policy));
  }

  private static Instant next(Look known) {
    return known.last() == null ? known.began() : known.asked().plus(PAUSE);
  }

  public void forget(ObjectKey cluster) {
    looks.remove(cluster);
  }

  private void ask(ObjectKey cluster, AdminDoor.Inner plane, DrainPolicy policy) {
    @Nullable Answer<Optional<Remains>> answer = null;
    try {
      answer = door.enter(plane, client -> new Inside(client, policy).clear());
    } finally {
      var found = answer;
      looks.computeIfPresent(
          cluster,
          (_, before) ->
              before.plane().equals(plane)
                  ? new Look(
                      plane,
                      before.began(),
                      before.asked(),
                      false,
                      found == null ? before.last() : found)
                  : before);
      news.fire(cluster);
    }
  }

  private static Cause waits(Look look, DrainPolicy policy) {
    return new Cause(
        "Draining",
        look.left(),
        "Butler waits until it is gone, and at %s takes the cluster away all the same"
            .formatted(look.began().plus(LONGEST).truncatedTo(ChronoUnit.SECONDS)),
        "Set the annotation %s to %s to leave %s on the platform"
            .formatted(
                Annotations.DELETION_DRAIN,
                DrainPolicy.NONE.word(),
                policy == DrainPolicy.VOLUMES ? "volumes and load balancers" : "load balancers"));
  }
}
