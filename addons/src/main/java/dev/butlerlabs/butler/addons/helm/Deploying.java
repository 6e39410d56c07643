package dev.butlerlabs.butler.addons.helm;

import dev.butlerlabs.butler.addons.helm.plan.Recovery;
import dev.butlerlabs.butler.addons.helm.plan.Recovery.Step;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.pki.Kubeconfig;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Puts a chart on a cluster, whatever state its release is in: new, there, failed or stuck. */
public final class Deploying {

  /** Looking takes one request; a cluster that needs longer is told as unreachable. */
  private static final Duration LOOK = Duration.ofMinutes(1);

  private final Helm helm;
  private final InstantSource clock;

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
                switch (Recovery.next(history, clock.instant(), patience)) {
                  case Step.Install() -> helm.install(cluster, order);
                  case Step.Upgrade() -> upgrade(cluster, order);
                  case Step.Wait(var until) -> locked(cluster, release, until);
                  case Step.RollBack(int revision) ->
                      helm.rollback(cluster, release, revision, order.within())
                          .then(_ -> upgrade(cluster, order));
                  case Step.Remove _ ->
                      helm.uninstall(cluster, release, order.within())
                          .then(_ -> helm.install(cluster, order));
                });
  }

  /** Helm's own wish to roll back makes it wait for pods, which would hold the job. */
  private Answer<Released> upgrade(Kubeconfig cluster, Installation order) {
    var answer = helm.upgrade(cluster, order);
    return answer instanceof Answer.Refused<Released>(var refusal)
        ? new Answer.Refused<>(back(cluster, order, refusal))
        : answer;
  }

  /** The refusal, with a word on going back if even that fails; the next attempt tries again. */
  private Refusal back(Kubeconfig cluster, Installation order, Refusal refusal) {
    var release = order.release();
    Answer<Boolean> back =
        helm.history(cluster, release, LOOK)
            .then(
                history ->
                    Recovery.afterFailure(history)
                        .<Answer<Boolean>>map(
                            revision ->
                                helm.rollback(cluster, release, revision, order.within())
                                    .then(_ -> new Answer.Done<>(true)))
                        .orElseGet(() -> new Answer.Done<>(false)));
    return back instanceof Answer.Refused<Boolean>(var trouble)
        ? refusal.also("going back failed too: " + trouble.trouble())
        : refusal;
  }

  private static Answer<Released> locked(Kubeconfig cluster, ReleaseKey release, Instant until) {
    return new Answer.Refused<>(
        Refusal.of(
            Cause.LOCKED,
            "deploying release %s on cluster %s".formatted(release, cluster.cluster()),
            "another operation holds it; if it does not end, it is freed at " + until));
  }
}
