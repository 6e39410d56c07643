package dev.butlerlabs.butler.addons.helm;

import dev.butlerlabs.butler.addons.helm.plan.Recovery;
import dev.butlerlabs.butler.addons.helm.plan.Recovery.Step;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.Revision;
import dev.butlerlabs.butler.pki.Kubeconfig;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Puts a chart on a cluster, whatever state its release is in: new, there, failed or stuck. */
public final class Deploying {

  /** Looking takes one request; a cluster that needs longer is told as unreachable. */
  private static final Duration LOOK = Duration.ofMinutes(1);

  private final Helm helm;
  private final InstantSource clock;

  /** Locks that a Helm of ours left behind although it ended: the cluster took no more writes. */
  private final Map<Place, Revision> left = new ConcurrentHashMap<>();

  private record Place(URI cluster, ReleaseKey release) {}

  public Deploying(Helm helm, InstantSource clock) {
    this.helm = helm;
    this.clock = clock;
  }

  /**
   * Installs or upgrades; an upgrade that fails is rolled back to what served before. Frees the
   * release first if its lock was left behind.
   *
   * @param patience how old another's lock on the release must be to count as left behind: longer
   *     than anybody's operation may take
   */
  public Answer<Released> deploy(Kubeconfig cluster, Installation order, Duration patience) {
    var release = order.release();
    return helm.history(cluster, release, LOOK)
        .then(
            history ->
                switch (Recovery.next(
                    history, clock.instant(), patience(cluster, release, history, patience))) {
                  case Step.Install() -> settle(cluster, order, history, helm::install);
                  case Step.Upgrade() -> settle(cluster, order, history, helm::upgrade);
                  case Step.Wait(var until) -> locked(cluster, release, until);
                  case Step.RollBack(int revision) ->
                      back(cluster, order, history, revision)
                          .then(_ -> settle(cluster, order, history, helm::upgrade));
                  case Step.Remove _ ->
                      helm.uninstall(cluster, release, order.within())
                          .then(_ -> settle(cluster, order, List.of(), helm::install));
                });
  }

  /** Nobody holds a lock that our own Helm left behind. */
  private Duration patience(
      Kubeconfig cluster, ReleaseKey release, List<Revision> history, Duration usual) {
    var lock = left.get(place(cluster, release));
    return lock != null && history.contains(lock) ? Duration.ZERO : usual;
  }

  private static Place place(Kubeconfig cluster, ReleaseKey release) {
    return new Place(cluster.server(), release);
  }

  private interface Doing {
    Answer<Released> run(Kubeconfig cluster, Installation order);
  }

  /**
   * Does it, and goes back if it fails: Helm's own wish to roll back makes it wait for pods, which
   * would hold the job.
   */
  private Answer<Released> settle(
      Kubeconfig cluster, Installation order, List<Revision> before, Doing doing) {
    var answer = doing.run(cluster, order);
    left.remove(place(cluster, order.release()));
    return answer instanceof Answer.Refused<Released>(var refusal)
        ? new Answer.Refused<>(back(cluster, order, before, refusal))
        : answer;
  }

  /** The refusal, with a word on going back if even that fails; the next attempt tries again. */
  private Refusal back(
      Kubeconfig cluster, Installation order, List<Revision> before, Refusal refusal) {
    var release = order.release();
    Answer<Boolean> back =
        helm.history(cluster, release, LOOK)
            .then(
                history -> {
                  var lock =
                      refusal.cause() == Cause.LOCKED
                          ? Optional.<Revision>empty()
                          : note(cluster, release, before, history);
                  return (lock.isPresent()
                          ? Recovery.lastServed(history)
                          : Recovery.afterFailure(history))
                      .<Answer<Boolean>>map(
                          revision ->
                              back(cluster, order, history, revision)
                                  .then(_ -> new Answer.Done<>(true)))
                      .orElseGet(() -> new Answer.Done<>(false));
                });
    return back instanceof Answer.Refused<Boolean>(var trouble)
        ? refusal.also("going back failed too: " + trouble.trouble())
        : refusal;
  }

  /** Goes back; a Helm that ends in the middle of that leaves a lock of its own. */
  private Answer<Released> back(
      Kubeconfig cluster, Installation order, List<Revision> before, int revision) {
    var release = order.release();
    var answer = helm.rollback(cluster, release, revision, order.within());
    if (answer instanceof Answer.Refused<Released>
        && helm.history(cluster, release, LOOK) instanceof Answer.Done<List<Revision>>(var now)) {
      note(cluster, release, before, now);
    }
    return answer;
  }

  /** What our own Helm has left locked since then. */
  private Optional<Revision> note(
      Kubeconfig cluster, ReleaseKey release, List<Revision> before, List<Revision> now) {
    var lock = Recovery.lock(before, now);
    lock.ifPresent(one -> left.put(place(cluster, release), one));
    return lock;
  }

  private static Answer<Released> locked(Kubeconfig cluster, ReleaseKey release, Instant until) {
    return new Answer.Refused<>(
        Refusal.of(
            Cause.LOCKED,
            "deploying release %s on cluster %s".formatted(release, cluster.cluster()),
            "another operation holds it; if it does not end, it is freed at " + until));
  }
}
