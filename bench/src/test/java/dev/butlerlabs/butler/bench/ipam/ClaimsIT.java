package dev.butlerlabs.butler.bench.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.ipam.claims.EndToEnd;
import dev.butlerlabs.butler.bench.ipam.claims.Settled;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The benchmarks of claims with few of them; how fast they are is another day's question. */
@OnRealApiServer
class ClaimsIT {

  @Test
  void everyClaimIsServedAndBothRatesAreTold(TestCluster cluster) throws Exception {
    var figures = EndToEnd.measure(cluster.kubeconfig(), 100);

    assertThat(figures)
        .extracting(Figure::name)
        .containsExactly("claims served per second", "share of bare status patches");
    assertThat(figures).allMatch(figure -> figure.value() > 0 && figure.limit() > 0);
  }

  @Test
  void settledPlatformWritesNothing(TestCluster cluster) throws Exception {
    var figures = Settled.measure(cluster.kubeconfig(), 10, 50, Duration.ofSeconds(2));

    assertThat(figures)
        .filteredOn(figure -> figure.name().equals("writes of a settled platform"))
        .singleElement()
        .satisfies(writes -> assertThat(writes.met()).as(writes.detail()).isTrue());
  }
}
