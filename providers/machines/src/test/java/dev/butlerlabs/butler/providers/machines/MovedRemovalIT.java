package dev.butlerlabs.butler.providers.machines;

import static dev.butlerlabs.butler.providers.machines.Places.ELSEWHERE;
import static dev.butlerlabs.butler.providers.machines.Places.HOME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** ProviderConfigs that are led to another place while things are to go. */
@OnRealApiServer
class MovedRemovalIT {

  private static final Duration LONG = Duration.ofMinutes(6);

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();

  @ParameterizedTest
  @EnumSource(Ware.class)
  void whatCouldNotBeSeenSinceItWasDeletedIsNotLeftBehind(Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    var platforms = TwoPlatforms.of(ware);
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platforms, timeline)) {
      engine.pass(ware.aWhile);
      Places.forget(lab, ware);
      platforms.first().trouble = () -> new Fault.Unavailable("ask", "no route to host");
      ware.object(lab).delete();
      engine.pass(ware.aWhile);
      assertThat(Places.of(lab, ware)).isEqualTo(HOME);

      Places.lead(lab, ELSEWHERE);
      engine.pass(LONG);
    }
    assertThat(ware.told(lab)).contains("True/InvalidConfiguration");
    assertThat(ware.onPlatform(platforms.first())).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(Ware.class)
  void whatIsUnwellIsRemovedByAnotherWayToo(Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    var platforms = TwoPlatforms.of(ware).asOne();
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platforms, timeline)) {
      engine.pass(ware.aWhile);
      Places.lead(lab, ELSEWHERE);
      platforms.first().unwell = new Fault.Failed("look at it", "it crashed");
      ware.object(lab).delete();
      engine.pass(ware.aWhile.multipliedBy(2));
    }
    assertThat(ware.object(lab).get()).isNull();
    assertThat(ware.onPlatform(platforms.first())).hasSize(1);
  }

  @Test
  void aMachineThatIsBeingRemovedIsFollowedByAnotherWay(TestCluster cluster) {
    var ware = Ware.MACHINE;
    var lab = Lab.in(cluster).account("a");
    var platforms = TwoPlatforms.of(ware).asOne();
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platforms, timeline)) {
      engine.pass(Duration.ofSeconds(12));
      ware.object(lab).delete();
      Places.lead(lab, ELSEWHERE);
      engine.pass(ware.aWhile);
    }
    assertThat(ware.object(lab).get()).isNull();
    assertThat(ware.onPlatform(platforms.first())).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Ware.class)
  void anotherWayIsFollowedByWhatIsBeingDeletedToo(Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    var platforms = TwoPlatforms.of(ware).asOne();
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platforms, timeline)) {
      engine.pass(ware.aWhile);
      Places.lead(lab, ELSEWHERE);
      ware.object(lab).delete();
      engine.pass(ware.aWhile);
    }
    assertThat(ware.object(lab).get()).isNull();
    assertThat(ware.onPlatform(platforms.first())).hasSize(1);
  }
}
