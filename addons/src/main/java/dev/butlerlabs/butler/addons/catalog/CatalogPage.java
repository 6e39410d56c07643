package dev.butlerlabs.butler.addons.catalog;

import dev.butlerlabs.butler.addons.catalog.plan.Carried;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.AddonParameter;
import dev.butlerlabs.butler.api.addons.HealthRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** docs/reference/addons.md, made from the catalog. */
final class CatalogPage {

  private static final String TOP =
      """
      # The addon catalog

      What comes with the platform. This page is made from the definitions in `addons/src/main/resources/catalog`; a test compares them.
      Names, versions and addresses of charts are those their projects publish; values are those the entry lays over the chart's own. Charts of the manager are ours
      ([decision 63](../adr/0063-charts-the-manager-carries.md)): their projects publish none.
      An AddonDefinition of your own stands beside these and obeys the same rules.
      """;

  private CatalogPage() {}

  static String of(List<AddonDefinition> catalog) {
    var page = new StringBuilder(TOP);
    page.append(
        "\n## With clusters\n\nChosen by infrastructure and manifest; no TenantAddon can name them.\n");
    table(page, catalog.stream().filter(one -> one.getSpec().essential()).toList());
    page.append("\n## For choosing\n");
    var others = catalog.stream().filter(one -> !one.getSpec().essential()).toList();
    table(page, others);
    page.append("\n## What to know before choosing\n\n");
    others.forEach(one -> notes(one).forEach(note -> page.append("- ").append(note).append('\n')));
    return page.toString();
  }

  private static void table(StringBuilder page, List<AddonDefinition> entries) {
    page.append("\n| Name | What it is | Chart | Namespace / release | Pods may | Needs first |\n");
    page.append("|---|---|---|---|---|---|\n");
    for (var entry : entries) {
      var name = entry.getMetadata().getName();
      var spec = entry.getSpec();
      page.append(
          "| `%s` | %s | `%s` %s of %s | `%s` / `%s` | %s | %s |%n"
              .formatted(
                  name,
                  spec.description(),
                  spec.chart().name(),
                  versions(spec.chart()),
                  source(spec.chart().repository()),
                  spec.namespaceFor(name),
                  spec.releaseFor(name),
                  spec.effectivePodSecurity().name().toLowerCase(Locale.ROOT),
                  needs(spec)));
    }
  }

  private static String source(String repository) {
    return Carried.is(repository) ? "the manager" : repository;
  }

  private static String versions(AddonDefinitionSpec.Chart chart) {
    var others =
        chart.availableVersions().stream()
            .filter(version -> !version.equals(chart.defaultVersion()))
            .collect(Collectors.joining(", "));
    return others.isEmpty() ? chart.defaultVersion() : chart.defaultVersion() + " (" + others + ")";
  }

  private static String needs(AddonDefinitionSpec spec) {
    var all = new ArrayList<String>();
    spec.dependsOn().forEach(name -> all.add("`" + name + "`"));
    spec.prerequisites()
        .forEach(chart -> all.add("chart `%s` %s".formatted(chart.chart(), chart.version())));
    return all.isEmpty() ? "–" : String.join(", ", all);
  }

  private static List<String> notes(AddonDefinition entry) {
    var notes = new ArrayList<String>();
    var name = "`" + entry.getMetadata().getName() + "`";
    var spec = entry.getSpec();
    if (spec.deprecated() != null) {
      notes.add(name + " is deprecated: " + spec.deprecated());
    }
    spec.requiredValues()
        .forEach(
            value ->
                notes.add(
                    "%s needs the value `%s`: %s"
                        .formatted(name, value.path(), value.description())));
    spec.parameters().forEach(value -> notes.add(name + parameter(value)));
    spec.preflight().forEach(rule -> notes.add(name + first(rule)));
    spec.conflicts()
        .forEach(other -> notes.add("%s cannot stand beside `%s`".formatted(name, other)));
    return notes;
  }

  private static String parameter(AddonParameter value) {
    var what = "`%s` (%s)".formatted(value.path(), value.type().word());
    var purpose = value.description() == null ? "" : ": " + value.description();
    if (value.from() != null) {
      return " takes %s from the cluster (%s) unless it is given%s"
          .formatted(what, value.from().word(), purpose);
    }
    return (value.needed() ? " needs the value " : " may be given ") + what + purpose;
  }

  private static String first(HealthRule rule) {
    var object = "%s%s".formatted(rule.kind(), rule.name() == null ? "" : " " + rule.name());
    var marks = new ArrayList<String>();
    rule.labels().forEach((key, value) -> marks.add("`%s: %s`".formatted(key, value)));
    rule.annotations().forEach((key, value) -> marks.add("`%s: %s`".formatted(key, value)));
    return " is held back until the cluster has a %s%s%s%s"
        .formatted(
            object,
            marks.isEmpty() ? "" : " with " + String.join(", ", marks),
            rule.onlyWithValue() == null
                ? ""
                : ", if `%s` says something".formatted(rule.onlyWithValue()),
            rule.unlessValue() == null ? "" : ", unless `%s` does".formatted(rule.unlessValue()));
  }
}
