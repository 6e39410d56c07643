package dev.butlerlabs.butler.api.clusters;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.schema.Crds;
import dev.butlerlabs.butler.api.schema.EditTable;
import dev.butlerlabs.butler.api.schema.Hold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every field of a TenantCluster has a fate, told by one table, and the page tells no other. */
class EditTableTest {

  private static final Path PAGE = Path.of("../docs/reference/tenantcluster-fields.md");
  private static final String BEGIN = "| Field of `spec` | Group | Why, and what to do instead |\n";

  private final EditTable table = EditTable.of(TenantCluster.class);

  @Test
  void everyFieldHasOneLineAndEveryLineAField() {
    var used = new HashSet<EditTable.Line>();
    for (var field : fields()) {
      assertThat(table.nearest(field)).as("what an edit of spec.%s does", field).isPresent();
      used.add(table.nearest(field).orElseThrow());
    }
    assertThat(table.lines()).as("lines of fields there are").allMatch(used::contains);
  }

  @Test
  void whatIsHeldIsARuleOfTheApiServer() {
    var rules =
        schema().path("x-kubernetes-validations").findValues("message").stream()
            .map(JsonNode::asText)
            .toList();
    var held =
        table.lines().stream().filter(line -> !(line.hold() instanceof Hold.Elsewhere)).toList();

    assertThat(held).hasSize(7);
    assertThat(rules).containsAll(held.stream().map(EditTable.Line::message).toList());
  }

  /** After a change that is meant: {@code -Dbutler.golden=write}. */
  @Test
  void pageIsMadeFromIt() throws IOException {
    var page = Files.readString(PAGE);
    var begin = page.indexOf(BEGIN);
    var end = page.indexOf("\n\n", begin);
    var made = page.substring(0, begin) + rows() + page.substring(end);
    if ("write".equals(System.getProperty("butler.golden"))) {
      Files.writeString(PAGE, made);
    }
    assertThat(page).as("%s beside edits.tsv", PAGE.getFileName()).isEqualTo(made);
  }

  private String rows() {
    return table.lines().stream()
        .map(EditTableTest::row)
        .collect(Collectors.joining("\n", BEGIN + "|---|---|---|\n", ""));
  }

  private static String row(EditTable.Line line) {
    var more =
        switch (line.hold()) {
          case Hold.LeftOutMeans(var value) when value.isEmpty() ->
              ". To name one where none was named is a change, too";
          case Hold.LeftOutMeans(var value) -> ". Left out counts as `" + value + "`";
          case Hold.Reference(var namespace) ->
              ". When it was left out, it is chosen once and written to `status.effective`; from"
                  + " then on only that one may be named. No namespace and `"
                  + namespace
                  + "` are the same";
          case Hold.OnceSet _ -> ". Can be set later where it was left out";
          case Hold.WhileNamed _ -> ". Can be set later, and taken out";
          case Hold.OnceServed _ -> ". Free until then";
          case Hold.Elsewhere _ -> "";
        };
    var instead = line.instead().isEmpty() ? "" : ". Instead: " + line.instead();
    return "| `%s` | %s | %s%s%s |"
        .formatted(line.field(), line.group().word(), line.why(), more, instead);
  }

  private static JsonNode schema() {
    return Crds.of(TenantCluster.class).at("/spec/versions/0/schema/openAPIV3Schema");
  }

  private static List<String> fields() {
    var all = new ArrayList<String>();
    leaves(schema().at("/properties/spec"), "", all);
    assertThat(all).contains("networking.podCIDR", "workerPools[].taints[].key");
    return all;
  }

  /** What was never a field is always refused, so no edit of it can happen. */
  private static void leaves(JsonNode schema, String path, List<String> all) {
    if (schema.has("items")) {
      leaves(schema.get("items"), path + "[]", all);
    } else if (!schema.has("properties")) {
      all.add(path);
    } else {
      for (var field : schema.get("properties").properties()) {
        if (!field.getValue().path("description").asText().startsWith("Always refused")) {
          leaves(
              field.getValue(), path.isEmpty() ? field.getKey() : path + "." + field.getKey(), all);
        }
      }
    }
  }
}
