package dev.butlerlabs.butler.kube.engine;

import static dev.butlerlabs.butler.testkit.Await.untilTrue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class CleaningIT {

  private static final String FINALIZER = "butler.butlerlabs.dev/test";

  @Test
  void objectStaysUntilItsCleanupIsDone(TestCluster cluster) throws InterruptedException {
    var careful = new Careful();
    try (var harness = new EngineHarness(cluster)) {
      var maps = Kind.of(ConfigMap.class).labelled("test=" + cluster.namespace());
      harness.engine.add("maps", Watches.on(maps), careful, ControllerSettings.DEFAULT);
      harness.start();
      harness.say("a", "hello");
      var map = cluster.client().configMaps().inNamespace(cluster.namespace()).withName("a");
      cluster.await().until("it is held", map, it -> it.hasFinalizer(FINALIZER));
      // Once before it was held, and once because it is: no look at it is left over.
      untilTrue("it was reconciled", () -> careful.runs().size() >= 2);

      map.delete();

      untilTrue("it was asked to clean up", () -> careful.asked.get() == 1);
      untilTrue("it waits", () -> harness.timeline.pending() == 1);
      assertThat(map.get()).isNotNull();

      harness.timeline.advance(Duration.ofMinutes(1));

      cluster.await().untilGone(map);
      untilTrue("it is known to be gone", () -> careful.runs().contains("a gone"));
      assertThat(careful.asked).hasValue(2);
    }
  }

  /** Needs two tries to clean up. */
  private static final class Careful extends Recorded implements Cleaner<ConfigMap> {
    private final AtomicInteger asked = new AtomicInteger();

    @Override
    public String finalizer() {
      return FINALIZER;
    }

    @Override
    public Cleanup cleanup(ConfigMap object, Context context) {
      return asked.incrementAndGet() == 1
          ? Cleanup.unfinished(Outcome.lookAgain(Duration.ofMinutes(1)))
          : Cleanup.done();
    }
  }
}
