package dev.butlerlabs.butler.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.bench.hosted.Venue;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * A small run of {@code ./butler bench control-plane}, so that it still runs when it is needed. All
 * parts that need real pods are measured on one platform, as the benchmark does it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControlPlaneBenchE2E {

  private final Venue venue = new Venue(StartupBenchE2E.program());

  @AfterAll
  void stop() throws IOException {
    venue.close();
  }

  /** A tenant whose pods are replaced again and again while it is used. */
  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void whateverReplacesTwoPodsNoRequestFails() throws Exception {
    var figures = ControlPlaneBench.run(venue, List.of("rollout=1"));

    figures.forEach(figure -> System.out.println(figure.json()));
    assertThat(figures)
        .extracting(Figure::name)
        .containsExactly(
            "failed during an upgrade from v1.35.4 to v1.36.3, 2 pods",
            "failed during a new serving certificate, 2 pods",
            "failed during a new root, 2 pods",
            "outage during a new serving certificate, 1 pod");
    assertThat(figures).allSatisfy(figure -> assertThat(figure.met()).as(figure.json()).isTrue());
  }

  /** The figures are held to their goals by the benchmark, on a machine at rest. */
  @Test
  void onceEachIsMeasuredBesideTheSameProgramsStartedByHand() throws Exception {
    var figures = ControlPlaneBench.run(venue, List.of("order=1", "wake=1", "crowd=1", "many=1"));

    assertThat(figures)
        .extracting(Figure::name)
        .containsExactly(
            "order to first answer",
            "wake to first answer",
            "1 orders at once, all Ready",
            "programs that were started again",
            "1 control planes, all Ready",
            "manager's heap for each",
            "memory of each control plane");
    assertThat(figures.getFirst().value())
        .as("something was measured; beside other tests one pair tells no more")
        .isGreaterThan(0.25);
    assertThat(figures).extracting(Figure::value).allMatch(Double::isFinite);
  }

  /** Calls can be counted on any machine; the other figures want one at rest. */
  @Test
  void eachControlPlaneOfAFleetCostsFewCalls() throws Exception {
    var figures = new ControlPlaneBench(StartupBenchE2E.program()).run(List.of("fleet=5"));

    assertThat(figures)
        .extracting(Figure::name)
        .containsExactly(
            "time for each of 5",
            "manager's memory",
            "API calls for each",
            "processor of a settled fleet",
            "writes of a settled fleet");
    assertThat(figures.get(2).detail()).contains("by the audit log");
    assertThat(figures.get(2).value()).isBetween(10.0, 40.0);
    // As in FleetBenchE2E: one may come late, whoever writes again and again writes more.
    assertThat(figures.getLast().value()).as("writes at rest").isLessThanOrEqualTo(2);
  }
}
