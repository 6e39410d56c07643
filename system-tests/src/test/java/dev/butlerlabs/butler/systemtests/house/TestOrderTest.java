package dev.butlerlabs.butler.systemtests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Modules are tested two at a time, as far as one does not need the other. Those that start whole
 * platforms, to measure them or to live with them, need all the others, so that nothing but each
 * other runs beside them.
 */
class TestOrderTest {

  private static final Path TREE = Path.of("..");
  private static final Pattern MODULE = Pattern.compile("<module>(.*?)</module>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(butler-.*?)</artifactId>");
  private static final String PARENT = "butler-parent";
  private static final String BENCH = "butler-bench";
  private static final String SYSTEM_TESTS = "butler-system-tests";

  @Test
  void onlyTheBenchmarksAreTestedBesideTheSystemTests() throws IOException {
    var needs = needs();

    assertThat(before(needs, SYSTEM_TESTS)).isEqualTo(others(needs));
  }

  @Test
  void onlyTheSystemTestsAreTestedBesideTheBenchmarks() throws IOException {
    var needs = needs();

    assertThat(before(needs, BENCH)).isEqualTo(others(needs));
  }

  private static Set<String> others(Map<String, List<String>> needs) {
    var others = new HashSet<>(needs.keySet());
    others.removeAll(Set.of(SYSTEM_TESTS, BENCH));
    return others;
  }

  /** What each module names in its own file. */
  private static Map<String, List<String>> needs() throws IOException {
    var needs = new HashMap<String, List<String>>();
    for (var module : found(MODULE, TREE.resolve("pom.xml"))) {
      var named = found(ARTIFACT, TREE.resolve(module).resolve("pom.xml"));
      var others = named.stream().filter(one -> !one.equals(PARENT)).toList();
      needs.put(others.getFirst(), others.subList(1, others.size()));
    }
    return needs;
  }

  private static List<String> found(Pattern pattern, Path file) throws IOException {
    return pattern.matcher(Files.readString(file)).results().map(one -> one.group(1)).toList();
  }

  private static Set<String> before(Map<String, List<String>> needs, String module) {
    var all = new HashSet<String>();
    for (var one : Objects.requireNonNull(needs.get(module), module)) {
      if (all.add(one)) {
        all.addAll(before(needs, one));
      }
    }
    return all;
  }
}
