package dev.butlerlabs.butler.addons.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RendersTest {

  private static final ReleaseKey WEB = new ReleaseKey("shop", "web");
  private static final Digest DIGEST = new Digest("ab".repeat(32));

  @Test
  void whatWasKeptIsFoundAsItWas() {
    var renders = new Renders(1_000);

    renders.keep("a", "text with ä\n");

    assertThat(renders.find("a")).contains("text with ä\n");
    assertThat(renders.find("b")).isEmpty();
  }

  @Test
  void whatWasNotAskedForLongestGoesFirstAndTheBoundHolds() {
    var random = new Random(7);
    var renders = new Renders(3_500);
    renders.keep("a", noise(random));
    renders.keep("b", noise(random));
    assertThat(renders.find("a")).isPresent();

    renders.keep("c", noise(random));
    renders.keep("d", noise(random));

    assertThat(renders.find("b")).isEmpty();
    assertThat(renders.find("d")).isPresent();
    assertThat(renders.bytes()).isBetween(1_000L, 3_500L);

    renders.keep("larger than all", noises(random, 5));

    assertThat(renders.find("larger than all")).isEmpty();
    assertThat(renders.bytes()).isZero();
  }

  @Test
  void whatIsKeptAnewCountsOnce() {
    var renders = new Renders(10_000);
    renders.keep("a", "one");
    var bytes = renders.bytes();

    renders.keep("a", "two");

    assertThat(renders.bytes()).isEqualTo(bytes);
    assertThat(renders.find("a")).contains("two");
  }

  @Test
  void eachInputTellsRenderingsApart() {
    var keys = new HashSet<String>();
    var values = Values.none().put("a", 1);
    keys.add(key(WEB, DIGEST, values, "1.36.3", List.of()));
    keys.add(key(new ReleaseKey("shop", "api"), DIGEST, values, "1.36.3", List.of()));
    keys.add(key(new ReleaseKey("bank", "web"), DIGEST, values, "1.36.3", List.of()));
    keys.add(key(WEB, new Digest("cd".repeat(32)), values, "1.36.3", List.of()));
    keys.add(key(WEB, DIGEST, Values.none().put("a", 2), "1.36.3", List.of()));
    keys.add(key(WEB, DIGEST, values, "1.35.0", List.of()));
    keys.add(key(WEB, DIGEST, values, "1.36.3", List.of("example.com/v1")));
    keys.add(
        Renders.key(rendering(WEB, DIGEST, values, "1.36.3", List.of()), "more").orElseThrow());

    assertThat(keys).hasSize(8);
    assertThat(keys).contains(key(WEB, DIGEST, Values.none().put("a", 1), "1.36.3", List.of()));
  }

  @Test
  void folderMayChangeUnderItsNameAndIsNeverKnown() {
    var folder = new LocalChart(Path.of("charts/web"), null);

    assertThat(
            Renders.key(
                new Rendering(
                    WEB, folder, Values.none(), "1.36.3", List.of(), Duration.ofMinutes(1)),
                ""))
        .isEmpty();
  }

  private static String key(
      ReleaseKey release, Digest digest, ObjectNode values, String version, List<String> kinds) {
    return Renders.key(rendering(release, digest, values, version, kinds), "").orElseThrow();
  }

  private static Rendering rendering(
      ReleaseKey release, Digest digest, ObjectNode values, String version, List<String> kinds) {
    var chart = new LocalChart(Path.of("charts/one.tgz"), digest);
    return new Rendering(release, chart, values, version, kinds, Duration.ofMinutes(1));
  }

  /** About a thousand bytes that cannot be packed. */
  private static String noise(Random random) {
    return noises(random, 1);
  }

  private static String noises(Random random, int times) {
    return random
        .ints(1_200L * times, 33, 127)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
