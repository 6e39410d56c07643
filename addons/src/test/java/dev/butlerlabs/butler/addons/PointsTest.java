package dev.butlerlabs.butler.addons;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The page of promises names the tests there are, all of them, and no other. */
class PointsTest {

  private static final Path CONTRACT = Path.of("..", "docs", "contracts", "addons.md");
  private static final Path TESTS = Path.of("src", "test", "java");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\|[^|]*\\|([^|]*)\\|$");
  private static final Pattern NAMED = Pattern.compile("`(\\w+\\.\\w+)`");
  private static final Pattern METHOD = Pattern.compile("  void (point(\\d+)_\\w+)\\(");

  @Test
  void everyPointHasARowWithItsTests() throws IOException {
    var told = told();

    assertThat(told.keySet())
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 30).boxed().toList());
    assertThat(told).isEqualTo(written());
    assertThat(
            told.entrySet().stream().filter(row -> row.getValue().isEmpty()).map(Map.Entry::getKey))
        .as("points without a test; the export to Git comes with the server")
        .containsExactly(14);
  }

  private static Map<Integer, SortedSet<String>> told() throws IOException {
    var told = new TreeMap<Integer, SortedSet<String>>();
    ROW.matcher(Files.readString(CONTRACT))
        .results()
        .forEach(
            row ->
                told.put(
                    Integer.valueOf(row.group(1)),
                    NAMED
                        .matcher(row.group(2))
                        .results()
                        .map(one -> one.group(1))
                        .collect(Collectors.toCollection(TreeSet::new))));
    return told;
  }

  private static Map<Integer, SortedSet<String>> written() throws IOException {
    var all = new TreeMap<Integer, SortedSet<String>>();
    IntStream.rangeClosed(1, 30).forEach(point -> all.put(point, new TreeSet<>()));
    try (var files = Files.walk(TESTS)) {
      for (var file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
        var type = file.getFileName().toString().replace(".java", "");
        METHOD
            .matcher(Files.readString(file))
            .results()
            .forEach(
                method ->
                    all.computeIfAbsent(Integer.valueOf(method.group(2)), _ -> new TreeSet<>())
                        .add(type + "." + method.group(1)));
      }
    }
    return all;
  }
}
