package dev.butlerlabs.butler.providers.machines.config.plan;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.api.infra.ProviderConfigStatus;
import dev.butlerlabs.butler.api.infra.ProviderConfigStatus.PlatformCapacity;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Decides what trying an account means. */
public final class ConfigPlanner {

  private static final String READY = ConditionType.READY.wire();
  private static final String CREDENTIALS = ConditionType.CREDENTIALS_VALID.wire();

  /** The conditions every plan speaks of. */
  public static final Set<String> CONDITIONS = conditions();

  private static final Duration WELL = Duration.ofMinutes(5);
  private static final Duration ILL = Duration.ofMinutes(1);
  private static final Duration SILENT = Duration.ofSeconds(10);

  /** So many silent looks in a row do not yet make a good infrastructure unusable. */
  private static final int FORGIVEN = 2;

  private ConfigPlanner() {}

  private static Set<String> conditions() {
    var all = new HashSet<>(Aspects.CONDITIONS);
    all.addAll(Set.of(READY, CREDENTIALS));
    return Set.copyOf(all);
  }

  /**
   * Everything the planner may know.
   *
   * @param missingTeam the team it is for, when that does not exist
   * @param holders who still needs it, when it is to go
   * @param strikes how many looks in a row found silence before this one
   * @param clean takes secrets out of a text
   */
  public record Seen(
      @Nullable ProviderConfigStatus told,
      Trial trial,
      @Nullable String missingTeam,
      @Nullable String holders,
      int strikes,
      Instant now,
      UnaryOperator<String> clean) {}

  /** What came of trying. */
  public sealed interface Trial {

    /** There is nothing to try with: settings or credentials are missing or unreadable. */
    record Refused(Fault fault) implements Trial {}

    /** The platform was asked, or at least called. */
    record Made(Preflight preflight) implements Trial {}
  }

  /**
   * What to tell, and when to look again.
   *
   * @param news the message of an event, when something has changed
   */
  public record Plan(
      boolean ready,
      boolean validated,
      @Nullable String version,
      @Nullable PlatformCapacity capacity,
      Instant probed,
      @Nullable Instant validatedAt,
      List<Verdict> verdicts,
      Optional<Verdict> news,
      boolean silent,
      Duration next) {}

  public static Plan plan(Seen seen) {
    return switch (seen.trial()) {
      case Trial.Refused(var fault) ->
          judged(
              seen,
              new Preflight(
                  null, List.of(new Preflight.Finding.Bad(Preflight.Aspect.CREDENTIALS, fault))));
      case Trial.Made(var preflight) -> judged(seen, preflight);
    };
  }

  private static Plan judged(Seen seen, Preflight preflight) {
    var fault = preflight.firstFault();
    var taken = preflight.credentialsTaken();
    var version = preflight.platformVersion();
    var told = seen.told();
    var silent = !taken && fault.filter(one -> one.healing().byItself()).isPresent();
    var before = told != null && Boolean.TRUE.equals(told.validated());
    var validated = taken || (silent && before);
    var credentials = credentials(seen, fault, taken, silent);
    var ready = ready(seen, fault, silent);
    return new Plan(
        ready.status() == Truth.TRUE,
        validated,
        version != null || told == null ? version : told.providerVersion(),
        silent ? (told == null ? null : told.platformCapacity()) : capacity(seen, preflight.room()),
        seen.now().truncatedTo(ChronoUnit.SECONDS),
        taken
            ? seen.now().truncatedTo(ChronoUnit.SECONDS)
            : told == null ? null : told.lastValidationTime(),
        verdicts(seen, preflight, silent, List.of(credentials, ready)),
        news(seen, ready),
        silent,
        next(ready, fault, silent, seen.strikes()));
  }

  private static @Nullable PlatformCapacity capacity(Seen seen, Room left) {
    var untold = left.untold();
    return left.equals(Room.UNKNOWN)
        ? null
        : new PlatformCapacity(
            left.cpus(),
            left.memoryMB(),
            left.storageGB(),
            left.machines(),
            untold == null ? null : sentence(seen, untold));
  }

  /** Silence says nothing new about what was found before. */
  private static List<Verdict> verdicts(
      Seen seen, Preflight preflight, boolean silent, List<Verdict> first) {
    var all = new ArrayList<>(first);
    if (!silent) {
      all.addAll(Aspects.verdicts(preflight.findings(), seen.clean()));
    } else if (seen.told() != null) {
      seen.told().conditions().stream()
          .filter(one -> Aspects.CONDITIONS.contains(one.type()))
          .map(Condition::verdict)
          .forEach(all::add);
    }
    return all;
  }

  private static Verdict credentials(
      Seen seen, Optional<Fault> fault, boolean taken, boolean silent) {
    if (taken) {
      return Verdict.yes(CREDENTIALS, Reason.READY.wire(), "the platform took the credentials");
    }
    var reason = fault.map(Fault::reason).orElse(Reason.CREDENTIALS_INVALID).wire();
    var message = fault.map(one -> sentence(seen, one)).orElse("the credentials were not tried");
    return silent
        ? Verdict.unknown(CREDENTIALS, reason, message)
        : Verdict.no(CREDENTIALS, reason, message);
  }

  private static Verdict ready(Seen seen, Optional<Fault> fault, boolean silent) {
    if (seen.holders() != null) {
      return Verdict.no(
          READY,
          Reason.DELETING.wire(),
          "it is to be deleted and is still needed by %s; delete those first"
              .formatted(seen.holders()));
    }
    if (seen.missingTeam() != null) {
      return Verdict.no(
          READY,
          Reason.VALIDATION_FAILED.wire(),
          "Team %s does not exist, so nobody may use this infrastructure; create it, or correct spec.scope.teamRef"
              .formatted(seen.missingTeam()));
    }
    if (fault.isEmpty()) {
      return Verdict.yes(
          READY, Reason.READY.wire(), "the platform answers and clusters can be built");
    }
    var message = sentence(seen, fault.get());
    return silent && seen.strikes() < FORGIVEN && wasReady(seen)
        ? Verdict.yes(READY, Reason.READY.wire(), "not seen just now: " + message)
        : Verdict.no(READY, fault.get().reason().wire(), message);
  }

  private static Duration next(Verdict ready, Optional<Fault> fault, boolean silent, int strikes) {
    if (silent) {
      var grown = SILENT.multipliedBy(1L << Math.min(strikes, 5));
      var pause = fault.flatMap(Fault::retryAfter).orElse(Duration.ZERO);
      return pause.compareTo(grown) > 0 ? pause : grown;
    }
    return ready.status() == Truth.TRUE ? WELL : ILL;
  }

  /** A change between usable and not, or another reason why not. */
  private static Optional<Verdict> news(Seen seen, Verdict ready) {
    var before = readyTold(seen);
    var same =
        before
            .filter(one -> one.status() == ready.status())
            .filter(one -> one.reason().equals(ready.reason()))
            .isPresent();
    return same ? Optional.empty() : Optional.of(ready);
  }

  private static boolean wasReady(Seen seen) {
    return readyTold(seen).filter(one -> one.status() == Truth.TRUE).isPresent();
  }

  private static Optional<Condition> readyTold(Seen seen) {
    return seen.told() == null
        ? Optional.empty()
        : new Conditions(seen.told().conditions()).find(READY);
  }

  private static String sentence(Seen seen, Fault fault) {
    return seen.clean().apply(fault.sentence());
  }
}
