package dev.butlerlabs.butler.steward.store.plan;

import dev.butlerlabs.butler.api.steward.DataStoreStatus;
import dev.butlerlabs.butler.api.steward.DataStoreStatus.Capacity;
import dev.butlerlabs.butler.api.steward.DataStoreStatus.Reservation;
import dev.butlerlabs.butler.api.steward.DataStoreStatus.TenantUse;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Report;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.steward.store.driver.Health;
import dev.butlerlabs.butler.steward.store.driver.Use;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is told about a DataStore after one look. */
public final class StorePlanner {

  public static final String READY = "Ready";
  public static final String REACHABLE = "Reachable";
  public static final String AUTH_ENABLED = "AuthEnabled";
  public static final String WITHIN_BUDGET = "WithinBudget";

  /** All conditions a DataStore has. */
  public static final Set<String> CONDITIONS =
      Set.of(READY, REACHABLE, AUTH_ENABLED, WITHIN_BUDGET);

  /** How often a store that is well is looked at; nobody tells us when it is not. */
  static final Duration WELL = Duration.ofMinutes(1);

  static final Duration UNWELL = Duration.ofSeconds(10);

  /** While there are tenants nobody has measured; a look measures only so many. */
  static final Duration UNMEASURED = Duration.ofSeconds(5);

  private StorePlanner() {}

  /** How the store was found. */
  public sealed interface Found {

    record Well(Health health) implements Found {}

    /** The DataStore says too little, or something wrong, to ask the store at all. */
    record Misconfigured(Problem problem) implements Found {}

    /** It answered that it will not. */
    record Refusing(Problem problem) implements Found {}

    record Silent(Problem problem) implements Found {}
  }

  /**
   * One look.
   *
   * @param status as stored
   * @param uses by UID, of the tenants that were measured
   */
  public record Observation(
      Found found, @Nullable DataStoreStatus status, Map<String, Use> uses, Budget budget) {

    public Observation {
      uses = Map.copyOf(uses);
    }

    public List<Reservation> reservations() {
      return status == null ? List.of() : status.reservations();
    }

    private Map<String, TenantUse> before() {
      return status == null
          ? Map.of()
          : status.tenants().stream()
              .collect(Collectors.toMap(TenantUse::uid, one -> one, (first, _) -> first));
    }
  }

  /** What stands in the status besides the conditions; the reservations are written elsewhere. */
  public record Fields(
      List<String> usedBy,
      List<TenantUse> tenants,
      @Nullable String version,
      @Nullable Capacity capacity) {

    public Fields {
      usedBy = List.copyOf(usedBy);
      tenants = List.copyOf(tenants);
    }
  }

  /** What is told: in words, and in figures. */
  public record Plan(Report report, Fields fields) {}

  public static Plan plan(Observation seen) {
    var before = seen.before();
    var tenants =
        seen.reservations().stream()
            .map(one -> tenant(one, Optional.ofNullable(before.get(one.uid())), seen))
            .toList();
    var fields =
        new Fields(
            seen.reservations().stream().map(Reservation::controlPlane).sorted().toList(),
            tenants,
            version(seen),
            capacity(seen));
    return new Plan(report(seen, tenants), fields);
  }

  /** The figures as they stand, when nobody looked. */
  public static Fields asBefore(@Nullable DataStoreStatus status) {
    return status == null
        ? new Fields(List.of(), List.of(), null, null)
        : new Fields(
            status.reservations().stream().map(Reservation::controlPlane).sorted().toList(),
            status.tenants(),
            status.version(),
            status.capacity());
  }

  private static TenantUse tenant(Reservation one, Optional<TenantUse> before, Observation seen) {
    var use = seen.uses().get(one.uid());
    if (use == null) {
      return before.orElse(new TenantUse(one.uid(), one.controlPlane(), null, null, null));
    }
    var wasOver = before.map(TenantUse::overBudget).filter(Boolean::booleanValue).isPresent();
    var over = seen.budget().exceededBy(use, wasOver);
    return new TenantUse(
        one.uid(),
        one.controlPlane(),
        Rounded.of(use.keys()),
        Rounded.of(use.bytes()),
        over ? true : null);
  }

  private static @Nullable String version(Observation seen) {
    return seen.found() instanceof Found.Well(var health)
        ? health.version()
        : seen.status() == null ? null : seen.status().version();
  }

