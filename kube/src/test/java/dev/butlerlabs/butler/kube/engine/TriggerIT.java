package dev.butlerlabs.butler.kube.engine;

import static dev.butlerlabs.butler.testkit.Await.untilTrue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class TriggerIT {

  private final List<String> runs = new CopyOnWriteArrayList<>();

  @Test
  void newsFromOutsideBringAnObjectUp(TestCluster cluster) throws InterruptedException {
    var trigger = new Trigger();
    try (var harness = new EngineHarness(cluster)) {
      var ours = Kind.of(ConfigMap.class).labelled("test=" + cluster.namespace());
      harness.engine.add(
          "orders", Watches.on(ours).triggeredBy(trigger), this::note, ControllerSettings.DEFAULT);
      harness.say("order", "text");
      harness.start();
      untilTrue("it was looked at once", () -> runs.size() == 1);

      trigger.fire(new ObjectKey(cluster.namespace(), "order"));

      untilTrue("it was looked at again", () -> runs.size() == 2);
    }
  }

  @Test
  void oneObjectIsWatchedByItsName(TestCluster cluster) throws InterruptedException {
    try (var harness = new EngineHarness(cluster)) {
      var ours = Kind.of(ConfigMap.class).in(cluster.namespace()).named("order");
      harness.engine.add("orders", Watches.on(ours), this::note, ControllerSettings.DEFAULT);
      harness.say("other", "text");
      harness.start();

      harness.say("order", "text");

      untilTrue("it was looked at", () -> runs.contains("order"));
      assertThat(harness.engine.cache().list(ours)).hasSize(1);
      assertThat(runs).containsExactly("order");
    }
  }

  private Outcome note(ConfigMap map, Context context) {
    runs.add(map.getMetadata().getName());
    return Outcome.settled();
  }
}
