package dev.butlerlabs.butler.teams.line.plan;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.teams.rules.Line.Turn;
import dev.butlerlabs.butler.teams.rules.Refusal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an order is told about its turn: three conditions, each with all that stands against it. */
public final class TurnReport {

  public static final String QUOTA = ConditionType.QUOTA_SATISFIED.wire();
  public static final String PROVIDER = ConditionType.PROVIDER_ACCESS_GRANTED.wire();
  public static final String POLICY = ConditionType.POLICY_COMPLIANT.wire();

  private static final Set<Reason> NUMBERS =
      EnumSet.of(Reason.QUOTA_EXCEEDED, Reason.ENV_QUOTA_EXCEEDED, Reason.PER_MEMBER_CAP_EXCEEDED);
  private static final Set<Reason> ACCESS =
      EnumSet.of(Reason.PROVIDER_ACCESS_DENIED, Reason.WAITING_FOR_DEPENDENCIES);

  private TurnReport() {}

  public static List<Verdict> of(Turn turn) {
    var all = Stream.concat(turn.refusals().stream(), turn.remarks().stream()).distinct().toList();
    return List.of(
        verdict(QUOTA, "WithinQuota", among(NUMBERS, all)),
        verdict(PROVIDER, "Granted", among(ACCESS, all)),
        verdict(
            POLICY,
            "Compliant",
            all.stream()
                .filter(one -> !NUMBERS.contains(one.reason()) && !ACCESS.contains(one.reason()))
                .toList()));
  }

  private static List<Refusal> among(Set<Reason> reasons, List<Refusal> all) {
    return all.stream().filter(one -> reasons.contains(one.reason())).toList();
  }

  private static Verdict verdict(String type, String good, List<Refusal> against) {
    return against.isEmpty()
        ? Verdict.yes(type, good, "")
        : Verdict.no(
            type,
            against.getFirst().reason().wire(),
            against.stream().map(Refusal::sentence).collect(Collectors.joining("; ")));
  }
}
