package dev.butlerlabs.butler.addons.install;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.helm.Answer;
import dev.butlerlabs.butler.addons.helm.Deploying;
import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.helm.Installation;
import dev.butlerlabs.butler.addons.helm.LocalChart;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.ReleaseNote;
import dev.butlerlabs.butler.addons.helm.Released;
import dev.butlerlabs.butler.addons.helm.plan.Engine;
import dev.butlerlabs.butler.addons.helm.plan.Patch;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.addons.install.plan.Consent;
import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.install.plan.Piece;
import dev.butlerlabs.butler.addons.install.plan.Result;
import dev.butlerlabs.butler.addons.install.plan.Wanted;
import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** What a job does with Helm on one cluster. It may be cut off anywhere and done anew. */
final class HelmWork {

  private static final Duration LOOK = Duration.ofMinutes(1);
  static final Duration FETCH = Duration.ofMinutes(3);

  /** What an API server that answers asks for; of one that rests more is said. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  /** Beyond its own time an operation is given this before its lock counts as left behind. */
  private static final Duration MARGIN = Duration.ofMinutes(5);

  private final Helm helm;
  private final Deploying deploying;
  private final ChartFetch charts;
  private final Insistence insistence;

  HelmWork(Helm helm, ChartSources sources, Timeline timeline) {
    this.helm = helm;
    this.charts = new ChartFetch(helm, sources, FETCH);
    this.deploying = new Deploying(helm, timeline);
    this.insistence = new Insistence(timeline);
  }

  /** All an operation may take. */
  static Duration budget(Wanted wanted) {
    // An upgrade, and going back from one that failed, and both once more over what others wrote;
    // and where charts have to be signed, all are fetched before the first is installed.
    var fetching = wanted.first().isEmpty() ? FETCH : FETCH.multipliedBy(2);
    var each = wanted.timeout().multipliedBy(4).plus(LOOK.multipliedBy(3)).plus(fetching);
    return each.multipliedBy(wanted.first().size() + 1L).plus(LOOK);
  }

  /** All it takes to remove as many releases. */
  static Duration budget(int releases, Duration each) {
    return each.plus(LOOK).multipliedBy(releases).plus(LOOK);
  }

  /**
   * Looks after the namespace. A cluster that does not answer is known by that, or by being asked
   * for its version, and takes up no place of Helm's.
   *
   * @return what comes of deploying there, when it cannot be done
   */
  Optional<Result> look(Destination to, Wanted wanted) {
    return wanted.createNamespace()
        ? insistence
            .on(() -> to.ensureNamespace(wanted.release().namespace(), wanted.podSecurity()))
            .map(Result.Refused::new)
        : look(to);
  }

  /** The same where there is no namespace to be made. */
  Optional<Result> look(Destination at) {
    var attempt = new Attempt("ask for the version of", "cluster", ObjectKey.cluster(at.name()));
    var answer =
        at.call(client -> Asking.ask(attempt, () -> client.getKubernetesVersion().getGitVersion()));
    return answer
                instanceof
                dev.butlerlabs.butler.kube.write.Answer.Failed<String>(
                    Trouble.Unreachable(_, var detail, var rest))
            && !busy(rest)
        ? Optional.of(
            new Result.Refused(
                Refusal.of(Cause.CLUSTER_UNREACHABLE, "asking cluster " + at.name(), detail)))
        : Optional.empty();
  }

  /** It answers: an API server that has much to do asks to be left alone for a moment. */
  private static boolean busy(Duration rest) {
    return rest.isPositive() && rest.compareTo(MOMENT) <= 0;
  }

  /**
   * Puts the charts there.
   *
   * @param uid of whom their releases are to be
   */
  Result deploy(Destination to, Wanted wanted, String uid, Consumer<String> step) {
    var owner = new Owner(uid, wanted.consent());
    var unvouched = charts.unvouched(wanted, step);
    if (unvouched.isPresent()) {
      return new Result.Refused(unvouched.get());
    }
    for (var piece : wanted.first()) {
      var order = Checksum.of(piece.toString()).text();
      if (place(to, piece, Content.none(), owner, order, wanted.timeout(), step)
          instanceof Answer.Refused<Placed>(var refusal)) {
        return new Result.Refused(new Keepers(to).named(refusal));
      }
    }
    var order = wanted.mark();
    var content = new Content(wanted.values(), wanted.patches());
    return switch (place(to, wanted.chart(), content, owner, order, wanted.timeout(), step)) {
      case Answer.Refused<Placed>(var refusal) ->
          new Result.Refused(new Keepers(to).named(refusal));
      case Answer.Done<Placed>(var placed) -> new Result.Deployed(facts(placed, wanted));
    };
  }

