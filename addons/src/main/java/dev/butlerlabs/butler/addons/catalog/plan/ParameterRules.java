package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.AddonParameter;
import dev.butlerlabs.butler.api.addons.AddonParameter.ValueType;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** What an AddonDefinition may say about its parameters. */
final class ParameterRules {

  private ParameterRules() {}

  static List<Problem> check(AddonDefinitionSpec spec) {
    var defaults = spec.defaults() == null ? null : spec.defaults().values();
    var values = Values.over(defaults, null);
    var problems = new ArrayList<Problem>();
    var paths = new HashSet<String>();
    for (var i = 0; i < spec.parameters().size(); i++) {
      var parameter = spec.parameters().get(i);
      var field = "spec.parameters[%d]".formatted(i);
      if (!paths.add(parameter.path())) {
        problems.add(
            new Problem(field + ".path", "another one has this path", "say it all in one"));
      }
      problems.addAll(shape(field, parameter));
      problems.addAll(allowed(field, parameter));
      from(field, parameter).ifPresent(problems::add);
      var value = Parameters.at(values, parameter.path());
      if (Typed.given(parameter, value)) {
        Typed.check(parameter, "spec.defaults.values." + parameter.path(), value)
            .ifPresent(problems::add);
      }
    }
    return problems;
  }

  private static List<Problem> shape(String field, AddonParameter parameter) {
    var pattern = parameter.pattern();
    if (pattern == null || pattern.isEmpty()) {
      return List.of();
    }
    if (parameter.type() != ValueType.STRING) {
      return List.of(
          new Problem(
              field + ".pattern",
              "only a String is judged by its text, and this is a " + parameter.type().word(),
              "take it out, or write type: String"));
    }
    return TextShape.of(pattern).isPresent()
        ? List.of()
        : List.of(
            new Problem(
                field + ".pattern",
                "this is no pattern that can be told",
                "write characters and classes such as [a-z0-9-], each with *, +, ? or {2,8}; no"
                    + " groups and no alternatives"));
  }

  private static List<Problem> allowed(String field, AddonParameter parameter) {
    var problems = new ArrayList<Problem>();
    for (var i = 0; i < parameter.allowed().size(); i++) {
      if (Typed.read(parameter.type(), parameter.allowed().get(i)).isEmpty()) {
        problems.add(
            new Problem(
                field + ".allowed[%d]".formatted(i),
                "this is no " + parameter.type().word(),
                parameter.type() == ValueType.LIST || parameter.type() == ValueType.MAP
                    ? "take allowed out; lists and maps are not compared"
                    : "write one that is"));
      }
    }
    return problems;
  }

  private static Optional<Problem> from(String field, AddonParameter parameter) {
    return parameter.from() == null || parameter.type() == ValueType.STRING
        ? Optional.empty()
        : Optional.of(
            new Problem(
                field + ".from",
                "what is known of a cluster is a text and no " + parameter.type().word(),
                "write type: String"));
  }
}
