package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.Answer;
import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.helm.PackedTexts;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.install.plan.Offer;
import dev.butlerlabs.butler.addons.install.plan.Preview;
import dev.butlerlabs.butler.addons.install.plan.Step;
import dev.butlerlabs.butler.addons.install.plan.Wanted;
import dev.butlerlabs.butler.addons.jobs.JobKey;
import dev.butlerlabs.butler.addons.jobs.JobState;
import dev.butlerlabs.butler.addons.jobs.Jobs;
import dev.butlerlabs.butler.addons.jobs.Ticket;
import dev.butlerlabs.butler.addons.jobs.plan.Turns.Limits;
import dev.butlerlabs.butler.api.addons.PendingUpgrade;
import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows what taking an offer of the catalog would change. Each offer is tried once; what came of it
 * stands in the status, so losing what is remembered here costs nothing.
 */
final class Offers implements AutoCloseable {

  /** Most of them wait to be rendered together with others; all at once take longer. */
  private static final Limits LIMITS = new Limits(4_096, 32, 20_000);

  /** Each step has its own; most of it is waiting for others. */
  private static final Duration BUDGET = Duration.ofHours(1);

  /** A repository that does not answer is asked again. */
  private static final Duration AGAIN = Duration.ofMinutes(10);

  /**
   * A cluster that has not answered, had no place for the question, or turned away a login that may
   * have been renewed, is asked again sooner.
   */
  private static final Duration ASK_AGAIN = Duration.ofMinutes(1);

  private static final Set<Cause> UNANSWERED =
      Set.of(Cause.CLUSTER_UNREACHABLE, Cause.CLUSTER_BUSY, Cause.CLUSTER_DENIED);

  private final Previews previews;
  private final Quiet quiet;
  private final Timeline timeline;
  private final Jobs<Answer<Preview>> jobs;
  private final Map<JobKey, ObjectKey> whose = new ConcurrentHashMap<>();
  private final Map<ObjectKey, Trial> trials = new ConcurrentHashMap<>();

  private record Trial(String hash, Ticket<Answer<Preview>> ticket, Instant asked) {}

  /**
   * Nothing was tried yet.
   *
   * @param manifests what releases consist of, as far as it was read, by its hash
   * @param quiet is told what is being tried
   * @param ended is told of each addon for which something was
   */
  Offers(
      Helm helm,
      ChartSources sources,
      PackedTexts manifests,
      Quiet quiet,
      Timeline timeline,
      Consumer<ObjectKey> ended) {
    this.previews = new Previews(helm, sources, manifests, timeline);
    this.quiet = quiet;
    this.timeline = timeline;
    this.jobs =
        new Jobs<>(
            LIMITS,
            timeline,
            key -> {
              quiet.ended(key);
              Optional.ofNullable(whose.get(key)).ifPresent(ended);
            });
  }

  /** What is to be told of the addon's offer; nothing before it was tried. */
  Optional<PendingUpgrade> tell(
      ObjectKey addon, Facts facts, Step step, @Nullable PendingUpgrade before) {
    return switch (step) {
      case Step.Keep(var wanted) when wanted.offer() instanceof Offer.Open open ->
          tell(addon, open, hash(open.wanted(), facts), before);
      // What could not be looked at now stands as it was told.
      case Step.Refuse _, Step.Stop _, Step.Await _, Step.Pause _ -> Optional.ofNullable(before);
      // Where nothing is installed yet, it is about a release of somebody else's.
      case Step.Run _, Step.Attend _, Step.CallOff _ when !facts.installed() ->
          Optional.ofNullable(before);
      case Step.Keep _, Step.Run _, Step.Attend _, Step.CallOff _, Step.Settle _ -> {
        forget(addon);
        yield Optional.empty();
      }
    };
  }

  /** What is to be told of taking over a release; the same as before while it is found out. */
  Optional<PendingUpgrade> tellTakeover(
      ObjectKey addon, Wanted wanted, Refusal why, @Nullable PendingUpgrade before) {
    var told = new Offer.Open(wanted, Optional.empty(), "");
    return tell(addon, told, hash(wanted, why), before).or(() -> Optional.ofNullable(before));
  }

  private Optional<PendingUpgrade> tell(
      ObjectKey addon, Offer.Open open, String hash, @Nullable PendingUpgrade before) {
    var found = Optional.ofNullable(trials.get(addon)).filter(one -> one.hash().equals(hash));
    var version = open.wanted().chart().version();
    var due = open.due().orElse(null);
    return found
        .flatMap(Offers::outcome)
        .map(
            answer ->
                switch (answer) {
                  case Answer.Done<Preview>(var preview) ->
                      new PendingUpgrade(version, due, preview.summary(), preview.lines(), hash);
                  case Answer.Refused<Preview>(var refusal) ->
                      new PendingUpgrade(version, due, refusal.sentence(), List.of(), "");
                })
        .or(
            () ->
                Optional.ofNullable(before)
                    .filter(told -> told.hash().equals(hash) || failed(told, version))
                    .map(
                        told ->
                            new PendingUpgrade(
                                version, due, told.summary(), told.changes(), told.hash())));
  }

