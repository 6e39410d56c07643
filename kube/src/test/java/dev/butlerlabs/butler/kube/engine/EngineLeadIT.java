package dev.butlerlabs.butler.kube.engine;

import static dev.butlerlabs.butler.testkit.Await.untilTrue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Faults;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class EngineLeadIT {

  private final SwitchedLeadership leadership = new SwitchedLeadership();

  @Test
  void standbyKeepsItsCacheWarmAndActsOnceItLeads(TestCluster cluster) throws InterruptedException {
    var recorded = new Recorded();
    var maps = Kind.of(ConfigMap.class).labelled("test=" + cluster.namespace());
    try (var harness = new EngineHarness(cluster, Faults.none(), leadership)) {
      harness.say("a", "before");
      harness.engine.add("maps", Watches.on(maps), recorded, ControllerSettings.DEFAULT);
      harness.start();
      harness.say("a", "now");
      var cache = harness.engine.cache();
      untilTrue(
          "the cache knows",
          () ->
              cache
                  .find(maps, new ObjectKey(cluster.namespace(), "a"))
                  .filter(map -> "now".equals(map.getData().get("say")))
                  .isPresent());
      assertThat(recorded.runs()).isEmpty();

      leadership.set(true);

      untilTrue("it was seen", () -> recorded.runs().contains("a now"));
      assertThat(recorded.runs()).doesNotContain("a before");
    }
  }

  @Test
  void everythingIsLookedAtAgainByWhoeverGetsTheLead(TestCluster cluster)
      throws InterruptedException {
    var recorded = new Recorded();
    try (var harness = new EngineHarness(cluster, Faults.none(), leadership)) {
      harness.say("a", "hello");
      var maps = Kind.of(ConfigMap.class).labelled("test=" + cluster.namespace());
      harness.engine.add("maps", Watches.on(maps), recorded, ControllerSettings.DEFAULT);
      harness.start();
      leadership.set(true);
      untilTrue("it was seen", () -> recorded.runs().size() == 1);

      leadership.set(false);
      leadership.set(true);

      untilTrue("it was seen again", () -> recorded.runs().size() == 2);
    }
  }

  @Test
  void runsHaveEndedWhenTheLeadIsLost(TestCluster cluster) throws InterruptedException {
    var running = new AtomicInteger();
    var never = new CountDownLatch(1);
    try (var harness = new EngineHarness(cluster, Faults.none(), leadership)) {
      harness.say("a", "hello");
      var maps = Kind.of(ConfigMap.class).labelled("test=" + cluster.namespace());
      harness.engine.add(
          "maps",
          Watches.on(maps),
          (ConfigMap _, Context _) -> {
            running.incrementAndGet();
            try {
              never.await();
              return Outcome.settled();
            } finally {
              running.decrementAndGet();
            }
          },
          ControllerSettings.DEFAULT);
      harness.start();
      leadership.set(true);
      untilTrue("it runs", () -> running.get() == 1);

      leadership.set(false);

      assertThat(running).hasValue(0);
    }
  }
}
