package dev.butlerlabs.butler.teams.rules;

import static dev.butlerlabs.butler.teams.rules.Orders.limits;
import static dev.butlerlabs.butler.teams.rules.Orders.onLab;
import static dev.butlerlabs.butler.teams.rules.Orders.order;
import static dev.butlerlabs.butler.teams.rules.Orders.resized;
import static dev.butlerlabs.butler.teams.rules.Orders.standing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.TenancyMode;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LineTest {

  private static final Limits SEVEN = limits(7, null, null);

  /** H14: a thousand orders against a limit of seven. */
  @Test
  void exactlySevenOfAThousandGoOnAndTheRestWaitsWithOneSentence() {
    var orders = thousand();

    var turns = Line.decide(orders.stream().map(one -> waiting(one, SEVEN)).toList());

    assertThat(turns.values().stream().flatMap(turn -> Stream.ofNullable(turn.inForce())))
        .extracting(one -> one.key().name())
        .containsExactlyInAnyOrder(names(0, 7));
    assertThat(turns.values().stream().filter(turn -> turn.inForce() == null))
        .hasSize(993)
        .allSatisfy(
            turn ->
                assertThat(turn.refusals())
                    .singleElement()
                    .extracting(Refusal::sentence)
                    .isEqualTo(
                        "team shop may have 7 clusters and has 7, so none is left: c0000, c0001,"
                            + " c0002 and 4 more (delete one that is not needed, or ask a platform"
                            + " admin to raise spec.resourceLimits.maxClusters of Team shop)"));
  }

  @Test
  void afterOneHasGoneExactlyTheOldestGoesOn() {
    var left =
        thousand().stream()
            .filter(one -> !one.key().name().equals("c0003"))
            .map(
                one ->
                    one.key().name().compareTo("c0007") < 0
                        ? running(one, SEVEN)
                        : waiting(one, SEVEN))
            .toList();

    assertThat(goingOn(left))
        .containsExactly("c0000", "c0001", "c0002", "c0004", "c0005", "c0006", "c0007");
  }

  /** H14: a limit that was cut stops nothing, and nobody comes in until it fits again. */
  @Test
  void whatRunsStaysWhenTheLimitIsCut() {
    var one = limits(1, null, null);
    var places =
        List.of(
            running(order("a", 1), one), running(order("b", 1), one), waiting(order("c", 1), one));

    assertThat(goingOn(places)).containsExactly("a", "b");
  }

  @Test
  void oneThatDoesNotFitHoldsUpNoSmallerOneBehindIt() {
    var five = limits(null, 5, null);
    var large = standing(order("large", 9), Orders.MORNING);
    var small = standing(order("small", 2), Orders.MORNING.plusSeconds(1));

    assertThat(goingOn(List.of(waiting(large, five), waiting(small, five))))
        .containsExactly("small");
  }

  /** H3: with admission off, growth waits too, and goes on when there is room. */
  @Test
  void growthThatDoesNotFitWaitsAndTheClusterStaysAsItWas() {
    var eight = limits(null, 8, null);
    var other = running(order("api", 5), eight);
    var had = order("web", 3);
    var wanted = resized(had, 4);

    var turn = turn("web", new Line.Place(wanted, had, onLab(eight)), other);

    assertThat(turn.inForce()).isEqualTo(had);
    assertThat(turn.refusals())
        .singleElement()
        .extracting(Refusal::reason)
        .isEqualTo(Reason.QUOTA_EXCEEDED);
    assertThat(turn("web", new Line.Place(wanted, had, onLab(eight))).inForce()).isEqualTo(wanted);
  }

  /** H8: nobody's infrastructure is guessed. */
  @Test
  void nothingIsMadeWhileNobodyKnowsWhere() {
    var around =
        new Surroundings(
            Tenancy.UNDECIDED,
            Tenancy.Membership.NONE,
            Limits.none("shop"),
            List.of(),
            null,
            List.of(),
            List.of());

    var turn = turn("web", new Line.Place(order("web", 1), null, around));

    assertThat(turn.inForce()).isNull();
    assertThat(turn.refusals())
        .singleElement()
        .extracting(Refusal::sentence)
        .isEqualTo(
            "there is no ProviderConfig butler-system/lab (create it, or order the cluster anew"
                + " with another)");
    assertThat(turn("web", new Line.Place(order("web", 1), order("web", 1), around)).inForce())
        .isNotNull();
  }

  /** H4, and test 7 of the specification: a rule that came later is told, and stops nothing. */
  @Test
  void ruleThatCameLaterIsToldAndStopsNothing() {
    var usual = onLab(SEVEN);
    var enforced =
        new Surroundings(
            new Tenancy(TenancyMode.ENFORCED, "butler-tenants"),
            new Tenancy.Membership("", "shop", false, false, "", true),
            SEVEN,
            List.of(),
            usual.provider(),
            List.of(),
            List.of());
    var web = order("web", 1);

    var turn = turn("web", new Line.Place(web, web, enforced));

    assertThat(turn.inForce()).isEqualTo(web);
    assertThat(turn.refusals()).isEmpty();
    assertThat(turn.remarks())
        .singleElement()
        .extracting(Refusal::remedy)
        .isEqualTo("set spec.teamRef.name to shop");
    assertThat(turn("web", new Line.Place(web, web, usual)).remarks()).isEmpty();
  }

  private static List<Order> thousand() {
    var orders =
        new ArrayList<>(
            IntStream.range(0, 1_000)
                .mapToObj(
                    one ->
                        standing(
                            order("c%04d".formatted(one), 1), Orders.MORNING.plusSeconds(one / 10)))
                .toList());
    Collections.shuffle(orders, new Random(7));
    return orders;
  }

  private static Line.Place waiting(Order order, Limits limits) {
    return place(order, null, limits);
  }

  private static Line.Place running(Order order, Limits limits) {
    return place(order, order, limits);
  }

  private static Line.Place place(Order order, @Nullable Order granted, Limits limits) {
    return new Line.Place(order, granted, onLab(limits));
  }

  private static Line.Turn turn(String name, Line.Place... places) {
    return Objects.requireNonNull(Line.decide(List.of(places)).get(new ObjectKey("shop", name)));
  }

  private static List<String> goingOn(List<Line.Place> places) {
    return Line.decide(places).values().stream()
        .flatMap(turn -> Stream.ofNullable(turn.inForce()))
        .map(one -> one.key().name())
        .sorted()
        .toList();
  }

  private static String[] names(int from, int to) {
    return IntStream.range(from, to).mapToObj("c%04d"::formatted).toArray(String[]::new);
  }
}