  private record Owner(String uid, Consent consent) {}

  /**
   * What stands on the cluster by now.
   *
   * @param signer of its chart; empty where it was not asked for, or was there already
   */
  private record Placed(Released released, String signer) {}

  /** What is made of a chart. */
  private record Content(JsonNode values, List<Patch> patches) {

    static Content none() {
      return new Content(Values.none(), List.of());
    }
  }

  private static Facts facts(Placed placed, Wanted wanted) {
    var released = placed.released();
    return new Facts(
        released.release(),
        released.version(),
        released.revision(),
        released.status().word(),
        wanted.fingerprint(),
        Manifests.hash(released.manifest()),
        Manifests.workloads(released.manifest(), released.release().namespace()),
        wanted.first().stream().map(Piece::release).toList(),
        placed.signer());
  }

  private Answer<Placed> place(
      Destination to,
      Piece piece,
      Content content,
      Owner owner,
      String order,
      Duration timeout,
      Consumer<String> step) {
    step.accept("looking for release " + piece.release());
    return helm.note(to.login(), piece.release(), LOOK)
        .then(
            note -> {
              if (note.isPresent() && !owner.consent().adopts() && !owns(owner, note.get())) {
                return new Answer.Refused<>(taken(to, piece.release(), note.get()));
              }
              note.filter(one -> !owns(owner, one))
                  .flatMap(_ -> new Keepers(to).of(piece.release()))
                  .ifPresent(keeper -> step.accept("taking over: " + keeper.warning()));
              return note.filter(one -> owns(owner, one) && stands(one, order)).isPresent()
                  ? helm.status(to.login(), piece.release(), LOOK)
                      .then(released -> new Answer.Done<>(new Placed(released, "")))
                  : install(to, piece, content, owner, order, timeout, note.isPresent(), step);
            });
  }

  private Answer<Placed> install(
      Destination to,
      Piece piece,
      Content content,
      Owner owner,
      String order,
      Duration timeout,
      boolean installed,
      Consumer<String> step) {
    var labels = Map.of(Labels.RELEASE_OWNER, owner.uid(), Labels.RELEASE_ORDER, order);
    return charts
        .fetch(piece, step)
        .then(
            chart ->
                owner.consent().renewsKinds()
                    ? kinds(to, chart, installed, step)
                    : new Answer.Done<>(chart))
        .then(
            chart -> {
              step.accept("deploying release " + piece.release());
              return deploying
                  .deploy(
                      to.login(),
                      new Installation(
                          piece.release(),
                          chart,
                          content.values(),
                          false,
                          labels,
                          Installation.Waiting.FOR_HOOKS,
                          timeout,
                          owner.consent().overrides(),
                          content.patches()),
                      timeout.plus(MARGIN),
                      new Contesting(to, piece.release()))
                  .then(released -> new Answer.Done<>(new Placed(released, chart.signer())));
            });
  }

  /** Helm makes what is in the folder crds once; what comes after we do where it is asked for. */
  private Answer<LocalChart> kinds(
      Destination to, LocalChart chart, boolean installed, Consumer<String> step) {
    return helm.crds(chart, LOOK)
        .then(
            text ->
                new ChartKinds(to, step)
                    .renew(text, installed)
                    .<Answer<LocalChart>>map(Answer.Refused::new)
                    .orElseGet(() -> new Answer.Done<>(chart)));
  }

  private static boolean owns(Owner owner, ReleaseNote note) {
    return owner.uid().equals(note.labels().get(Labels.RELEASE_OWNER));
  }

  /** Whether an operation that was cut off before it could be told has done it already. */
  private static boolean stands(ReleaseNote note, String order) {
    return note.status() == ReleaseStatus.DEPLOYED
        && order.equals(note.labels().get(Labels.RELEASE_ORDER));
  }

  private static Refusal taken(Destination to, ReleaseKey release, ReleaseNote note) {
    var keeper = new Keepers(to).of(release);
    return Refusal.of(
        keeper.map(Engine::release).orElse(Cause.NAME_TAKEN),
        "deploying release %s on cluster %s".formatted(release, to.name()),
        "revision %d of a release of that name is there which %s; the annotation %s: \"true\" on the addon takes it over, and status.pendingUpgrade tells what that would change"
            .formatted(
                note.revision(),
                keeper.map(one -> one.title() + " looks after").orElse("this addon did not make"),
                Annotations.ADOPT_RELEASE));
  }
}
