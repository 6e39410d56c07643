package dev.butlerlabs.butler.providers.simulators.harvester;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Harvester's kinds as the API server wants to be told them. */
final class Definitions {

  private static final String TABLE = "kinds.tsv";
  private static final ObjectMapper JSON = new ObjectMapper();

  private Definitions() {}

  /** Makes the server serve them; a kind that it serves already is left as it is. */
  static void install(KubernetesClient client) {
    var missing = read().stream().filter(kind -> client.raw(path(kind)) == null).toList();
    for (var definition : missing) {
      client.resource(definition).fieldManager("harvester").forceConflicts().serverSideApply();
    }
    for (var definition : missing) {
      client
          .apiextensions()
          .v1()
          .customResourceDefinitions()
          .withName(definition.getMetadata().getName())
          .waitUntilCondition(Definitions::established, 60, TimeUnit.SECONDS);
      awaitServed(client, path(definition));
    }
  }

  private static String path(CustomResourceDefinition definition) {
    var spec = definition.getSpec();
    return "/apis/%s/%s/%s?limit=1"
        .formatted(
            spec.getGroup(), spec.getVersions().getFirst().getName(), spec.getNames().getPlural());
  }

  /** A definition is established a moment before its handler stands. */
  private static void awaitServed(KubernetesClient client, String path) {
    var last = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (client.raw(path) == null) {
      if (System.nanoTime() > last) {
        throw new IllegalStateException("the API server does not serve " + path);
      }
      Thread.onSpinWait();
    }
  }

  private static boolean established(CustomResourceDefinition definition) {
    return definition != null
        && definition.getStatus() != null
        && definition.getStatus().getConditions() != null
        && definition.getStatus().getConditions().stream()
            .anyMatch(
                condition ->
                    condition.getType().equals("Established")
                        && condition.getStatus().equals("True"));
  }

  static List<CustomResourceDefinition> read() {
    var definitions = new ArrayList<ObjectNode>();
    var schema = new Schema();
    for (var line : lines()) {
      if (line.startsWith("KIND\t")) {
        schema = new Schema();
        definitions.add(definition(line.split("\t", -1), schema));
      } else if (!line.startsWith("#")) {
        schema.add(line);
      }
    }
    return definitions.stream()
        .map(tree -> JSON.convertValue(tree, CustomResourceDefinition.class))
        .toList();
  }

  private static ObjectNode definition(String[] cells, Schema schema) {
    var kind = cells[3];
    var plural = cells[4];
    var tree = JSON.createObjectNode();
    tree.put("apiVersion", "apiextensions.k8s.io/v1").put("kind", "CustomResourceDefinition");
    tree.putObject("metadata").put("name", plural + "." + cells[1]);
    var spec = tree.putObject("spec").put("group", cells[1]).put("scope", cells[5]);
    spec.putObject("names")
        .put("plural", plural)
        .put("singular", kind.toLowerCase(Locale.ROOT))
        .put("kind", kind)
        .put("listKind", kind + "List");
    var version = spec.putArray("versions").addObject().put("name", cells[2]);
    version.put("served", true).put("storage", true);
    if (cells[6].equals("status")) {
      version.putObject("subresources").putObject("status");
    }
    version.putObject("schema").set("openAPIV3Schema", schema.root());
    return tree;
  }

  private static List<String> lines() {
    try (var table = Objects.requireNonNull(Definitions.class.getResourceAsStream(TABLE), TABLE)) {
      return new String(table.readAllBytes(), UTF_8).lines().toList();
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot read " + TABLE, failed);
    }
  }
}
