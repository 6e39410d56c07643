package dev.butlerlabs.butler.addons.catalog.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What holds for whoever names an entry of the catalog. */
public final class CatalogRules {

  private CatalogRules() {}

  /** That there is no such definition; it may still come. */
  public static Optional<Problem> absent(String addon, Map<String, AddonDefinitionSpec> catalog) {
    return absent("spec.addon", addon, catalog);
  }

  /**
   * The same for other places where one is named.
   *
   * @param field where it is named
   */
  public static Optional<Problem> absent(
      String field, String addon, Map<String, AddonDefinitionSpec> catalog) {
    return catalog.containsKey(addon)
        ? Optional.empty()
        : Optional.of(
            new Problem(
                field,
                "there is no AddonDefinition " + addon,
                Nearest.to(addon, catalog.keySet())
                    .map("did you mean %s?"::formatted)
                    .orElse("kubectl get addondefinitions lists those there are")));
  }

  /** What is wrong with how the definition is used. */
  static List<Problem> check(
      String addon,
      AddonDefinitionSpec definition,
      @Nullable String version,
      @Nullable JsonNode values,
      SourcePolicy policy) {
    var problems = new ArrayList<Problem>();
    if (version != null && !version.isEmpty()) {
      Source.version("spec.version", version).ifPresent(problems::add);
    }
    policy.checkEntry(addon, definition.chart().repository()).ifPresent(problems::add);
    var defaults = definition.defaults() == null ? null : definition.defaults().values();
    var merged = Values.over(defaults, values);
    for (var required : definition.requiredValues()) {
      if (missing(merged, required.path())) {
        problems.add(
            Parameters.missing("spec.values." + required.path(), addon, required.description()));
      }
    }
    problems.addAll(Parameters.check(addon, definition, merged));
    return problems;
  }

  /**
   * That the definition does not offer the version; it may still come to. What is no version at all
   * is told elsewhere.
   *
   * @param installed what serves now; empty for nothing
   */
  public static List<Problem> offered(
      @Nullable String addon,
      @Nullable String version,
      Map<String, AddonDefinitionSpec> catalog,
      String installed) {
    if (addon == null
        || version == null
        || !catalog.containsKey(addon)
        || Source.version("spec.version", version).isPresent()) {
      return List.of();
    }
    var chart = Objects.requireNonNull(catalog.get(addon)).chart();
    return Versions.check("spec.version", addon, chart, version, installed).stream().toList();
  }

  private static boolean missing(JsonNode values, String path) {
    var found = values.at("/" + path.replace('.', '/'));
    return found.isMissingNode()
        || found.isNull()
        || (found.isTextual() && found.asText().isBlank())
        || (found.isContainerNode() && found.isEmpty());
  }
}
