package dev.butlerlabs.butler.tenants;

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
import org.junit.jupiter.api.Test;

/** Every weakness that clusters and teams have elsewhere is held by tests that there are. */
class PointsTest {

  private static final Path HOUSE = Path.of("..");
  private static final Path PAGE = HOUSE.resolve(Path.of("docs", "contracts", "tenants.md"));
  private static final int LAST = 43;
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| H(\\d+) \\|[^|]*\\| ([^|]*) \\|([^|]*)\\|$");
  private static final int TRIED = 15;
  private static final Pattern TRIAL = Pattern.compile("(?m)^\\| (\\d+) \\|[^|]*\\|([^|]*)\\|$");
  private static final Pattern NAMED = Pattern.compile("`(\\w+\\.\\w+)`");
  private static final Pattern METHOD = Pattern.compile("(?m)^  (?:public )?void (\\w+)\\(");

  @Test
  void everyPointIsHeldByATestOrStandsAsLater() throws IOException {
    var points = new ArrayList<Integer>();
    var tests = tests();
    for (var row : ROW.matcher(Files.readString(PAGE)).results().toList()) {
      points.add(Integer.parseInt(row.group(1)));
      var named = NAMED.matcher(row.group(3)).results().map(one -> one.group(1)).toList();
      if (row.group(2).startsWith("Later: ")) {
        assertThat(named).as("H%s is later and held", row.group(1)).isEmpty();
      } else {
        assertThat(named).as("tests of H%s", row.group(1)).isNotEmpty().isSubsetOf(tests);
      }
    }

    assertThat(points).containsExactlyElementsOf(upTo(LAST));
  }

  @Test
  void everyTrialIsATestThereIs() throws IOException {
    var trials = new ArrayList<Integer>();
    var tests = tests();
    for (var row : TRIAL.matcher(Files.readString(PAGE)).results().toList()) {
      trials.add(Integer.parseInt(row.group(1)));
      var named = NAMED.matcher(row.group(2)).results().map(one -> one.group(1)).toList();
      assertThat(named).as("tests of trial %s", row.group(1)).isNotEmpty().isSubsetOf(tests);
    }

    assertThat(trials).containsExactlyElementsOf(upTo(TRIED));
  }

  private static List<Integer> upTo(int last) {
    return IntStream.rangeClosed(1, last).boxed().toList();
  }

  private static Set<String> tests() throws IOException {
    var tests = new HashSet<String>();
    try (var files = Files.walk(HOUSE, 20)) {
      for (var file : files.filter(PointsTest::isTest).toList()) {
        var type = file.getFileName().toString().replace(".java", "");
        METHOD
            .matcher(Files.readString(file))
            .results()
            .forEach(method -> tests.add(type + "." + method.group(1)));
      }
    }
    return tests;
  }

  private static boolean isTest(Path file) {
    var path = file.toString().replace('\\', '/');
    return path.contains("/src/test/java/") && path.endsWith(".java");
  }
}
