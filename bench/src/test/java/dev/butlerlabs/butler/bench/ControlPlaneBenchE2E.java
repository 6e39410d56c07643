package dev.butlerlabs.butler.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A small run of {@code ./butler bench control-plane}, so that it still runs when it is needed. */
class ControlPlaneBenchE2E {

  /** The figures are held to their goals by the benchmark, on a machine at rest. */
  @Test
  void onceEachIsMeasuredBesideTheSameProgramsStartedByHand() throws Exception {
    var figures =
        new ControlPlaneBench(StartupBenchE2E.program())
            .run(List.of("order=1", "wake=1", "crowd=1", "many=1"));

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
        .as("a control plane is more than its API server")
        .isGreaterThan(1);
    assertThat(figures).extracting(Figure::value).allMatch(Double::isFinite);
  }

  /** Calls can be counted on any machine; the other figures want one at rest. */
  @Test
  void eachControlPlaneOfAFleetCostsFewCalls() throws Exception {
    var figures = new ControlPlaneBench(StartupBenchE2E.program()).run(List.of("fleet=20"));

    assertThat(figures)
        .extracting(Figure::name)
        .containsExactly(
            "time for each of 20",
            "manager's memory",
            "API calls for each",
            "processor of a settled fleet",
            "writes of a settled fleet");
    assertThat(figures.get(2).detail()).contains("by the audit log");
    assertThat(figures.get(2).value()).isBetween(10.0, 40.0);
    assertThat(figures.getLast().value()).isZero();
  }
}
