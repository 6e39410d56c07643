package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every point that hurts users elsewhere is held by a test that there is, or stands as later. */
class PointsTest {

  private static final Path GUIDE = Path.of("..", "docs", "guides", "steward.md");
  private static final List<Path> TESTS =
      Stream.of("steward", "kube", "tenants")
          .map(module -> Path.of("..", module, "src", "test", "java"))
          .toList();
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (23\\.\\d+\\.\\d+) \\|[^|]*\\| ([^|]*) \\|([^|]*)\\|$");
  private static final Pattern NAMED = Pattern.compile("`(\\w+\\.\\w+)`");
  private static final Pattern METHOD = Pattern.compile("(?m)^  (?:public )?void (\\w+)\\(");

  @Test
  void everyPointIsHeldByATestOrStandsAsLater() throws IOException {
    var points = new ArrayList<String>();
    var tests = tests();
    for (var row : ROW.matcher(Files.readString(GUIDE)).results().toList()) {
      points.add(row.group(1));
      var named = NAMED.matcher(row.group(3)).results().map(one -> one.group(1)).toList();
      if (row.group(2).startsWith("Later: ")) {
        assertThat(named).as("point %s is later and held", row.group(1)).isEmpty();
      } else {
        assertThat(named).as("tests of point %s", row.group(1)).isNotEmpty().isSubsetOf(tests);
      }
    }

    assertThat(points).containsExactlyElementsOf(all());
  }

  private static List<String> all() {
    var points = new ArrayList<String>();
    var sizes = List.of(7, 4, 8, 12);
    for (var part = 0; part < sizes.size(); part++) {
      var prefix = "23." + (part + 1) + ".";
      IntStream.rangeClosed(1, sizes.get(part)).forEach(point -> points.add(prefix + point));
    }
    return points;
  }

  private static Set<String> tests() throws IOException {
    var tests = new HashSet<String>();
    for (var module : TESTS) {
      try (var files = Files.walk(module)) {
        for (var file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
          var type = file.getFileName().toString().replace(".java", "");
          METHOD
              .matcher(Files.readString(file))
              .results()
              .forEach(method -> tests.add(type + "." + method.group(1)));
        }
      }
    }
    return tests;
  }
}
