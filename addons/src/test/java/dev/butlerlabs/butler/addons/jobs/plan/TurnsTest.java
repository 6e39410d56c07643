package dev.butlerlabs.butler.addons.jobs.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.addons.jobs.plan.Turns.Limits;
import dev.butlerlabs.butler.addons.jobs.plan.Turns.Running;
import dev.butlerlabs.butler.addons.jobs.plan.Turns.Waiting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TurnsTest {

  private static final Limits LIMITS = new Limits(4, 2, 100);

  /** Where slow clusters have six places of their own. */
  private static final Limits APART = new Limits(4, 3, 100, 6);

  @Test
  void nobodyStartsWhileAllPlacesAreTaken() {
    assertThat(Turns.next(line("a"), running(Map.of("b", 2, "c", 2)), Map.of(), LIMITS)).isEmpty();
  }

  @Test
  void clusterWithItsShareWaitsAndOthersPass() {
    assertThat(Turns.next(line("a", "b"), running(Map.of("a", 2)), Map.of("a", 1L), LIMITS))
        .contains(new Waiting(1, "b"));
    assertThat(Turns.next(line("a"), running(Map.of("a", 2)), Map.of(), LIMITS)).isEmpty();
  }

  @Test
  void clusterServedLongestAgoIsNextWhoeverAskedFirst() {
    assertThat(Turns.next(line("a", "a", "b"), running(Map.of()), Map.of("a", 7L, "b", 3L), LIMITS))
        .contains(new Waiting(2, "b"));
  }

  @Test
  void oneClusterWithAHundredJobsDelaysAnotherByNone() {
    var names = new ArrayList<String>();
    for (var i = 0; i < 100; i++) {
      names.add("greedy");
    }
    names.add("modest");
    var waiting = new ArrayList<>(line(names.toArray(String[]::new)));
    var served = new HashMap<String, Long>();
    var started = new ArrayList<String>();

    for (var turn = 0L; turn < 4; turn++) {
      var next =
          Turns.next(waiting, running(Map.of()), served, new Limits(1, 1, 200)).orElseThrow();
      waiting.remove(next);
      served.put(next.cluster(), turn);
      started.add(next.cluster());
    }

    assertThat(started).containsExactly("greedy", "modest", "greedy", "greedy");
  }

  @Test
  void limitsOfNothingAreRefused() {
    assertThatThrownBy(() -> new Limits(0, 1, 1)).hasMessageContaining("at least 1");
  }

  @Test
  void point17_slowClustersTakeNoPlaceOfTheOthers() {
    var all = Map.of("slow-1", 2, "slow-2", 2, "slow-3", 2, "well", 3);
    var slow = Set.of("slow-1", "slow-2", "slow-3");

    assertThat(Turns.next(line("other"), new Running(all, slow), Map.of(), APART))
        .contains(new Waiting(0, "other"));
    assertThat(Turns.next(line("other"), new Running(all, Set.of()), Map.of(), APART)).isEmpty();
  }

  @Test
  void point17_slowClusterIsServedOneByOneAndInPlacesOfItsKind() {
    var slow = Set.of("a", "b", "c");

    assertThat(Turns.next(line("a", "b"), new Running(Map.of("a", 1), slow), Map.of(), APART))
        .contains(new Waiting(1, "b"));
    assertThat(Turns.next(line("c"), new Running(Map.of("a", 3, "b", 3), slow), Map.of(), APART))
        .as("six places for slow ones are taken")
        .isEmpty();
  }

  @Test
  void point17_processesAreBoundedHoweverManyFallSilentAtOnce() {
    var silent = new HashMap<String, Integer>();
    IntStream.range(0, 5).forEach(i -> silent.put("silent-" + i, 2));

    assertThat(Turns.next(line("well"), new Running(silent, silent.keySet()), Map.of(), APART))
        .as("ten run, six in places for slow ones, four in those of all")
        .isEmpty();
  }

  private static Running running(Map<String, Integer> jobs) {
    return new Running(jobs, Set.of());
  }

  private static List<Waiting> line(String... clusters) {
    var line = new ArrayList<Waiting>();
    for (var cluster : clusters) {
      line.add(new Waiting(line.size(), cluster));
    }
    return line;
  }
}
