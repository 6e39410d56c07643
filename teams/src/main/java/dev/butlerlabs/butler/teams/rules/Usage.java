package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.api.tenancy.TeamSpec.Environment;
import dev.butlerlabs.butler.api.tenancy.TeamStatus.QuotaStatus;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a team uses of its limits, told as its status does. */
public record Usage(
    Amounts used, Limits limits, List<Environment> environments, List<Order> orders, int waiting) {

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final int CLOSE = 80;

  public Usage {
    environments = List.copyOf(environments);
    orders = List.copyOf(orders);
  }

  /**
   * The use of a team.
   *
   * @param orders what was let in, as it was let in
   * @param waiting how many more were ordered
   */
  public static Usage of(
      List<Order> orders, int waiting, Limits limits, List<Environment> environments) {
    return new Usage(Amounts.sum(orders), limits, environments, orders, waiting);
  }

  /** Share of the limit in percent, at most 100; empty without a limit. */
  public Optional<Integer> share(Measure measure) {
    return limits.most(measure).map(most -> percent(used.of(measure), most));
  }

  private static int percent(BigDecimal used, BigDecimal most) {
    if (most.signum() <= 0) {
      return used.signum() > 0 ? 100 : 0;
    }
    return used.multiply(HUNDRED).divide(most, 0, RoundingMode.FLOOR).min(HUNDRED).intValueExact();
  }

  /** More is in use than allowed, which happens when a limit is cut. */
  public List<Measure> exceeded() {
    return Arrays.stream(Measure.values())
        .filter(
            measure ->
                limits
                    .most(measure)
                    .filter(most -> used.of(measure).compareTo(most) > 0)
                    .isPresent())
        .toList();
  }

  public QuotaStatus status() {
    if (!exceeded().isEmpty()) {
      return QuotaStatus.EXCEEDED;
    }
    var close =
        Arrays.stream(Measure.values())
            .flatMap(measure -> share(measure).stream())
            .anyMatch(share -> share >= CLOSE);
    return close ? QuotaStatus.WARNING : QuotaStatus.OK;
  }

  /** Every limit with what is used and left of it, and who uses most. */
  public String sentence() {
    var parts = new ArrayList<String>();
    for (var measure : Measure.values()) {
      limits.most(measure).ifPresent(most -> parts.add(sentence(measure, most)));
    }
    for (var environment : environments) {
      sentence(environment).ifPresent(parts::add);
    }
    if (waiting > 0) {
      parts.add(waiting == 1 ? "1 order waits" : waiting + " orders wait");
    }
    return parts.isEmpty()
        ? "%s with %s; no limit is set"
            .formatted(
                Measure.CLUSTERS.words(used.of(Measure.CLUSTERS)),
                Measure.NODES.words(used.of(Measure.NODES)))
        : String.join("; ", parts);
  }

  private String sentence(Measure measure, BigDecimal most) {
    var now = used.of(measure);
    var over = now.subtract(most);
    var rest =
        over.signum() > 0
            ? measure.number(over) + " too many"
            : measure.number(over.negate()) + " left";
    var users = measure == Measure.CLUSTERS ? "" : Quota.users(measure, orders);
    return "%s of %s, %s%s".formatted(measure.number(now), measure.words(most), rest, users);
  }

  private Optional<String> sentence(Environment environment) {
    var most = environment.limits() == null ? null : environment.limits().maxClusters();
    if (most == null || most == 0) {
      return Optional.empty();
    }
    var here = orders.stream().filter(one -> one.environment().equals(environment.name())).toList();
    return Optional.of(
        "%d of %d clusters in environment %s, %d left"
            .formatted(here.size(), most, environment.name(), Math.max(0, most - here.size())));
  }

  /** The limits that are broken, by name. */
  public String exceededWords() {
    return exceeded().stream()
        .map(measure -> sentence(measure, limits.most(measure).orElse(BigDecimal.ZERO)))
        .collect(Collectors.joining("; "));
  }
}
