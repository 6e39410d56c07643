package dev.butlerlabs.butler.teams.rules;

import static dev.butlerlabs.butler.teams.rules.Orders.among;
import static dev.butlerlabs.butler.teams.rules.Orders.environment;
import static dev.butlerlabs.butler.teams.rules.Orders.in;
import static dev.butlerlabs.butler.teams.rules.Orders.limits;
import static dev.butlerlabs.butler.teams.rules.Orders.order;
import static dev.butlerlabs.butler.teams.rules.Orders.standing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.tenancy.TeamSpec.Environment;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for all orders and limits; a failure tells its seed. */
class RandomOrdersTest {

  private static final int ROUNDS = 2_000;
  private static final Environment[] ENVIRONMENTS = {
    environment("prod", 2, 0), environment("dev", 0, 2)
  };

  private final long seed = new Random().nextLong();
  private final Random chance = new Random(seed);

  /** However far limits were cut, what shrinks or stays is never refused. */
  @Test
  void whatDoesNotGrowIsNeverRefused() {
    for (var round = 0; round < ROUNDS; round++) {
      var before = some("this");
      var smaller =
          in(
              order("this", chance.nextInt(before.amounts().nodes() + 1)),
              before.environment(),
              before.owner());

      assertThat(Rulebook.judge(smaller, before, around())).as("seed %d", seed).isEmpty();
    }
  }

  /** An order that is let in leaves every limit kept that was kept before. */
  @Test
  void whoeverIsLetInBreaksNoLimit() {
    for (var round = 0; round < ROUNDS; round++) {
      var around = around();
      var wanted = some("new");
      if (Rulebook.judge(wanted, null, around).isEmpty()) {
        var all = new ArrayList<>(around.others());
        all.add(wanted);
        for (var measure : Measure.values()) {
          var sum = Amounts.sum(all).of(measure);
          var already = Amounts.sum(around.others()).of(measure);
          assertThat(
                  around
                      .limits()
                      .most(measure)
                      .filter(most -> sum.compareTo(most.max(already)) > 0))
              .as("seed %d, %s", seed, measure)
              .isEmpty();
        }
      }
    }
  }

  @Test
  void whatIsRefusedSaysWhatToDo() {
    for (var round = 0; round < ROUNDS; round++) {
      for (var refusal : Rulebook.judge(some("new"), null, around())) {
        assertThat(refusal.remedy()).as("seed %d: %s", seed, refusal).isNotBlank();
        assertThat(refusal.trouble()).as("seed %d", seed).contains("shop");
      }
    }
  }

  /** H14: the same line whatever order they are listed in, and the oldest first. */
  @Test
  void lineDependsOnAgeAlone() {
    for (var round = 0; round < ROUNDS / 10; round++) {
      var places = new ArrayList<>(places(someLimits()));
      var turns = Line.decide(places);
      Collections.shuffle(places, chance);

      assertThat(Line.decide(places)).as("seed %d", seed).isEqualTo(turns);
    }
  }

  @Test
  void whatHasBegunStaysAndNobodyElseBreaksALimit() {
    for (var round = 0; round < ROUNDS / 10; round++) {
      var limits = someLimits();
      var places = places(limits);
      var begun = places.stream().flatMap(place -> Stream.ofNullable(place.granted())).toList();
      var inside = granted(Line.decide(places));

      assertThat(inside.stream().map(Order::key))
          .as("seed %d", seed)
          .containsAll(begun.stream().map(Order::key).toList());
      for (var measure : Measure.values()) {
        var sum = Amounts.sum(inside).of(measure);
        var already = Amounts.sum(begun).of(measure);
        assertThat(limits.most(measure).filter(most -> sum.compareTo(most.max(already)) > 0))
            .as("seed %d, %s", seed, measure)
            .isEmpty();
      }
    }
  }

  private static List<Order> granted(Map<ObjectKey, Line.Turn> turns) {
    return turns.values().stream().flatMap(turn -> Stream.ofNullable(turn.inForce())).toList();
  }

  private Surroundings around() {
    return among(others(), someLimits(), ENVIRONMENTS);
  }

  private List<Order> others() {
    return IntStream.range(0, chance.nextInt(12)).mapToObj(one -> some("other" + one)).toList();
  }

  /** Orders of which some were let in, as they are or with another number of workers. */
  private List<Line.Place> places(Limits limits) {
    return others().stream()
        .map(
            wanted ->
                new Line.Place(
                    wanted,
                    switch (chance.nextInt(3)) {
                      case 0 -> null;
                      case 1 -> wanted;
                      default -> Orders.resized(wanted, chance.nextInt(10));
                    },
                    Orders.onLab(limits)))
        .toList();
  }

  private Order some(String name) {
    var environment = List.of("prod", "dev", "").get(chance.nextInt(3));
    var owner = List.of("ada@x", "eve@x", "").get(chance.nextInt(3));
    return standing(
        in(order(name, chance.nextInt(10)), environment, owner),
        Orders.MORNING.plusSeconds(chance.nextInt(5)));
  }

  private Limits someLimits() {
    return limits(
        chance.nextBoolean() ? chance.nextInt(10) : null,
        chance.nextBoolean() ? chance.nextInt(40) : null,
        chance.nextBoolean() ? chance.nextInt(600) + "Gi" : null);
  }
}
