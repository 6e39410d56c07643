package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.api.addons.HealthRule;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What a definition may ask of a cluster; the API server holds the rest of what rules may say. */
final class ClusterRules {

  private static final Pattern KEY =
      Pattern.compile(
          "([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?[A-Za-z0-9]([-\\w.]{0,61}[A-Za-z0-9])?");
  private static final Pattern LABEL_VALUE =
      Pattern.compile("([A-Za-z0-9]([-\\w.]{0,61}[A-Za-z0-9])?)?");

  private ClusterRules() {}

  /**
   * What is wrong with the rules.
   *
   * @param list where they stand
   */
  static List<Problem> check(String list, List<HealthRule> rules) {
    var problems = new ArrayList<Problem>();
    for (var i = 0; i < rules.size(); i++) {
      problems.addAll(check("%s[%d]".formatted(list, i), rules.get(i)));
    }
    return problems;
  }

  private static List<Problem> check(String field, HealthRule rule) {
    var problems = new ArrayList<Problem>();
    if (rule.namespace() != null && !rule.namespace().isEmpty()) {
      ReleaseKey.wrongNamespace(rule.namespace())
          .map(trouble -> new Problem(field + ".namespace", trouble, "name one that can be"))
          .ifPresent(problems::add);
    }
    rule.labels()
        .forEach(
            (key, value) -> {
              if (!KEY.matcher(key).matches() || !LABEL_VALUE.matcher(value).matches()) {
                problems.add(impossible(field + ".labels", "label", key, value));
              }
            });
    rule.annotations()
        .forEach(
            (key, value) -> {
              if (!KEY.matcher(key).matches()) {
                problems.add(impossible(field + ".annotations", "annotation", key, value));
              }
            });
    return problems;
  }

  private static Problem impossible(String field, String what, String key, String value) {
    return new Problem(
        field,
        "no object can have the %s \"%s: %s\"".formatted(what, key, value),
        "write one that objects of this kind have");
  }
}
