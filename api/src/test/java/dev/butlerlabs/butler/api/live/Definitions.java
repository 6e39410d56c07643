package dev.butlerlabs.butler.api.live;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.catalog.Kinds;
import dev.butlerlabs.butler.api.schema.Crds;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.ArrayList;
import java.util.List;

/** The definitions of all our kinds, as the build wrote them and as trees to look into. */
final class Definitions {

  private Definitions() {}

  /** Where the build puts the definitions on the class path. */
  static List<String> resources() {
    return Kinds.all().stream().map(Definitions::resource).toList();
  }

  static String resource(Class<? extends Resource<?, ?>> kind) {
    return "crds/" + CustomResource.getCRDName(kind) + ".yaml";
  }

  static void install(TestCluster cluster) {
    cluster.installResources(resources().toArray(String[]::new));
  }

  /** A rule of a kind by the sentence a user reads when it is broken. */
  record RuleMessage(String kind, String message) {}

  /** Every rule in every definition. */
  static List<RuleMessage> rules() {
    var found = new ArrayList<RuleMessage>();
    for (var kind : Kinds.all()) {
      var definition = Crds.of(kind);
      collect(definition.at("/spec/names/kind").asText(), definition, found);
    }
    return found;
  }

  private static void collect(String kind, JsonNode node, List<RuleMessage> found) {
    for (var rule : node.path("x-kubernetes-validations")) {
      found.add(new RuleMessage(kind, rule.path("message").asText()));
    }
    node.forEach(child -> collect(kind, child, found));
  }

  /** The manifest as it goes over the wire, without a namespace, so that the test's own is used. */
  static GenericKubernetesResource unplaced(JsonNode manifest) {
    var resource = WireFormat.mapper().convertValue(manifest, GenericKubernetesResource.class);
    resource.getMetadata().setNamespace(null);
    return resource;
  }
}
