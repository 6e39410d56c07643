package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.api.Reason;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whether an order fits into what a team may use. Only what it takes more than before counts. */
final class Quota {

  private static final int NAMED = 3;

  private Quota() {}

  /**
   * The limits the order breaks.
   *
   * @param before the same cluster as it is, null for a new one
   * @param others the other clusters of the team
   */
  static List<Refusal> judge(
      Order wanted, @Nullable Order before, List<Order> others, Limits limits) {
    var refusals = new ArrayList<Refusal>();
    perCluster(wanted, before, limits).ifPresent(refusals::add);
    Arrays.stream(Measure.values())
        .flatMap(measure -> total(measure, wanted, before, others, limits).stream())
        .forEach(refusals::add);
    return refusals;
  }

  private static Optional<Refusal> perCluster(Order wanted, @Nullable Order before, Limits limits) {
    var asked = wanted.amounts().of(Measure.NODES);
    return limits
        .nodesPerCluster()
        .filter(most -> grows(Measure.NODES, wanted, before) && asked.compareTo(most) > 0)
        .map(
            most ->
                new Refusal(
                    Reason.QUOTA_EXCEEDED,
                    "spec.workers",
                    "%s are wanted, and a cluster of team %s may have %s"
                        .formatted(
                            Measure.NODES.words(asked), limits.team(), Measure.NODES.number(most)),
                    "ask for at most %s, or %s"
                        .formatted(Measure.NODES.number(most), limits.raiseNodesPerCluster())));
  }

  private static Optional<Refusal> total(
      Measure measure, Order wanted, @Nullable Order before, List<Order> others, Limits limits) {
    var used = Amounts.sum(others).of(measure);
    return limits
        .most(measure)
        .filter(_ -> grows(measure, wanted, before))
        .filter(most -> used.add(wanted.amounts().of(measure)).compareTo(most) > 0)
        .map(
            most ->
                measure == Measure.CLUSTERS
                    ? tooManyClusters(most, others, limits)
                    : tooMuch(measure, most, wanted, before, others, limits));
  }

  static boolean grows(Measure measure, Order wanted, @Nullable Order before) {
    return more(measure, wanted, before).signum() > 0;
  }

  private static BigDecimal more(Measure measure, Order wanted, @Nullable Order before) {
    var had = before == null ? BigDecimal.ZERO : before.amounts().of(measure);
    return wanted.amounts().of(measure).subtract(had);
  }

  private static Refusal tooManyClusters(BigDecimal most, List<Order> others, Limits limits) {
    return new Refusal(
        Reason.QUOTA_EXCEEDED,
        "spec",
        "team %s may have %s and has %d, so none is left%s"
            .formatted(limits.team(), Measure.CLUSTERS.words(most), others.size(), named(others)),
        "delete one that is not needed, or " + limits.raise(Measure.CLUSTERS));
  }

  /** {@code : api, web, shop and 4 more}, the oldest first. */
  static String named(List<Order> others) {
    if (others.isEmpty()) {
      return "";
    }
    var names =
        others.stream()
            .sorted(Order.BY_AGE)
            .limit(NAMED)
            .map(order -> order.key().name())
            .collect(Collectors.joining(", "));
    return ": "
        + names
        + (others.size() > NAMED ? " and %d more".formatted(others.size() - NAMED) : "");
  }

  private static Refusal tooMuch(
      Measure measure,
      BigDecimal most,
      Order wanted,
      @Nullable Order before,
      List<Order> others,
      Limits limits) {
    var had = before == null ? BigDecimal.ZERO : before.amounts().of(measure);
    var left = most.subtract(Amounts.sum(others).of(measure)).subtract(had).max(BigDecimal.ZERO);
    var nothing = left.signum() == 0;
    return new Refusal(
        Reason.QUOTA_EXCEEDED,
        "spec.workers",
        "%s more are wanted, but of the %s that team %s may have %s left%s"
            .formatted(
                measure.words(more(measure, wanted, before)),
                measure.number(most),
                limits.team(),
                nothing ? "nothing is" : measure.number(left) + " are",
                users(measure, others)),
        "%sshrink or delete another cluster, or %s"
            .formatted(
                nothing ? "" : "ask for at most %s more, ".formatted(measure.number(left)),
                limits.raise(measure)));
  }

  /** {@code : web uses 160Gi, api 80Gi}, the largest first. */
  static String users(Measure measure, List<Order> others) {
    var using =
        others.stream()
            .filter(order -> order.amounts().of(measure).signum() > 0)
            .sorted(
                Comparator.<Order, BigDecimal>comparing(order -> order.amounts().of(measure))
                    .reversed()
                    .thenComparing(Order.BY_AGE))
            .toList();
    if (using.isEmpty()) {
      return "";
    }
    var first = using.getFirst();
    var text = new StringBuilder(": ").append(first.key().name()).append(" uses ");
    text.append(measure.number(first.amounts().of(measure)));
    using.stream()
        .skip(1)
        .limit(NAMED - 1)
        .forEach(
            order ->
                text.append(", ")
                    .append(order.key().name())
                    .append(' ')
                    .append(measure.number(order.amounts().of(measure))));
    if (using.size() > NAMED) {
      text.append(", %d more the rest".formatted(using.size() - NAMED));
    }
    return text.toString();
  }
}
