package dev.butlerlabs.butler.providers.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a platform sets about to remove, each time in vain. */
@OnRealApiServer
class StuckRemovalIT {

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();

  /** Removals fail as tasks do: begun without a word, and told as failed at the next look. */
  private static final class InVain implements InMemoryPlatform.Wire {

    private final InMemoryPlatform platform;
    private final String unmaking;
    private final List<Runnable> back = new ArrayList<>();
    private final AtomicBoolean failed = new AtomicBoolean();

    private InVain(InMemoryPlatform platform, String unmaking) {
      this.platform = platform;
      this.unmaking = unmaking;
    }

    static void on(InMemoryPlatform platform, Ware ware) {
      var wire = new InVain(platform, ware.unmaking);
      platform.wire = wire;
      platform.trouble =
          () -> wire.failed.getAndSet(false) ? new Fault.Failed("remove it", "disk busy") : null;
    }

    @Override
    public void before(String call) {
      if (call.equals(unmaking)) {
        platform.all().forEach(vm -> back.add(() -> platform.put(vm)));
        for (var things : List.of(platform.balancers, platform.images)) {
          things.all().forEach(thing -> back.add(() -> things.put(thing)));
        }
      }
    }

    @Override
    public void after(String call) {
      if (call.equals(unmaking)) {
        back.forEach(Runnable::run);
        back.clear();
        failed.set(true);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Ware.class)
  void whatCannotBeRemovedIsAbandonedBetweenTwoAttempts(Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    var platform = ware.platform();
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(ware.aWhile);
      InVain.on(platform, ware);
      ware.object(lab).delete();
      engine.pass(Duration.ofMinutes(10));
      assertThat(lab.events(ware.kind(), "m")).contains("DeleteBlocked");
      assertThat(platform.changes().stream().filter(ware.unmaking::equals)).hasSizeGreaterThan(3);
      assertThat(lab.everythingTold()).contains("abandon-machine=true");

      Lab.annotate(ware.object(lab), Annotations.ABANDON_MACHINE, "true");
      engine.pass(Duration.ofMinutes(2));
    }
    assertThat(ware.object(lab).get()).isNull();
    assertThat(ware.onPlatform(platform)).hasSize(2);
    assertThat(lab.events(ware.kind(), "m")).contains("Abandoned");
  }
}
