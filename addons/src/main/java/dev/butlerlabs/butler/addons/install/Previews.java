package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.Answer;
import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.helm.Installation;
import dev.butlerlabs.butler.addons.helm.PackedTexts;
import dev.butlerlabs.butler.addons.helm.plan.ManifestYaml;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.install.plan.Preview;
import dev.butlerlabs.butler.addons.install.plan.Wanted;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Finds out what an upgrade would change. Charts that render the same anywhere are rendered here,
 * many at a time; for others the cluster is asked by Helm's own dry run.
 */
final class Previews {

  static final Duration TRY = Duration.ofMinutes(2);

  /** For so long a cluster is taken to have the version it had. */
  private static final Duration FRESH = Duration.ofMinutes(1);

  /** A process takes one core; whoever gets here has an API server that has just answered. */
  private static final int DRY_RUNS_AT_ONCE = 2;

  private final Helm helm;
  private final ChartSources sources;
  private final PackedTexts manifests;
  private final Batches batches;
  private final Semaphore places = new Semaphore(DRY_RUNS_AT_ONCE, true);
  private final OneByOne turns = new OneByOne();
  private final InstantSource clock;
  private final Map<String, Version> versions = new ConcurrentHashMap<>();

  private record Version(String text, Instant until) {}

  Previews(Helm helm, ChartSources sources, PackedTexts manifests, InstantSource clock) {
    this.helm = helm;
    this.sources = sources;
    this.manifests = manifests;
    this.clock = clock;
    this.batches = new Batches(helm, sources, TRY);
  }

  /**
   * Blocks until it is known; ends soon after its thread is interrupted.
   *
   * @param manifest hash of what was installed
   */
  Answer<Preview> of(Destination on, Wanted offer, String manifest) {
    // What stands is unpacked last: very many wait to be rendered.
    return fresh(on, offer)
        .then(text -> standing(on, offer, manifest).then(now -> compared(offer, now, text)));
  }

  /** What it would change to take over those of its releases that are not that owner's. */
  Answer<Preview> ofTakeover(Destination on, Wanted wanted, String owner) {
    Answer<Preview> all = new Answer.Done<>(Preview.none());
    for (var one : wanted.each()) {
      all = all.then(before -> ofOne(on, one, owner).then(more -> both(before, more)));
    }
    return all;
  }

  private static Answer<Preview> both(Preview some, Preview more) {
    return new Answer.Done<>(some.and(more));
  }

  private Answer<Preview> ofOne(Destination on, Wanted one, String owner) {
    return stored(on, one)
        .then(
            found ->
                found
                    .filter(it -> !it.owner().equals(owner))
                    .map(it -> fresh(on, one).then(text -> compared(one, it.manifest(), text)))
                    .orElseGet(() -> new Answer.Done<>(Preview.none())));
  }

  /** What the release consists of now. */
  private Answer<String> standing(Destination on, Wanted offer, String manifest) {
    return manifests
        .find(manifest)
        .<Answer<String>>map(Answer.Done::new)
        .orElseGet(
            () ->
                stored(on, offer)
                    .then(
                        one ->
                            one.<Answer<String>>map(
                                    release -> new Answer.Done<>(release.manifest()))
                                .orElseGet(
                                    () ->
                                        refused(offer, Cause.RELEASE_MISSING, "it is not there"))));
  }

  private Answer<Optional<StoredRelease>> stored(Destination on, Wanted offer) {
    return inTurn(
        on, offer, () -> ask(on, offer, client -> StoredRelease.find(client, offer.release())));
  }

  private Answer<String> fresh(Destination on, Wanted offer) {
    return version(on, offer)
        .then(version -> here(offer, version))
        .then(text -> text.isPresent() ? new Answer.Done<>(text.get()) : dryRun(on, offer));
  }

  /** Nothing where only the cluster can tell. */
  private Answer<Optional<String>> here(Wanted offer, String version) {
    if (!offer.patches().isEmpty()) {
      return new Answer.Done<>(Optional.empty());
    }
    try {
      return batches.upgrade(offer.chart(), version, offer.values());
    } catch (InterruptedException calledOff) {
      return calledOff(offer);
    }
  }

