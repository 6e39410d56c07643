package dev.butlerlabs.butler.sandbox.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.sandbox.toolchain.SourceChoice.Next;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceChoiceTest {

  private static final Located HERE =
      new Located(Tool.ETCD, Path.of("/somewhere"), "3.6.16", new Source.OnPath(), "00");

  private static final List<Place> ORDER =
      List.of(Place.CONFIGURED, Place.PATH, Place.CACHE, Place.IMAGE, Place.GO);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void placesAreTriedInOrder(int alreadyInVain) {
    assertThat(SourceChoice.next(Tool.ETCD, inVain(alreadyInVain)))
        .isEqualTo(new Next.Try(ORDER.get(alreadyInVain)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void firstPlaceThatHasItIsUsed(int alreadyInVain) {
    var seen = inVain(alreadyInVain);
    seen.put(ORDER.get(alreadyInVain), new Look.Found(HERE));

    assertThat(SourceChoice.next(Tool.ETCD, seen)).isEqualTo(new Next.Use(HERE));
  }

  @Test
  void brokenConfigurationIsNotWorkedAround() {
    var seen = new EnumMap<Place, Look>(Map.of(Place.CONFIGURED, new Look.Broken("no such file")));

    assertThat(SourceChoice.next(Tool.ETCD, seen)).isEqualTo(new Next.GiveUp("no such file"));
  }

  @Test
  void nothingLeftToTryTellsWhyImageAndGoFailed() {
    assertThat(SourceChoice.next(Tool.ETCD, inVain(5)))
        .isEqualTo(new Next.GiveUp("etcd 3.6.16 cannot be had: not at IMAGE; not at GO"));
  }

  @Test
  void onlyImageAndGoChangeTheCache() {
    assertThat(Place.values()).filteredOn(Place::writes).containsExactly(Place.IMAGE, Place.GO);
  }

  private static Map<Place, Look> inVain(int places) {
    var seen = new EnumMap<Place, Look>(Place.class);
    ORDER.subList(0, places).forEach(it -> seen.put(it, new Look.Absent("not at " + it)));
    return seen;
  }
}
