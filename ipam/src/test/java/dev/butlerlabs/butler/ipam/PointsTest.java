package dev.butlerlabs.butler.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every point has a test, and the table of the contract names tests that there are. */
class PointsTest {

  private static final Path CONTRACT = Path.of("..", "docs", "contracts", "addresses.md");
  private static final Path TESTS = Path.of("src", "test", "java");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\|[^|]*\\|([^|]*)\\|$");
  private static final Pattern NAMED = Pattern.compile("`(\\w+\\.\\w+)`");
  private static final Pattern METHOD =
      Pattern.compile("  void (points?(\\d+)(?:(and|to)(\\d+))?_\\w+)\\(");

  @Test
  void everyPointHasTestsThatTheContractNames() throws IOException {
    var told = new TreeMap<Integer, SortedSet<String>>();
    ROW.matcher(Files.readString(CONTRACT))
        .results()
        .forEach(row -> told.put(Integer.valueOf(row.group(1)), named(row.group(2))));

    assertThat(told.keySet()).containsExactlyElementsOf(points(1, 30));
    var written = written();
    assertThat(told)
        .allSatisfy(
            (point, tests) ->
                assertThat(tests)
                    .as("tests of point %d", point)
                    .isNotEmpty()
                    .isSubsetOf(written.getOrDefault(point, new TreeSet<>())));
  }

  private static SortedSet<String> named(String cell) {
    return NAMED
        .matcher(cell)
        .results()
        .map(one -> one.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** As the tests are called: one point, two of them, or all from one to another. */
  private static Map<Integer, SortedSet<String>> written() throws IOException {
    var all = new TreeMap<Integer, SortedSet<String>>();
    try (var files = Files.walk(TESTS)) {
      for (var file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
        var type = file.getFileName().toString().replace(".java", "");
        METHOD
            .matcher(Files.readString(file))
            .results()
            .forEach(
                method ->
                    points(method)
                        .forEach(
                            point ->
                                all.computeIfAbsent(point, _ -> new TreeSet<>())
                                    .add(type + "." + method.group(1))));
      }
    }
    return all;
  }

  private static List<Integer> points(MatchResult method) {
    var first = Integer.parseInt(method.group(2));
    if (method.group(3) == null) {
      return List.of(first);
    }
    var last = Integer.parseInt(method.group(4));
    return method.group(3).equals("to") ? points(first, last) : List.of(first, last);
  }

  private static List<Integer> points(int first, int last) {
    return IntStream.rangeClosed(first, last).boxed().toList();
  }
}
