package dev.butlerlabs.butler.providers.infratests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.infrastructure.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * docs/reference/infrastructure-mappings.md lists every field that is ever written, and no more.
 */
class MappingsPageTest {

  private static final Path PAGE = Path.of("../../docs/reference/infrastructure-mappings.md");
  private static final Pattern KIND = Pattern.compile("### `(\\w+)`(?:, below `(.+)`)?");
  private static final Pattern ROW = Pattern.compile("\\| (`[^|]+`) \\| .+ \\|");
  private static final Pattern FIELD = Pattern.compile("`([^`]+)`");

  /** The same on every object, and told once on the page. */
  private static final Set<String> COMMON = Set.of("apiVersion", "kind");

  @Test
  void everyFieldWrittenStandsOnThePage() throws IOException {
    assertThat(written()).isNotEmpty();
    assertThat(listed()).containsExactlyElementsOf(written());
  }

  private static Set<String> listed() throws IOException {
    var rows = new TreeSet<String>();
    var prefix = "";
    for (var line : Files.readAllLines(PAGE)) {
      var kind = KIND.matcher(line);
      var row = ROW.matcher(line);
      if (line.startsWith("## ")) {
        prefix = "";
      } else if (kind.matches()) {
        prefix = kind.group(1) + " " + (kind.group(2) == null ? "" : kind.group(2) + ".");
      } else if (row.matches() && !prefix.isEmpty()) {
        var above = prefix;
        FIELD.matcher(row.group(1)).results().forEach(field -> rows.add(above + field.group(1)));
      }
    }
    return rows;
  }

  private static Set<String> written() {
    var rows = new TreeSet<String>();
    Arrays.stream(Platform.values())
        .forEach(
            platform ->
                Orders.matrix(platform, "team-a-demo").stream()
                    .map(order -> Drawings.drawn(platform.infrastructure("capa-system"), order))
                    .flatMap(drawn -> drawn.objects().stream())
                    .forEach(object -> collect(object, rows)));
    return rows;
  }

  private static void collect(Manifest object, Set<String> rows) {
    for (var field : object.tree().properties()) {
      if (!COMMON.contains(field.getKey()) && !field.getKey().equals("metadata")) {
        collect(object.kind() + " " + field.getKey(), field.getValue(), rows);
      }
    }
    if (!object.annotations().isEmpty()) {
      rows.add(object.kind() + " metadata.annotations");
    }
  }

  private static void collect(String path, JsonNode value, Set<String> rows) {
    if (value.isObject() && !value.isEmpty()) {
      value
          .properties()
          .forEach(field -> collect(path + "." + field.getKey(), field.getValue(), rows));
    } else if (value.isArray() && value.path(0).isObject()) {
      value.forEach(item -> collect(path + "[]", item, rows));
    } else {
      rows.add(path);
    }
  }
}