  /** What could not be tried is told until it is known better. */
  private static boolean failed(PendingUpgrade told, String version) {
    return told.hash().isEmpty() && told.version().equals(version);
  }

  private static Optional<Answer<Preview>> outcome(Trial trial) {
    return switch (trial.ticket().state()) {
      case JobState.Waiting<Answer<Preview>> _, JobState.Running<Answer<Preview>> _ ->
          Optional.empty();
      case JobState.Finished<Answer<Preview>>(var answer) -> Optional.of(answer);
      case JobState.Broken<Answer<Preview>>(var failure) ->
          refused(Cause.OTHER, String.valueOf(failure.getMessage()));
      case JobState.TimedOut<Answer<Preview>>() -> refused(Cause.TIMED_OUT, "its time was over");
      case JobState.Cancelled<Answer<Preview>>() -> refused(Cause.CANCELLED, "it was called off");
    };
  }

  private static Optional<Answer<Preview>> refused(Cause cause, String trouble) {
    return Optional.of(
        new Answer.Refused<>(Refusal.of(cause, "trying what the catalog offers", trouble)));
  }

  /**
   * Has the offer tried if nobody knows yet what it would change.
   *
   * @return when to come back, if the clock decides
   */
  Optional<Instant> attend(
      ObjectKey addon,
      Facts facts,
      Wanted wanted,
      Destination on,
      @Nullable PendingUpgrade before) {
    if (!(wanted.offer() instanceof Offer.Open(var offer, _, _))) {
      return Optional.empty();
    }
    return attend(
        addon,
        on,
        new Question(
            offer.release(), hash(offer, facts), () -> previews.of(on, offer, facts.manifest())),
        before);
  }

  /**
   * Has it tried what it would change to take over what is not that owner's.
   *
   * @param why what was said of the release that is there
   * @return when to come back, if the clock decides
   */
  Optional<Instant> attendTakeover(
      ObjectKey addon,
      Wanted wanted,
      Refusal why,
      String owner,
      Destination on,
      @Nullable PendingUpgrade before) {
    return attend(
        addon,
        on,
        new Question(
            wanted.release(), hash(wanted, why), () -> previews.ofTakeover(on, wanted, owner)),
        before);
  }

  /** What is to be found out; the hash says whether it is known already. */
  private record Question(ReleaseKey release, String hash, Supplier<Answer<Preview>> work) {}

  private Optional<Instant> attend(
      ObjectKey addon, Destination on, Question question, @Nullable PendingUpgrade before) {
    var hash = question.hash();
    var known = trials.get(addon);
    if (known != null && known.hash().equals(hash)) {
      var again = outcome(known).flatMap(Offers::rest).map(known.asked()::plus);
      if (again.isEmpty() || timeline.instant().isBefore(again.get())) {
        return again;
      }
    } else if (before != null && before.hash().equals(hash)) {
      return Optional.empty();
    }
    forget(addon);
    var key = new JobKey(on.name(), question.release() + "@" + hash);
    whose.put(key, addon);
    quiet.begun(key);
    var ticket = jobs.submit(key, BUDGET, _ -> question.work().get());
    if (ticket.isEmpty()) {
      quiet.ended(key);
      whose.remove(key);
      return Optional.of(timeline.instant().plus(Acting.LOOK_AGAIN));
    }
    trials.put(addon, new Trial(hash, ticket.get(), timeline.instant()));
    return Optional.empty();
  }

  /** How long what failed is let be; nothing where nothing failed. */
  private static Optional<Duration> rest(Answer<Preview> answer) {
    return switch (answer) {
      case Answer.Done<Preview> _ -> Optional.empty();
      case Answer.Refused<Preview>(var refusal) ->
          Optional.of(UNANSWERED.contains(refusal.cause()) ? ASK_AGAIN : AGAIN);
    };
  }

  /** Another offer, or the same for a release that consists of something else. */
  private static String hash(Wanted offer, Facts facts) {
    return Checksum.of(offer.fingerprint().text(), facts.manifest()).text();
  }

  /** Another wish, or the same while another revision is there. */
  private static String hash(Wanted wanted, Refusal why) {
    return Checksum.of(wanted.fingerprint().text(), why.trouble()).text();
  }

  void forget(ObjectKey addon) {
    var trial = trials.remove(addon);
    if (trial != null) {
      whose.remove(trial.ticket().key());
      trial.ticket().cancel();
    }
  }

  void cancelAll() {
    trials.keySet().forEach(this::forget);
  }

  @Override
  public void close() {
    jobs.close();
  }
}
