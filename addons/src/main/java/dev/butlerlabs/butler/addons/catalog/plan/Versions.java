package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.Chart;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which versions of a chart may be asked for: any, or where the definition says so only the default
 * and those that it lists.
 */
public final class Versions {

  /** All patches of a minor version, or all of a major one: {@code 1.17.x}, {@code 1.x}. */
  private static final Pattern MANY = Pattern.compile("v?\\d{1,9}(\\.\\d{1,9})?\\.x");

  private Versions() {}

  /**
   * That it is none of them.
   *
   * @param field where the version is named
   * @param version empty for none
   * @param installed what serves now, which may be named whatever the list says by now; empty for
   *     nothing
   */
  public static Optional<Problem> check(
      String field, String addon, Chart chart, String version, String installed) {
    var open = !Boolean.TRUE.equals(chart.onlyAvailableVersions());
    if (open || version.isEmpty() || same(version, installed)) {
      return Optional.empty();
    }
    var offered = offered(chart);
    return offered.stream().anyMatch(entry -> allows(entry, version))
        ? Optional.empty()
        : Optional.of(
            new Problem(
                field,
                "%s is not offered in version %s, but in %s"
                    .formatted(addon, version, String.join(", ", offered)),
                "write one of these, or have a platform admin add it to"
                    + " spec.chart.availableVersions of AddonDefinition "
                    + addon));
  }

  /** What is wrong with an entry of the list. */
  static Optional<Problem> entry(String field, String entry) {
    return MANY.matcher(entry).matches() ? Optional.empty() : Source.version(field, entry);
  }

  private static Set<String> offered(Chart chart) {
    var offered = new LinkedHashSet<String>();
    offered.add(chart.defaultVersion());
    offered.addAll(chart.availableVersions());
    return offered;
  }

  /** What comes before a version, such as a release candidate, is only meant by its own name. */
  private static boolean allows(String entry, String version) {
    return MANY.matcher(entry).matches()
        ? SemVer.read(version).filter(one -> one.label().isEmpty()).isPresent()
            && bare(version).startsWith(bare(entry).substring(0, bare(entry).length() - 1))
        : same(entry, version);
  }

  private static boolean same(String one, String other) {
    return bare(one).equals(bare(other));
  }

  /** Helm finds v1.2.3 when it is asked for 1.2.3. */
  private static String bare(String version) {
    return version.startsWith("v") ? version.substring(1) : version;
  }
}
