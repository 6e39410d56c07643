package dev.butlerlabs.butler.addons.helm;

import dev.butlerlabs.butler.addons.helm.plan.Recovery;
import dev.butlerlabs.butler.addons.helm.plan.Recovery.Step;
import dev.butlerlabs.butler.addons.helm.plan.Redaction;
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

  /** For one who is to end soon. */
  private static final Duration LAST_LOOK = Duration.ofSeconds(5);

  private final Helm helm;
  private final InstantSource clock;

  /** Locks that a Helm of ours left behind although it ended: the cluster took no more writes. */
  private final Map<Place, Revision> left = new ConcurrentHashMap<>();

  private record Place(URI cluster, ReleaseKey release) {}

  /** What is to be done, and whose word counts when fields are taken. */
  private record Wish(Kubeconfig cluster, Installation order, Contested contested) {
    ReleaseKey release() {
      return order.release();
    }
  }

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
    return deploy(cluster, order, patience, Contested.never());
  }

  /**
   * The same; where others hold fields that they write again at once, it is done over them.
   *
   * @param contested knows which do
   */
  public Answer<Released> deploy(
      Kubeconfig cluster, Installation order, Duration patience, Contested contested) {
    var release = order.release();
    var wish = new Wish(cluster, order, contested);
    return helm.history(cluster, release, LOOK)
        .then(
            history ->
                switch (Recovery.next(
                    history, clock.instant(), patience(cluster, release, history, patience))) {
                  case Step.Install() -> settle(wish, history, helm::install);
                  case Step.Upgrade() -> settle(wish, history, helm::upgrade);
                  case Step.Wait(var until) -> locked(cluster, release, until);
                  case Step.RollBack(int revision) ->
                      back(wish, history, revision).then(_ -> settle(wish, history, helm::upgrade));
                  case Step.Remove _ ->
                      helm.uninstall(cluster, release, order.within())
                          .then(_ -> settle(wish, List.of(), helm::install));
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
  private Answer<Released> settle(Wish wish, List<Revision> before, Doing doing) {
    var answer = overOthers(wish, doing.run(wish.cluster(), wish.order()));
    left.remove(place(wish.cluster(), wish.release()));
    return answer instanceof Answer.Refused<Released>(var refusal)
        ? new Answer.Refused<>(back(wish, before, refusal))
        : answer;
  }

  /** Once more, when all that hinders it is written again by those who wrote it. */
  private Answer<Released> overOthers(Wish wish, Answer<Released> answer) {
    return taken(answer)
            && !wish.order().overrides()
            && helm.history(wish.cluster(), wish.release(), LOOK)
                instanceof Answer.Done<List<Revision>>(var history)
            && !history.isEmpty()
            && wish.contested().yields(history.getLast().number())
        ? helm.upgrade(wish.cluster(), wish.order().overriding())
        : answer;
  }

  private static boolean taken(Answer<Released> answer) {
    return answer instanceof Answer.Refused<Released>(var refusal)
        && refusal.cause() == Cause.FIELD_TAKEN;
  }

  /** The refusal, with a word on going back if even that fails; the next attempt tries again. */
  private Refusal back(Wish wish, List<Revision> before, Refusal refusal) {
    return switch (lastLook(wish)) {
      case Answer.Refused<List<Revision>>(var trouble) -> failedToo(refusal, trouble);
      case Answer.Done<List<Revision>>(var history) -> {
        var told = Recovery.begun(before, history) ? refusal.onceBegun() : refusal;
        yield served(wish, before, history, refusal)
            .map(revision -> back(wish, history, revision))
            .filter(Answer.Refused.class::isInstance)
            .map(one -> failedToo(told, ((Answer.Refused<Released>) one).refusal()))
            .orElse(told);
      }
    };
  }

  private static Refusal failedToo(Refusal refusal, Refusal trouble) {
    return refusal.also("going back failed too: " + trouble.trouble());
  }

  /** What to go back to, when there is something to take back. */
  private Optional<Integer> served(
      Wish wish, List<Revision> before, List<Revision> history, Refusal refusal) {
    var locked =
        refusal.cause() != Cause.LOCKED
            && note(wish.cluster(), wish.release(), before, history).isPresent();
    return locked ? Recovery.lastServed(history) : Recovery.afterFailure(history);
  }

  /** Goes back; a Helm that ends in the middle of that leaves a lock of its own. */
  private Answer<Released> back(Wish wish, List<Revision> before, int revision) {
    var first = rollback(wish, revision, wish.order().overrides());
    var answer =
        taken(first) && !wish.order().overrides() && wish.contested().yields(revision)
            ? rollback(wish, revision, true)
            : first;
    if (answer instanceof Answer.Refused<Released>
        && lastLook(wish) instanceof Answer.Done<List<Revision>>(var now)) {
      note(wish.cluster(), wish.release(), before, now);
    }
    return answer;
  }

  /** Also when we were called off: a lock that is not noted here keeps the next one waiting. */
  private Answer<List<Revision>> lastLook(Wish wish) {
    var calledOff = Thread.interrupted();
    try {
      return helm.history(wish.cluster(), wish.release(), calledOff ? LAST_LOOK : LOOK);
    } finally {
      if (calledOff) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Answer<Released> rollback(Wish wish, int revision, boolean overrides) {
    var within = wish.order().within();
    var answer = helm.rollback(wish.cluster(), wish.release(), revision, overrides, within);
    // Helm is not shown the values for this, so it cannot know what of them is secret.
    return answer instanceof Answer.Refused<Released>(var refusal)
        ? new Answer.Refused<>(refusal.masked(Redaction.of(wish.order().values(), List.of())))
        : answer;
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
