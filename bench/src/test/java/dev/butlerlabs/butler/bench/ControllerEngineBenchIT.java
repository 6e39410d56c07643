package dev.butlerlabs.butler.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.bench.engine.Load;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class ControllerEngineBenchIT {

  @Test
  void ourEngineHoldsWithFewObjectsWhatItHoldsWithMany(TestCluster cluster)
      throws IOException, InterruptedException {
    var load = new Load(100, 5);
    load.create(cluster.client());

    var measured = ControllerEngineBench.measure("ours", cluster.kubeconfig(), load);

    assertThat(measured)
        .containsEntry("watches", 2.0)
        .containsEntry("parcelCopies", 1.0)
        .containsEntry("configMapCopies", 1.0)
        .containsEntry("idleCalls", 0.0)
        .containsEntry("othersServed", 100.0);
    assertThat(measured.get("writesAtTheClient")).isEqualTo(measured.get("writesAtTheServer"));
  }
}
