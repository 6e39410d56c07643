package dev.butlerlabs.butler.addons.jobs.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.addons.jobs.plan.Turns.Limits;
import dev.butlerlabs.butler.addons.jobs.plan.Turns.Waiting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TurnsTest {

  private static final Limits LIMITS = new Limits(4, 2, 100);

  @Test
  void nobodyStartsWhileAllPlacesAreTaken() {
    assertThat(Turns.next(line("a"), Map.of("b", 2, "c", 2), Map.of(), LIMITS)).isEmpty();
  }

  @Test
  void clusterWithItsShareWaitsAndOthersPass() {
    assertThat(Turns.next(line("a", "b"), Map.of("a", 2), Map.of("a", 1L), LIMITS))
        .contains(new Waiting(1, "b"));
    assertThat(Turns.next(line("a"), Map.of("a", 2), Map.of(), LIMITS)).isEmpty();
  }

  @Test
  void clusterServedLongestAgoIsNextWhoeverAskedFirst() {
    assertThat(Turns.next(line("a", "a", "b"), Map.of(), Map.of("a", 7L, "b", 3L), LIMITS))
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
      var next = Turns.next(waiting, Map.of(), served, new Limits(1, 1, 200)).orElseThrow();
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

  private static List<Waiting> line(String... clusters) {
    var line = new ArrayList<Waiting>();
    for (var cluster : clusters) {
      line.add(new Waiting(line.size(), cluster));
    }
    return line;
  }
}
