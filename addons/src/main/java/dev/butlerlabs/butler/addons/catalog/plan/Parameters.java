package dev.butlerlabs.butler.addons.catalog.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.AddonParameter;
import dev.butlerlabs.butler.api.addons.AddonParameter.Fact;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values of which a definition says what they have to be, and where they come from. */
public final class Parameters {

  private static final String VALUES = "spec.values.";

  private Parameters() {}

  /**
   * Values of a definition, with what is known of the cluster.
   *
   * @param below what the definition lays under the addon's own
   * @param awaited what has to be known first, one clause each
   */
  public record Filled(ObjectNode below, List<String> awaited) {

    public Filled {
      awaited = List.copyOf(awaited);
    }
  }

  /** What the way leads to; only maps lie on it. */
  static JsonNode at(JsonNode values, String path) {
    var found = values;
    for (var key : path.split("\\.", -1)) {
      found = found.isObject() ? found.path(key) : MissingNode.getInstance();
    }
    return found;
  }

  /** Whether the values say something there: neither nothing, nor false, nor something empty. */
  public static boolean says(JsonNode values, String path) {
    var found = at(values, path);
    return switch (found.getNodeType()) {
      case MISSING, NULL -> false;
      case BOOLEAN -> found.asBoolean();
      case STRING -> !found.asText().isBlank() && !found.asText().equals("false");
      case ARRAY, OBJECT -> !found.isEmpty();
      case NUMBER, BINARY, POJO -> true;
    };
  }

  /**
   * What is wrong with the values of an addon.
   *
   * @param addon the name of the definition
   * @param values its own, over those of the definition
   */
  static List<Problem> check(String addon, AddonDefinitionSpec definition, JsonNode values) {
    return check(addon, definition, values, true);
  }

  /** The same once everything is filled in that is known. */
  public static List<Problem> check(AddonDefinitionSpec definition, JsonNode values) {
    return check(definition.displayName(), definition, values, false);
  }

  private static List<Problem> check(
      String addon, AddonDefinitionSpec definition, JsonNode values, boolean before) {
    var told = new HashSet<String>();
    definition.requiredValues().forEach(one -> told.add(one.path()));
    var problems = new ArrayList<Problem>();
    for (var parameter : definition.parameters()) {
      var field = VALUES + parameter.path();
      var value = at(values, parameter.path());
      if (Typed.given(parameter, value)) {
        Typed.check(parameter, field, value).ifPresent(problems::add);
      } else if (parameter.needed()
          && !(before && filled(parameter, value))
          && told.add(parameter.path())) {
        problems.add(missing(field, addon, parameter.description()));
      }
    }
    return problems;
  }

  /** That a value has to be given. */
  static Problem missing(String field, String addon, @Nullable String description) {
    return new Problem(
        field, addon + " does not work without it", description == null ? "set it" : description);
  }

  /** Whether it is for the controller to fill in: what somebody left empty stays so. */
  private static boolean filled(AddonParameter parameter, JsonNode value) {
    return parameter.from() != null && value.isMissingNode();
  }

  /** Those of an addon of the management cluster that would be filled in on another one. */
  static List<Problem> unknown(
      AddonDefinitionSpec definition, @Nullable JsonNode own, boolean needed) {
    var defaults = definition.defaults() == null ? null : definition.defaults().values();
    var values = Values.over(defaults, own);
    var problems = new ArrayList<Problem>();
    for (var parameter : definition.parameters()) {
      var from = parameter.from();
      if (from != null
          && parameter.needed() == needed
          && filled(parameter, at(values, parameter.path()))) {
        problems.add(
            new Problem(
                VALUES + parameter.path(),
                "%s is known of TenantClusters only, and the management cluster is none"
                    .formatted(from.word()),
                needed ? "write the value" : "write the value, or it is left out"));
      }
    }
    return problems;
  }

  /** Where nothing is filled in. */
  public static Filled unfilled(AddonDefinitionSpec definition) {
    var defaults = definition.defaults() == null ? null : definition.defaults().values();
    return new Filled(Values.over(defaults, null), List.of());
  }

  /** Fills in what is known of the cluster, where neither the addon nor the definition says it. */
  public static Filled fill(
      AddonDefinitionSpec definition, @Nullable JsonNode own, ClusterFacts cluster) {
    var defaults = definition.defaults() == null ? null : definition.defaults().values();
    var below = unfilled(definition).below();
    var given = Values.over(defaults, own);
    var awaited = new ArrayList<String>();
    for (var parameter : definition.parameters()) {
      var from = parameter.from();
      if (from == null || !filled(parameter, at(given, parameter.path()))) {
        continue;
      }
      var known = cluster.find(from);
      if (known.isPresent()) {
        put(below, parameter.path(), known.get());
      } else if (from != Fact.ENVIRONMENT || parameter.needed()) {
        awaited.add(awaited(parameter.path(), from));
      }
    }
    return new Filled(below, awaited);
  }

  /** Where a text lies on the way nothing can be put; the rules of definitions tell that. */
  private static void put(ObjectNode values, String path, String text) {
    var keys = path.split("\\.", -1);
    var map = values;
    for (var i = 0; i < keys.length - 1; i++) {
      var next = map.get(keys[i]);
      if (next == null || next.isNull()) {
        map = map.putObject(keys[i]);
      } else if (next instanceof ObjectNode deeper) {
        map = deeper;
      } else {
        return;
      }
    }
    map.put(keys[keys.length - 1], text);
  }

  private static String awaited(String path, Fact from) {
    return switch (from) {
      case ENVIRONMENT ->
          "the cluster has no label %s, which values.%s is taken from; label it, or write the value into spec.values"
              .formatted(Labels.ENVIRONMENT, path);
      case CONTROL_PLANE_ENDPOINT ->
          "the cluster has no endpoint yet, which values.%s is taken from".formatted(path);
      case PROVIDER ->
          "it is not known yet on what the cluster runs, which values.%s is taken from; its ProviderConfig tells"
              .formatted(path);
      case CLUSTER_NAME, CLUSTER_NAMESPACE, CLUSTER_UID ->
          "the cluster is not there yet, whose %s values.%s is taken from"
              .formatted(from.word(), path);
    };
  }
}
