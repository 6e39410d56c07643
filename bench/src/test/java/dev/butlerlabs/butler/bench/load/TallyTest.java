package dev.butlerlabs.butler.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.bench.load.Report.Count;
import org.junit.jupiter.api.Test;

class TallyTest {

  private static final Tally.Name FRESH = new Tally.Name("new connections", false);
  private static final Tally.Name KEPT = new Tally.Name("HTTP/2", false);
  private static final Tally.Name FOR_EVER = new Tally.Name("HTTP/2", true);

  private final Tally tally = new Tally();

  @Test
  void whatIsKeptForEverIsCountedApart() {
    tally.answered(FRESH, System.nanoTime(), System.nanoTime());
    tally.failed(KEPT, System.nanoTime(), "GET / got 503");
    tally.failed(FOR_EVER, System.nanoTime(), "GET / got 503");

    var report = tally.report();

    assertThat(report.asked()).isEqualTo(2);
    assertThat(report.failed()).isEqualTo(1);
    assertThat(report.followed()).containsEntry("HTTP/2", new Count(1, 1));
    assertThat(report.forEver()).containsEntry("HTTP/2", new Count(1, 1));
    assertThat(report.words()).hasSize(2).allMatch(word -> word.endsWith("GET / got 503"));
  }

  @Test
  void countingBeginsAnewWithEachReport() {
    tally.failed(FRESH, System.nanoTime(), "GET / got 500");
    tally.report();

    assertThat(tally.report().asked()).isZero();
  }

  @Test
  void roundsAreAddedUpAndTheWorseTimesStay() throws Exception {
    var sent = System.nanoTime() - 5_000_000_000L;
    tally.answered(FRESH, sent - 2_000_000_000L, sent);
    var slow = tally.report();
    tally.answered(FRESH, System.nanoTime(), System.nanoTime());
    var both = slow.plus(tally.report());

    assertThat(both.asked()).isEqualTo(2);
    assertThat(both.maxMillis()).isBetween(5_000L, 60_000L);
    assertThat(both.lateMillis()).isEqualTo(2_000);
    var json = new ObjectMapper();
    assertThat(json.readValue(json.writeValueAsString(both), Report.class)).isEqualTo(both);
  }
}
