package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import java.time.Duration;
import java.time.Instant;

/** What this process has done about an addon. */
public sealed interface Past {

  /** What is known by now, when this much was told: the cache may be later than we are. */
  default Facts over(Facts told) {
    return switch (this) {
      case Idle() -> told;
      case Busy busy -> told.claiming(busy.release());
      case CalledOff(var release) -> told.claiming(release);
      case Failed failed -> told.claiming(failed.release());
      case Done(Result.Deployed(var facts)) -> facts.after(told);
      case Done _ -> told;
    };
  }

  /** Why Helm was asked. */
  enum Purpose {
    DEPLOY,
    REMOVE
  }

  /** Nothing that has not been told. */
  record Idle() implements Past {}

  /**
   * Helm is at it, or will be when it is its turn.
   *
   * @param progress what it is at and since when, in a clause; empty until that is known
   * @param edited whether the addon itself asks for something else since
   */
  record Busy(Purpose purpose, ReleaseKey release, String progress, boolean edited)
      implements Past {

    public Busy(Purpose purpose, ReleaseKey release, String progress) {
      this(purpose, release, progress, false);
    }

    public Busy(Purpose purpose, ReleaseKey release) {
      this(purpose, release, "");
    }

    /** The sentence, with how far it is. */
    String told(String sentence) {
      return progress.isEmpty() ? sentence : "%s; %s".formatted(sentence, progress);
    }
  }

  /** It was called off for an edit of the addon; how far it came nobody knows. */
  record CalledOff(ReleaseKey release) implements Past {}

  /** It came to something that has not been told. */
  record Done(Result result) implements Past {}

  /**
   * It failed, so often in a row.
   *
   * @param order what was wanted then
   */
  record Failed(
      Purpose purpose, ReleaseKey release, String order, int failures, Instant at, Refusal refusal)
      implements Past {

    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** Hooks run again, pods begin anew, and each attempt takes up two revisions. */
    private static final Duration LONGEST_IN_VAIN = Duration.ofHours(6);

    private static final int MOST_DOUBLINGS = 6;

    /** The same, counted on from one before it that wanted the same. */
    public Failed after(Failed before) {
      return before.purpose == purpose && before.order.equals(order)
          ? new Failed(purpose, release, order, before.failures + 1, at, refusal)
          : this;
    }

    /** When it is tried again: after a pause that doubles, from ten minutes on if in vain. */
    Instant due() {
      return refusal.stubborn()
          ? at.plus(pause(LONGEST, LONGEST_IN_VAIN))
          : at.plus(pause(FIRST, LONGEST));
    }

    private Duration pause(Duration first, Duration longest) {
      var pause = first.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
      return pause.compareTo(longest) > 0 ? longest : pause;
    }
  }
}
