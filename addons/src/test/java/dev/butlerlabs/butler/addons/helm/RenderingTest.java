package dev.butlerlabs.butler.addons.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class RenderingTest {

  private static final ReleaseKey WEB = new ReleaseKey("shop", "web");
  private static final Digest DIGEST = new Digest("ab".repeat(32));

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
    keys.add(rendering(WEB, DIGEST, values, "1.36.3", List.of()).key("more").orElseThrow());

    assertThat(keys).hasSize(8);
    assertThat(keys).contains(key(WEB, DIGEST, Values.none().put("a", 1), "1.36.3", List.of()));
  }

  @Test
  void folderMayChangeUnderItsNameAndIsNeverKnown() {
    var folder = new LocalChart(Path.of("charts/web"), null);

    assertThat(
            new Rendering(WEB, folder, Values.none(), "1.36.3", List.of(), Duration.ofMinutes(1))
                .key(""))
        .isEmpty();
  }

  private static String key(
      ReleaseKey release, Digest digest, ObjectNode values, String version, List<String> kinds) {
    return rendering(release, digest, values, version, kinds).key("").orElseThrow();
  }

  private static Rendering rendering(
      ReleaseKey release, Digest digest, ObjectNode values, String version, List<String> kinds) {
    var chart = new LocalChart(Path.of("charts/one.tgz"), digest);
    return new Rendering(release, chart, values, version, kinds, Duration.ofMinutes(1));
  }
}
