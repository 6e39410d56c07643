package dev.butlerlabs.butler.systemtests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/reference/provider-maturity.md claims what the suites show, and nothing less or more. */
class MaturityPageTest {

  private static final Path TREE = Path.of("..");
  private static final Path PAGE = TREE.resolve("docs/reference/provider-maturity.md");
  private static final String NOT_BUILT = "not built";
  private static final Pattern ROW =
      Pattern.compile("\\| `(\\w+)` \\| ([a-z ]+) \\| (.+?) \\| ?(.*?) ?\\| ?(.*?) ?\\|");
  private static final Map<String, String> PARTS =
      Map.of("machines", "Machines?", "load balancers", "Balancers?", "images", "Images?");

  private record Row(String provider, String part, String standIn, String others) {}

  @Test
  void everyPlatformHasARowForEveryPart() throws IOException {
    assertThat(rows().stream().map(row -> row.provider() + " " + row.part()))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            platforms().stream()
                .flatMap(
                    platform ->
                        Stream.of("machines", "load balancers", "images", "workers")
                            .map(part -> platform + " " + part))
                .toList());
  }

  @Test
  void thePageNamesTheSuitesThereAre() throws IOException {
    for (var row : rows()) {
      var found =
          row.part().equals("workers")
              ? workers(row.provider())
              : suites(row.provider(), row.part());
      assertThat(row.standIn())
          .as("the third cell of %s, %s in %s", row.provider(), row.part(), PAGE)
          .isEqualTo(found.isEmpty() ? NOT_BUILT : found);
    }
  }

  /** Who says more than a stand-in shows where it can be read. */
  @Test
  void whatWasShownElsewhereHasAPlaceToReadAboutIt() throws IOException {
    var link = Pattern.compile("\\[.+]\\((.+?)(#.*)?\\)");
    for (var row : rows()) {
      for (var claim : row.others().split("\\|", -1)) {
        if (!claim.isBlank() && !claim.strip().equals("no")) {
          var match = link.matcher(claim.strip());
          assertThat(match.matches()).as("%s needs a link", claim).isTrue();
          assertThat(PAGE.resolveSibling(match.group(1))).exists();
        }
      }
    }
  }

  /** What the page says is built can be tried by whoever reads it. */
  @Test
  void machinesThatAreBuiltCanBeTried() throws IOException {
    var platforms =
        Files.readString(
            TREE.resolve(
                "apps/workbench/src/main/java/dev/butlerlabs/butler/apps/workbench/"
                    + "Platforms.java"));
    for (var row : rows()) {
      if (row.part().equals("machines") && !row.standIn().equals(NOT_BUILT)) {
        assertThat(platforms.toLowerCase(Locale.ROOT))
            .as("./butler verify provider knows %s", row.provider())
            .contains("new " + row.provider() + "provider(");
      }
    }
  }

  private static List<Row> rows() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .map(ROW::matcher)
        .filter(java.util.regex.Matcher::matches)
        .map(
            row ->
                new Row(
                    row.group(1), row.group(2), row.group(3), row.group(4) + "|" + row.group(5)))
        .toList();
  }

  /** Modules that draw workers or drive machines, on a platform that somebody else makes. */
  private static List<String> platforms() throws IOException {
    try (var folders = Files.list(TREE.resolve("providers"))) {
      return folders
          .map(folder -> folder.getFileName().toString())
          .filter(name -> Files.isDirectory(room(name, "infrastructure")))
          .filter(name -> !List.of("spi", "local").contains(name))
          .sorted()
          .toList();
    }
  }

  private static Path room(String platform, String room) {
    return TREE.resolve(
        "providers/%s/src/main/java/dev/butlerlabs/butler/providers/%s/%s"
            .formatted(platform, platform, room));
  }

  /** Classes of the contract, as the page writes them. */
  private static String suites(String platform, String part) throws IOException {
    var folder =
        TREE.resolve(
            "providers/contract-tests/src/test/java/dev/butlerlabs/butler/providers/contracttests/"
                + platform);
    if (!Files.isDirectory(folder)) {
      return "";
    }
    var suite = Pattern.compile("class [A-Za-z0-9]+ extends \\w*" + PARTS.get(part) + "\\b");
    var name = Pattern.compile("[A-Za-z0-9]+?" + PARTS.get(part) + "Contract\\.java");
    try (var files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith("Contract.java"))
          .filter(
              file ->
                  name.matcher(file.getFileName().toString()).matches()
                      || suite.matcher(read(file)).find())
          .map(file -> file.getFileName().toString())
          .sorted()
          .map(file -> "`" + file.replace(".java", "") + "`")
          .collect(Collectors.joining(", "));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String workers(String platform) throws IOException {
    var tried =
        Files.readString(
            TREE.resolve(
                "providers/infra-tests/src/test/java/dev/butlerlabs/butler/providers/infratests/"
                    + "Platform.java"));
    return tried.contains("butler.providers." + platform + ".infrastructure.")
        ? "`AcceptedIT`"
        : "";
  }
}
