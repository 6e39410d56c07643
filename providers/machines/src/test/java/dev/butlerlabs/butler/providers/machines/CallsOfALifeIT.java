package dev.butlerlabs.butler.providers.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Faults;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a life costs the API server when nothing breaks. */
@OnRealApiServer
class CallsOfALifeIT {

  @ParameterizedTest
  @EnumSource(Ware.class)
  void noCallOfALifeIsMadeInVain(Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).factory(true).account("a");
    var platform = ware.platform();
    try (var process =
            new RecordingClient(
                lab.client().getConfiguration(), WireFormat.serialization(), Faults.none());
        var engine = new HandEngine(lab, process.client(), platform, SteppedTimeline.atNewYear())) {
      ware.order(lab);
      engine.pass(ware.aWhile);
      ware.object(lab).delete();
      engine.pass(ware.aWhile);

      assertThat(ware.object(lab).get()).isNull();
      assertThat(process.calls().lines())
          .isNotEmpty()
          .allMatch(line -> line.matches(".*-> 20[01]"));
    }
  }
}
