package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.Answer;
import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.ReleaseNote;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.install.plan.Ending;
import dev.butlerlabs.butler.addons.install.plan.Result;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.addons.LeftoverPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Takes releases away with Helm. It may be cut off anywhere and done anew. */
final class Removing {

  private static final Duration LOOK = Duration.ofMinutes(1);

  private final Helm helm;
  private final Destination from;
  private final String owner;
  private final LeftoverPolicy policy;

  /**
   * Nothing is taken away yet.
   *
   * @param owner of the releases; those of others are left
   * @param policy what becomes of what stays behind
   */
  Removing(Helm helm, Destination from, String owner, LeftoverPolicy policy) {
    this.helm = helm;
    this.from = from;
    this.owner = owner;
    this.policy = policy;
  }

  /** Takes releases away in this order; one that belongs to somebody else by now is left. */
  Result remove(List<ReleaseKey> releases, Duration each, Consumer<String> step) {
    var purging = new Purging(from, owner, policy, step);
    var stays = new ArrayList<String>();
    for (var release : releases) {
      step.accept("looking for release " + release);
      var done =
          helm.note(from.login(), release, LOOK)
              .then(note -> uninstall(release, note, each, purging, step));
      switch (done) {
        case Answer.Refused<List<String>>(var refusal) -> {
          return new Result.Refused(refusal);
        }
        case Answer.Done<List<String>>(var kept) -> stays.addAll(kept);
      }
    }
    var namespaces = releases.stream().map(ReleaseKey::namespace).distinct().toList();
    if (policy == LeftoverPolicy.KEEP) {
      namespaces.forEach(name -> stays.addAll(Leftovers.namespace(from, name)));
      return new Result.Removed(stays);
    }
    return purge(purging, namespaces)
        .<Result>map(refusal -> new Result.Refused(sofar(refusal, purging.purged())))
        .orElseGet(
            () ->
                new Result.Removed(
                    Stream.concat(stays.stream(), purging.stays().stream()).toList(),
                    purging.purged()));
  }

  /** The next attempt does not find what this one had go. */
  private static Refusal sofar(Refusal refusal, List<String> purged) {
    return purged.isEmpty() ? refusal : refusal.also("purged so far: " + Ending.shortly(purged));
  }

  /** Definitions first: with them go objects that a namespace may hold. */
  private static Optional<Refusal> purge(Purging purging, List<String> namespaces) {
    return purging
        .definitions()
        .or(
            () ->
                namespaces.stream().flatMap(name -> purging.namespace(name).stream()).findFirst());
  }

  private Answer<List<String>> uninstall(
      ReleaseKey release,
      Optional<ReleaseNote> note,
      Duration within,
      Purging purging,
      Consumer<String> step) {
    if (note.isEmpty()) {
      return new Answer.Done<>(List.of());
    }
    if (!owner.equals(note.get().labels().get(Labels.RELEASE_OWNER))) {
      return new Answer.Done<>(List.of("release %s of somebody else".formatted(release)));
    }
    if (policy != LeftoverPolicy.KEEP) {
      step.accept("uninstalling release " + release);
      return purging
          .mark(release)
          .<Answer<List<String>>>map(Answer.Refused::new)
          .orElseGet(() -> helm.uninstall(from.login(), release, within).then(Removing::kept));
    }
    // What they are is known only as long as the release is there.
    var definitions = Leftovers.definitions(from, release);
    step.accept(
        "uninstalling release %s%s"
            .formatted(
                release, definitions.isEmpty() ? "" : ", without " + Ending.shortly(definitions)));
    return helm.uninstall(from.login(), release, within)
        .then(Removing::kept)
        .then(
            kept -> new Answer.Done<>(Stream.concat(kept.stream(), definitions.stream()).toList()));
  }

  private static Answer<List<String>> kept(List<String> objects) {
    return new Answer.Done<>(
        objects.stream().map("%s (its chart wants it kept)"::formatted).toList());
  }
}