  private Answer<String> version(Destination on, Wanted offer) {
    return known(on)
        .<Answer<String>>map(Answer.Done::new)
        .orElseGet(() -> inTurn(on, offer, () -> knownOrAsked(on, offer)));
  }

  /** Somebody may have asked while we waited. */
  private Answer<String> knownOrAsked(Destination on, Wanted offer) {
    return known(on).<Answer<String>>map(Answer.Done::new).orElseGet(() -> askVersion(on, offer));
  }

  private Optional<String> known(Destination on) {
    return Optional.ofNullable(versions.get(on.name()))
        .filter(one -> clock.instant().isBefore(one.until()))
        .map(Version::text);
  }

  private Answer<String> askVersion(Destination on, Wanted offer) {
    var attempt = new Attempt("ask for the version of", "cluster", ObjectKey.cluster(on.name()));
    Answer<String> told =
        ask(
            on,
            offer,
            client -> Asking.ask(attempt, () -> client.getKubernetesVersion().getGitVersion()));
    return told.then(
        text -> {
          var now = clock.instant();
          versions.values().removeIf(one -> !now.isBefore(one.until()));
          versions.put(on.name(), new Version(text, now.plus(FRESH)));
          return told;
        });
  }

  private static <T> Answer<T> ask(
      Destination on,
      Wanted offer,
      Function<KubernetesClient, dev.butlerlabs.butler.kube.write.Answer<T>> question) {
    return switch (on.call(question)) {
      case dev.butlerlabs.butler.kube.write.Answer.Done<T>(var found) -> new Answer.Done<>(found);
      case dev.butlerlabs.butler.kube.write.Answer.Failed<T>(var trouble) ->
          refused(offer, cause(trouble), trouble.detail());
    };
  }

  private static Cause cause(Trouble trouble) {
    return switch (trouble) {
      case Trouble.Forbidden _ -> Cause.CLUSTER_DENIED;
      case Trouble.Busy _ -> Cause.CLUSTER_BUSY;
      case Trouble.Unreachable _,
          Trouble.Conflict _,
          Trouble.Invalid _,
          Trouble.NotFound _,
          Trouble.NotServed _,
          Trouble.Ending _ ->
          Cause.CLUSTER_UNREACHABLE;
    };
  }

  /** One at a time for a cluster, which has few places for all who ask it. */
  private <T> Answer<T> inTurn(Destination on, Wanted offer, Supplier<Answer<T>> work) {
    try {
      return turns.in(on.name(), work);
    } catch (InterruptedException calledOff) {
      return calledOff(offer);
    }
  }

  /** A cluster that has fallen silent takes up no process. */
  private Answer<String> dryRun(Destination on, Wanted offer) {
    return inTurn(
        on, offer, () -> askVersion(on, offer).then(_ -> inPlace(offer, () -> tried(on, offer))));
  }

  private <T> Answer<T> inPlace(Wanted offer, Supplier<Answer<T>> work) {
    try {
      places.acquire();
    } catch (InterruptedException calledOff) {
      return calledOff(offer);
    }
    try {
      return work.get();
    } finally {
      places.release();
    }
  }

  private Answer<String> tried(Destination on, Wanted offer) {
    return sources
        .find(offer.chart())
        .then(found -> helm.pull(found, HelmWork.FETCH))
        .then(
            chart ->
                helm.preview(
                    on.login(),
                    new Installation(
                        offer.release(),
                        chart,
                        offer.values(),
                        false,
                        Map.of(),
                        Installation.Waiting.FOR_HOOKS,
                        TRY,
                        false,
                        offer.patches())));
  }

  private static Answer<Preview> compared(Wanted offer, String stands, String fresh) {
    try {
      return new Answer.Done<>(
          Preview.between(ManifestYaml.objects(stands), ManifestYaml.objects(fresh)));
    } catch (YAMLException unreadable) {
      // Its words quote what is around, which may be secret.
      return refused(offer, Cause.OTHER, "what it holds cannot be read");
    }
  }

  private static <T> Answer<T> calledOff(Wanted offer) {
    Thread.currentThread().interrupt();
    return refused(offer, Cause.CANCELLED, "it was called off");
  }

  private static <T> Answer<T> refused(Wanted offer, Cause cause, String trouble) {
    return new Answer.Refused<>(Refusal.of(cause, "comparing release " + offer.release(), trouble));
  }
}
