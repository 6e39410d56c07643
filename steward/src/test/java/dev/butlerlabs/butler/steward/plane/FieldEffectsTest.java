package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneSpec;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.steward.fields.FieldEffects;
import dev.butlerlabs.butler.steward.fields.FieldEffects.Effect;
import dev.butlerlabs.butler.steward.fields.FieldEffects.Field;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Every field has an effect that can be seen, or its user is told that it has none. */
class FieldEffectsTest {

  private static final FieldEffects TABLE = FieldEffects.bundled();
  private static final YAMLMapper YAML = new YAMLMapper();

  @Test
  void everyFieldOfTheSchemaHasOneLine() throws IOException {
    var fields = new ArrayList<String>();
    leaves(schema(), "", fields);

    assertThat(fields).hasSizeGreaterThan(100);
    assertThat(fields)
        .allSatisfy(
            path ->
                assertThat(TABLE.all().stream().filter(line -> covers(line, path)))
                    .as("lines of fields.tsv for %s", path)
                    .hasSize(1));
    assertThat(TABLE.all())
        .allSatisfy(
            line ->
                assertThat(fields)
                    .as("'%s' is in the schema", line.path())
                    .anyMatch(path -> covers(line, path)));
  }

  @Test
  void fieldThatWorksChangesWhatIsMade() throws IOException {
    var pairs = resource("field-pairs.yaml");
    var effects = new ArrayList<String>();
    var silent = new ArrayList<String>();
    var before = new IdentityHashMap<JsonNode, String>();
    for (var line : TABLE.all()) {
      if (line.effect() == Effect.WORKS) {
        (changesSomething(pairs, line, before) ? effects : silent).add(line.path());
      }
    }

    assertThat(silent).as("fields of field-pairs.yaml that change nothing").isEmpty();
    System.out.println("fields with an effect that was seen: " + effects.size());
  }

  @Test
  void fieldWithoutEffectIsNamedToItsUser() {
    assertThat(TABLE.all())
        .filteredOn(line -> line.effect() == Effect.LATER)
        .allSatisfy(
            line -> {
              var plan = new World(using(line)).settle();
              var accepted =
                  plan.report().verdicts().stream()
                      .filter(verdict -> verdict.type().equals("Accepted"))
                      .findFirst()
                      .orElseThrow();
              assertThat(accepted.status()).isEqualTo(Truth.TRUE);
              assertThat(accepted.message()).contains(line.path(), line.note());
            });
  }

  @Test
  void fieldThatIsRefusedStopsTheSpecWithASentence() {
    assertThat(TABLE.all())
        .filteredOn(line -> line.effect() == Effect.REFUSED)
        .allSatisfy(
            line -> {
              var plan = new World(using(line)).run();
              assertThat(plan.deployment()).isEmpty();
              assertThat(plan.report().cause().orElseThrow().sentence())
                  .contains(line.path(), line.note(), "Leave it out");
            });
  }

  @Test
  void anotherStoreInTheSpecMovesNothingAndIsToldSo() {
    var world = new World(Planes.usual());
    world.settle();
    var moved = Planes.of("shop", Planes.USUAL.replace("default", "elsewhere"));
    moved.setStatus(world.plane.getStatus());
    world.plane = moved;

    var plan = world.run();

    assertThat(plan.report().cause().orElseThrow().sentence())
        .contains("'elsewhere'", "is in DataStore default", "Set dataStore back");
    assertThat(world.rollouts).isZero();
  }

  private static boolean covers(Field line, String path) {
    return path.equals(line.path())
        || (line.effect() != Effect.WORKS
            && (path.startsWith(line.path() + ".") || path.startsWith(line.path() + "[]")));
  }

  private static JsonNode schema() throws IOException {
    var name = "/crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml";
    try (var stream = TenantControlPlaneSpec.class.getResourceAsStream(name)) {
      return YAML.readTree(Objects.requireNonNull(stream, name))
          .at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");
    }
  }

  private static void leaves(JsonNode schema, String path, List<String> found) {
    var list = schema.path("items").has("properties");
    var fields = list ? schema.at("/items/properties") : schema.path("properties");
    if (fields.isEmpty()) {
      found.add(path);
      return;
    }
    var prefix = path.isEmpty() ? "" : path + (list ? "[]." : ".");
    fields.properties().forEach(one -> leaves(one.getValue(), prefix + one.getKey(), found));
  }

  private static boolean changesSomething(
      JsonNode pairs, Field line, Map<JsonNode, String> before) {
    var pointer = pointer(line);
    for (var pair : pairs) {
      var one = pair.path("one").at(pointer);
      var other = pair.path("other").at(pointer);
      if (!one.isMissingNode() && !other.isMissingNode() && !one.equals(other)) {
        var changed = pair.path("one").<JsonNode>deepCopy();
        var parent = (ObjectNode) changed.at(pointer.substring(0, pointer.lastIndexOf('/')));
        parent.set(pointer.substring(pointer.lastIndexOf('/') + 1), other);
        if (!before.computeIfAbsent(pair, _ -> made(pair.path("one"))).equals(made(changed))) {
          return true;
        }
      }
    }
    return false;
  }

  /** All that is made, without what chance is in. */
  private static String made(JsonNode spec) {
    var plane = Planes.usual();
    plane.setSpec(WireFormat.mapper().convertValue(spec, TenantControlPlaneSpec.class));
    var world = new World(plane);
    world.run();
    world.rollOut();
    var plan = world.run();
    var objects = new ArrayList<Object>();
    plan.service().ifPresent(objects::add);
    objects.addAll(plan.others());
    plan.deployment().ifPresent(objects::add);
    plan.basics()
        .ifPresent(
            told ->
                objects.add(
                    told.clusterConfiguration() + told.kubeletConfiguration() + told.refused()));
    objects.add(plan.status().storage());
    objects.add(names(world, Part.TRUSTD, "server.crt"));
    var encryption = world.keys.get(Part.ENCRYPTION);
    objects.add(
        encryption == null ? "" : encryption.text("config.yaml").replaceAll("secret:.*", ""));
    return WireFormat.serialization().asJson(objects).replaceAll("[0-9a-f]{32}", "#")
        + plan.report();
  }

  private static String names(World world, Part part, String file) {
    var keys = world.keys.get(part);
    return keys == null
        ? ""
        : SubjectAltName.in(Pem.certificates(keys.text(file)).getFirst()).toString();
  }

  private static JsonNode resource(String name) throws IOException {
    try (var stream = FieldEffectsTest.class.getResourceAsStream(name)) {
      return YAML.readTree(Objects.requireNonNull(stream, name));
    }
  }

  /** A sample that says something in that field. */
  private static TenantControlPlane using(Field line) throws IOException {
    for (var pair : resource("field-pairs.yaml")) {
      if (!pair.path("one").at(pointer(line)).isMissingNode()) {
        var plane = Planes.usual();
        plane.setSpec(
            WireFormat.mapper().treeToValue(pair.path("one"), TenantControlPlaneSpec.class));
        return plane;
      }
    }
    throw new AssertionError("field-pairs.yaml has no sample of " + line.path());
  }

  private static String pointer(Field line) {
    return "/" + line.path().replace("[]", "/0").replace('.', '/');
  }
}