  private static @Nullable Capacity capacity(Observation seen) {
    if (seen.found() instanceof Found.Well(var health)) {
      return new Capacity(
          Rounded.of(health.used()), health.limit() == 0 ? null : (Long) health.limit());
    }
    return seen.status() == null ? null : seen.status().capacity();
  }

  private static Report report(Observation seen, List<TenantUse> tenants) {
    var verdicts = new ArrayList<Verdict>();
    var cause = cause(seen.found());
    verdicts.add(
        cause
            .map(why -> Verdict.no(READY, why.reason(), why.sentence()))
            .orElseGet(() -> Verdict.yes(READY, "Ready", "the store serves tenants")));
    verdicts.add(reachable(seen.found()));
    verdicts.add(authenticated(seen.found()));
    verdicts.add(withinBudget(tenants));
    var measured = seen.reservations().stream().allMatch(one -> seen.uses().containsKey(one.uid()));
    var after = cause.isPresent() ? UNWELL : measured ? WELL : UNMEASURED;
    return new Report(verdicts, cause, Report.after(after));
  }

  private static Optional<Cause> cause(Found found) {
    return switch (found) {
      case Found.Misconfigured(var problem) ->
          Optional.of(new Cause("InvalidConfiguration", what(problem), "", youCan(problem)));
      case Found.Refusing(var problem) ->
          Optional.of(new Cause("Refused", what(problem), "it is asked again", youCan(problem)));
      case Found.Silent(var problem) ->
          Optional.of(
              new Cause(
                  "Unreachable",
                  what(problem),
                  "it is asked again; tenants on other stores are not concerned",
                  youCan(problem)));
      case Found.Well(var health) when !health.authenticated() ->
          Optional.of(
              new Cause(
                  "AuthenticationOff",
                  "authentication is off in the store, so tenants could read each other's data",
                  "no tenant is put there",
                  "Switch it on with a user root that has the role root (etcdctl auth enable)"));
      case Found.Well(var health) when !health.alarms().isEmpty() ->
          Optional.of(
              new Cause(
                  "Alarm",
                  "the store raised an alarm: " + String.join(", ", health.alarms()),
                  "",
                  "Make room (compact, defragment, or raise the quota), then disarm the alarm"));
      case Found.Well _ -> Optional.empty();
    };
  }

  private static String what(Problem problem) {
    return problem.subject() + ": " + problem.trouble();
  }

  private static String youCan(Problem problem) {
    var remedy = problem.remedy();
    return remedy.isEmpty() ? "" : Character.toUpperCase(remedy.charAt(0)) + remedy.substring(1);
  }

  private static Verdict reachable(Found found) {
    return switch (found) {
      case Found.Well _ -> Verdict.yes(REACHABLE, "Answered", "the store answers");
      case Found.Refusing(var problem) ->
          Verdict.yes(REACHABLE, "Answered", "the store answers: " + problem.trouble());
      case Found.Silent(var problem) -> Verdict.no(REACHABLE, "NoAnswer", what(problem));
      case Found.Misconfigured _ ->
          Verdict.unknown(REACHABLE, "NotAsked", "the store was not asked: see Ready");
    };
  }

  private static Verdict authenticated(Found found) {
    return switch (found) {
      case Found.Well(var health) when health.authenticated() ->
          Verdict.yes(AUTH_ENABLED, "On", "callers must say who they are");
      case Found.Well _ -> Verdict.no(AUTH_ENABLED, "Off", "anybody may read everything");
      default -> Verdict.unknown(AUTH_ENABLED, "NotAsked", "the store did not say: see Ready");
    };
  }

  private static Verdict withinBudget(List<TenantUse> tenants) {
    var over =
        tenants.stream()
            .filter(one -> Boolean.TRUE.equals(one.overBudget()))
            .map(TenantUse::controlPlane)
            .sorted()
            .toList();
    if (over.isEmpty()) {
      return Verdict.yes(WITHIN_BUDGET, "AllWithin", "no tenant is over its budget");
    }
    var some = String.join(", ", over.subList(0, Math.min(over.size(), 5)));
    return Verdict.no(
        WITHIN_BUDGET,
        "TenantOver",
        "%d tenant(s) keep more than tenantBudget allows and may not write until they delete: %s%s"
            .formatted(over.size(), some, over.size() > 5 ? ", …" : ""));
  }
}
