package dev.butlerlabs.butler.providers.machines;

import static dev.butlerlabs.butler.providers.machines.Places.ELSEWHERE;
import static dev.butlerlabs.butler.providers.machines.Places.HOME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** ProviderConfigs that are led to another place while things stand at the first. */
@OnRealApiServer
class MovedIT {

  private static final Duration LONG = Duration.ofMinutes(6);

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();

  /** Which changes of the platform were made with the place noted, and which without. */
  private record Watched(Lab lab, Ware ware, List<String> placed, List<String> unplaced)
      implements InMemoryPlatform.Wire {

    static Watched on(InMemoryPlatform platform, Lab lab, Ware ware) {
      var watched = new Watched(lab, ware, new ArrayList<>(), new ArrayList<>());
      platform.wire = watched;
      return watched;
    }

    @Override
    public void before(String call) {
      if (List.of("tag", "start", "mark", "register").contains(call)) {
        (Places.of(lab, ware).isEmpty() ? unplaced : placed).add(call);
      }
    }

    @Override
    public void after(String call) {}
  }

  @ParameterizedTest
  @EnumSource(Ware.class)
  void whatStandsWhereTheConfigLedBeforeIsNotTakenForGone(Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    var platforms = TwoPlatforms.of(ware);
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platforms, timeline)) {
      engine.pass(ware.aWhile);
      var made = ware.onPlatform(platforms.first());
      assertThat(made).hasSize(2);

      Places.lead(lab, ELSEWHERE);
      engine.pass(LONG);
      assertThat(ware.told(lab)).contains("/InvalidConfiguration").doesNotContain("Deleted");
      ware.object(lab).delete();
      engine.pass(LONG);
      assertThat(ware.told(lab)).contains("False/Deleting True/Deleting True/InvalidConfiguration");
      assertThat(lab.everythingTold())
          .contains("begun at https://127.0.0.1:1", "leads to https://127.0.0.1:2 now")
          .contains("abandon-machine=true");
      assertThat(ware.onPlatform(platforms.first())).isEqualTo(made);

      Places.lead(lab, HOME);
      engine.pass(ware.aWhile);
    }
    assertThat(ware.object(lab).get()).isNull();
    assertThat(ware.onPlatform(platforms.first())).hasSize(1);
    assertThat(ware.onPlatform(platforms.other())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Ware.class)
  void whatStoodBeforePlacesWereNotedHasOneToo(Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    var platforms = TwoPlatforms.of(ware);
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platforms, timeline)) {
      engine.pass(ware.aWhile);
      Places.forget(lab, ware);
      // An image is looked at every ten minutes.
      engine.pass(Duration.ofMinutes(12));
      assertThat(Places.of(lab, ware)).isEqualTo(HOME);

      Places.lead(lab, ELSEWHERE);
      ware.object(lab).delete();
      engine.pass(LONG);
      assertThat(ware.told(lab)).contains("True/InvalidConfiguration");
    }
    assertThat(ware.onPlatform(platforms.first())).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(Ware.class)
  void whatIsBeingMadeIsNotChangedBeforeItsPlaceIsNoted(Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    var platforms = TwoPlatforms.of(ware);
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platforms, timeline)) {
      engine.pass(Duration.ofSeconds(12));
      Places.forget(lab, ware);
      var watched = Watched.on(platforms.first(), lab, ware);
      engine.pass(ware.aWhile);
      assertThat(ware.told(lab)).contains(" True/");
      assertThat(watched.placed).isNotEmpty();
      assertThat(watched.unplaced).isEmpty();
    }
  }

  @Test
  void aMachineIsNotStartedAgainBeforeItsPlaceIsNoted(TestCluster cluster) {
    var ware = Ware.MACHINE;
    var lab = Lab.in(cluster).account("a");
    var platforms = TwoPlatforms.of(ware);
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platforms, timeline)) {
      engine.pass(ware.aWhile);
      platforms.first().all().stream()
          .filter(vm -> vm.name().equals("m"))
          .forEach(vm -> platforms.first().put(vm.switched(false)));
      Places.forget(lab, ware);
      var watched = Watched.on(platforms.first(), lab, ware);
      engine.pass(ware.aWhile);
      assertThat(watched.placed).containsExactly("start");
      assertThat(watched.unplaced).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Ware.class)
  void whatWasBegunIsNotBegunAgainElsewhere(Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    var platforms = TwoPlatforms.of(ware);
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platforms, timeline)) {
      engine.settle();
      assertThat(ware.object(lab).require().getMetadata().getAnnotations())
          .containsEntry(Annotations.PLATFORM_PLACE, HOME);

      Places.lead(lab, ELSEWHERE);
      engine.pass(LONG);
      assertThat(ware.told(lab)).startsWith("Failed False/InvalidConfiguration");
      assertThat(ware.onPlatform(platforms.other())).isEmpty();

      Lab.annotate(ware.object(lab), Annotations.ABANDON_MACHINE, "true");
      ware.object(lab).delete();
      engine.settle();
    }
    assertThat(ware.object(lab).get()).isNull();
    assertThat(lab.events(ware.kind(), "m")).contains("Abandoned");
  }

  @ParameterizedTest
  @EnumSource(Ware.class)
  void anotherWayToTheSamePlatformIsFollowed(Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    var platforms = TwoPlatforms.of(ware).asOne();
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platforms, timeline)) {
      engine.pass(ware.aWhile);
      Places.lead(lab, ELSEWHERE);
      engine.pass(Duration.ofMinutes(12));
      assertThat(ware.told(lab)).doesNotContain("InvalidConfiguration").contains(" True/");
      assertThat(ware.object(lab).require().getMetadata().getAnnotations())
          .containsEntry(Annotations.PLATFORM_PLACE, ELSEWHERE);

      ware.object(lab).delete();
      engine.pass(ware.aWhile);
    }
    assertThat(ware.object(lab).get()).isNull();
    assertThat(ware.onPlatform(platforms.first())).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Ware.class)
  void anotherWayIsFollowedByWhatIsBeingMadeToo(Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    var platforms = TwoPlatforms.of(ware).asOne();
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platforms, timeline)) {
      engine.pass(Duration.ofSeconds(12));
      assertThat(ware.onPlatform(platforms.first()))
          .hasSize(2)
          .anyMatch(one -> one.contains("of  "));

      Places.lead(lab, ELSEWHERE);
      engine.pass(ware.aWhile);
      assertThat(ware.told(lab)).doesNotContain("InvalidConfiguration").contains(" True/");
      // Where it stands is noted at the next look, which for an image comes late.
      engine.pass(Duration.ofMinutes(12));
      assertThat(ware.object(lab).require().getMetadata().getAnnotations())
          .containsEntry(Annotations.PLATFORM_PLACE, ELSEWHERE);
    }
    assertThat(ware.onPlatform(platforms.first())).hasSize(2);
  }
}
