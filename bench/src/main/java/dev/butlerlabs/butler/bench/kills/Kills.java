package dev.butlerlabs.butler.bench.kills;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.hosted.Stage;
import dev.butlerlabs.butler.bench.hosted.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Kills one program after the other, then looks how long it takes until all is as it was. */
public final class Kills {

  private static final Duration GOAL = Duration.ofSeconds(90);
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration LASTING = Duration.ofSeconds(20);
  private static final int SHORTEST_MILLIS = 1_000;
  private static final int LONGEST_MILLIS = 12_000;

  private final Stage stage;
  private final Random random;

  /** On a platform that is there for nothing else. */
  public Kills(Stage stage, long seed) {
    this.stage = stage;
    this.random = new Random(seed);
  }

  /**
   * Measures.
   *
   * @param clusters how many are lived in meanwhile
   * @param span how long programs are killed
   */
  public List<Figure> run(int clusters, Duration span) throws IOException {
    try (var residents = new Residents(stage.client(), clusters)) {
      tell("ordering %d clusters".formatted(clusters));
      residents.moveIn();
      var before = residents.lasting();
      tell("all are Ready; killing for %d s".formatted(span.toSeconds()));
      var killed = kill(span);
      var start = System.nanoTime();
      tell("killed " + killed);
      var took = Duration.ofNanos(wholeSince(residents) - start);
      var lost = new HashSet<>(before);
      lost.removeAll(residents.lasting());
      return List.of(again(clusters, took, killed), lost(lost, before.size()));
    }
  }

  /**
   * Since when all have been whole, once that has lasted: what was just killed may be told late.
   */
  private static long wholeSince(Residents residents) {
    var since = new AtomicLong(System.nanoTime());
    return Waiting.until(
        "all clusters to be whole again",
        PATIENCE,
        () -> {
          var now = System.nanoTime();
          if (!residents.whole()) {
            since.set(System.nanoTime());
          }
          return now - since.get() >= LASTING.toNanos()
              ? Optional.of(since.get())
              : Optional.empty();
        });
  }

  private Map<String, Integer> kill(Duration span) throws IOException {
    var victims = new Victims(stage.launcher().part("kube-apiserver").path("pid").asLong());
    var killed = new TreeMap<String, Integer>();
    var end = System.nanoTime() + span.toNanos();
    do {
      victims.kill(random).ifPresent(name -> killed.merge(name, 1, Integer::sum));
      var pause = Duration.ofMillis(random.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS)).toNanos();
      if (System.nanoTime() + pause - end >= 0) {
        return killed;
      }
      LockSupport.parkNanos(pause);
    } while (true);
  }

  private static Figure again(int clusters, Duration took, Map<String, Integer> killed) {
    return new Figure(
        "all Ready again after the last kill",
        took.toMillis() / 1000.0,
        "s",
        "at most 90 s; Cluster API alone reconnects after 30",
        GOAL.toSeconds(),
        took.compareTo(GOAL) <= 0,
        "%d clusters answer, keep what they kept and have a ready Node; killed %s"
            .formatted(clusters, killed));
  }

  private static Figure lost(Set<String> lost, int all) {
    return new Figure(
        "objects lost",
        lost.size(),
        "",
        "none",
        0,
        lost.isEmpty(),
        "of %d; %s".formatted(all, lost));
  }

  private static void tell(String line) {
    System.err.println("kills: " + line);
  }
}
