package dev.butlerlabs.butler.ipam.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.kube.write.TroubleException;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Call;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.Faults;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A receipt of which nobody knows whether it was written, and a cache that does not tell. */
@OnRealApiServer
class LateCacheIT {

  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  @ParameterizedTest
  @EnumSource(names = {"BEFORE", "AFTER_COMMIT", "CONFLICT", "TIME_OUT", "REPEAT"})
  @DisplayName("point 1: a range whose receipt failed is nobody else's while the cache is late")
  void point1_failedReceiptKeepsItsRangeThoughTheCacheIsLate(Fault fault, TestCluster cluster) {
    var lab = Lab.in(cluster);
    lab.tenant("t", "{}");
    lab.pool("p", "{cidr: 10.40.0.0/29}");
    var names = List.of("a", "b", "c", "d");
    names.forEach(name -> lab.claim(name, "p", "t", "type: nodes, count: 1"));
    var process =
        cluster.recording(
            WireFormat.serialization(),
            Faults.none().atNth(2, "receipt", LateCacheIT::receipt, fault));
    var frozen = new AtomicBoolean();
    try (var history = History.of(lab)) {
      var engine = new HandEngine(lab, process.client(), NOW, frozen::get);
      turn(engine);
      frozen.set(true);
      turn(engine);
      turn(engine);
      frozen.set(false);
      engine.turnUntilSettled(() -> process.calls().requests().size());

      assertThat(process.calls().lines()).anyMatch(line -> line.contains("! " + fault));
      assertThat(names).allMatch(name -> lab.status(name).phase() == Phase.ALLOCATED);
      assertThat(names.stream().map(name -> lab.status(name).startAddress()))
          .doesNotHaveDuplicates();
      assertThat(history.doubleHolders()).isEmpty();
    }
  }

  /** A pass that meets the fault may end there; the next one begins with the same late cache. */
  private static void turn(HandEngine engine) {
    try {
      engine.turn(1);
    } catch (TroubleException | IllegalStateException met) {
      assertThat(met).hasMessageNotContaining("did not settle");
    }
  }

  private static boolean receipt(Call call) {
    return call.resource().startsWith("ipallocations") && call.subresource().equals("status");
  }
}
