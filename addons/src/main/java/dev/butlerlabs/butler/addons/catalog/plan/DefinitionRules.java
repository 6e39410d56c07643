package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.api.TimeSpan;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What an AddonDefinition may say. */
public final class DefinitionRules {

  private static final Pattern DIGEST = Pattern.compile("(sha256:)?[0-9a-f]{64}");

  private DefinitionRules() {}

  /**
   * All that is wrong with the definition; who is needed and not there is told by {@link #absent}.
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
    problems.addAll(source(name, chart, policy));
    problems.addAll(versions(chart));
    problems.addAll(first(spec.prerequisites()));
    problems.addAll(places(name, spec));
    problems.addAll(ParameterRules.check(spec));
    problems.addAll(ClusterRules.check("spec.health", spec.health()));
    problems.addAll(ClusterRules.check("spec.preflight", spec.preflight()));
    problems.addAll(relations(name, spec, others));
    problems.addAll(takeover(name, spec, others));
    return List.copyOf(problems);
  }

  /** Those it needs that are not there; they may still come. */
  public static List<Problem> absent(
      String name, AddonDefinitionSpec spec, Map<String, AddonDefinitionSpec> others) {
    return spec.dependsOn().stream()
        .filter(needed -> !needed.equals(name))
        .flatMap(needed -> CatalogRules.absent("spec.dependsOn", needed, others).stream())
        .toList();
  }

  private static List<Problem> source(
      String name, AddonDefinitionSpec.Chart chart, SourcePolicy policy) {
    if (Carried.is(chart.repository())) {
      return Stream.concat(Carried.check(name, chart.name()).stream(), unsigned(chart).stream())
          .toList();
    }
    var problems =
        new ArrayList<>(
            Source.check(
                "spec.chart.repository", chart.repository(), "spec.chart.name", chart.name()));
    policy.check("spec.chart.repository", chart.repository()).ifPresent(problems::add);
    return problems;
  }

  /** What the manager carries is as trustworthy as the manager. */
  private static Optional<Problem> unsigned(AddonDefinitionSpec.Chart chart) {
    return Optional.ofNullable(chart.provenance())
        .map(
            _ ->
                new Problem(
                    "spec.chart.provenance",
                    "charts that the manager carries have no signature of their own",
                    "leave it out; digests pin what they are"));
  }

  private static List<Problem> versions(AddonDefinitionSpec.Chart chart) {
    var problems = new ArrayList<Problem>();
    Source.version("spec.chart.defaultVersion", chart.defaultVersion()).ifPresent(problems::add);
    for (var i = 0; i < chart.availableVersions().size(); i++) {
      Versions.entry(
              "spec.chart.availableVersions[%d]".formatted(i), chart.availableVersions().get(i))
          .ifPresent(problems::add);
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

  private static List<Problem> first(List<AddonDefinitionSpec.Prerequisite> charts) {
    var problems = new ArrayList<Problem>();
    for (var i = 0; i < charts.size(); i++) {
      var one = charts.get(i);
      var field = "spec.prerequisites[%d]".formatted(i);
      Source.chart(field + ".chart", one.chart()).ifPresent(problems::add);
      Source.version(field + ".version", one.version()).ifPresent(problems::add);
      if (one.releaseName() != null && !one.releaseName().isEmpty()) {
        ReleaseKey.wrongName(one.releaseName())
            .map(trouble -> new Problem(field + ".releaseName", trouble, "choose another name"))
            .ifPresent(problems::add);
      }
    }
    return problems;
  }

  private static List<Problem> places(String name, AddonDefinitionSpec spec) {
    var problems = new ArrayList<Problem>();
    var namespace = spec.namespaceFor(name);
    var release = spec.releaseFor(name);
    ReleaseKey.wrongNamespace(namespace)
        .map(trouble -> new Problem("spec.defaults.namespace", trouble, "choose another name"))
        .ifPresent(problems::add);
    ReleaseKey.wrongName(release)
        .map(trouble -> new Problem("spec.defaults.releaseName", trouble, "choose another name"))
        .ifPresent(problems::add);
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
