package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.api.TimeSpan;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What an AddonDefinition may say. */
public final class DefinitionRules {

  private static final Pattern DIGEST = Pattern.compile("(sha256:)?[0-9a-f]{64}");
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final int LONGEST_RELEASE = 53;

  private DefinitionRules() {}

  /**
   * All that is wrong with the definition.
   *
   * @param others the other definitions, by name
   */
  public static List<Problem> check(
      String name,
      AddonDefinitionSpec spec,
      Map<String, AddonDefinitionSpec> others,
      SourcePolicy policy) {
    var chart = spec.chart();
    var problems = new ArrayList<Problem>();
    problems.addAll(
        Source.check("spec.chart", chart.repository(), chart.name(), chart.defaultVersion()));
    policy.check("spec.chart", chart.repository()).ifPresent(problems::add);
    problems.addAll(versions(chart));
    problems.addAll(places(name, spec));
    problems.addAll(relations(name, spec, others));
    problems.addAll(takeover(name, spec, others));
    return List.copyOf(problems);
  }

  private static List<Problem> versions(AddonDefinitionSpec.Chart chart) {
    var problems = new ArrayList<Problem>();
    for (var version : chart.availableVersions()) {
      if (!Source.exact(version)) {
        problems.add(
            new Problem(
                "spec.chart.availableVersions",
                "\"" + version + "\" is not one exact version",
                "write all three numbers, such as 1.2.3"));
      }
    }
    chart
        .digests()
        .forEach(
            (version, digest) -> {
              if (!DIGEST.matcher(digest).matches()) {
                problems.add(
                    new Problem(
                        "spec.chart.digests[" + version + "]",
                        "this is no SHA-256",
                        "write the 64 hexadecimal digits that sha256sum prints"));
              }
            });
    return problems;
  }

  private static List<Problem> places(String name, AddonDefinitionSpec spec) {
    var problems = new ArrayList<Problem>();
    var namespace = spec.namespaceFor(name);
    var release = spec.releaseFor(name);
    if (!LABEL.matcher(namespace).matches()) {
      problems.add(
          new Problem("spec.defaults.namespace", "\"" + namespace + "\" names no namespace", ""));
    }
    if (release.length() > LONGEST_RELEASE || !LABEL.matcher(release).matches()) {
      problems.add(
          new Problem(
              "spec.defaults.releaseName",
              "\"" + release + "\" names no Helm release",
              "at most 53 small letters, digits and dashes"));
    }
    var timeout = spec.defaults() == null ? null : spec.defaults().timeout();
    if (timeout != null && !timeout.matches(TimeSpan.PATTERN)) {
      problems.add(
          new Problem(
              "spec.defaults.timeout", "\"" + timeout + "\" is no span of time", "such as 10m"));
    }
    return problems;
  }

  private static List<Problem> relations(
      String name, AddonDefinitionSpec spec, Map<String, AddonDefinitionSpec> others) {
    var needs = new HashMap<String, List<String>>();
    others.forEach((other, said) -> needs.put(other, said.dependsOn()));
    needs.put(name, spec.dependsOn());
    var graph = new Dependencies(needs);
    var problems = new ArrayList<Problem>();
    graph
        .cycleThrough(name)
        .ifPresent(
            way ->
                problems.add(
                    new Problem(
                        "spec.dependsOn",
                        "each would wait for the other: " + String.join(" → ", way),
                        "take one of them out")));
    if (!graph.missing(name).isEmpty()) {
      problems.add(
          new Problem(
              "spec.dependsOn",
              "there is no AddonDefinition " + String.join(", ", graph.missing(name)),
              "create it first"));
    }
    for (var other : spec.conflicts()) {
      if (other.equals(name) || spec.dependsOn().contains(other)) {
        problems.add(
            new Problem(
                "spec.conflicts", name + " both needs and excludes " + other, "choose one"));
      }
    }
    return problems;
  }

  private static List<Problem> takeover(
      String name, AddonDefinitionSpec spec, Map<String, AddonDefinitionSpec> others) {
    var problems = new ArrayList<Problem>();
    var mine = PlatformReleases.of(name, spec);
    others.forEach(
        (other, said) -> {
          if (said.essential() || spec.essential()) {
            for (var release : PlatformReleases.of(other, said)) {
              if (mine.contains(release)) {
                problems.add(
                    new Problem(
                        "spec.defaults.releaseName",
                        "release %s is that of %s".formatted(release, other),
                        "choose another release name or namespace"));
              }
            }
          }
        });
    return problems;
  }
}
