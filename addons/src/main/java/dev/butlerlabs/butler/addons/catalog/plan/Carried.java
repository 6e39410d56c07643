package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.kernel.Problem;
import java.util.Optional;
import java.util.Set;

/**
 * Charts that the manager carries, where the makers of what they install publish none. They are
 * part of the platform: only the definitions that come with it take them.
 */
public final class Carried {

  /** What stands for a repository then. */
  public static final String ADDRESS = "manager://charts";

  /** Definition and chart have the same name. */
  static final Set<String> NAMES = Set.of("gcp-cloud-controller-manager", "gcp-csi-driver");

  private Carried() {}

  /** Whether the charts lie in the manager, and not at an address. */
  public static boolean is(String repository) {
    return repository.equals(ADDRESS);
  }

  /** What is wrong with a definition that takes one of them. */
  static Optional<Problem> check(String definition, String chart) {
    return NAMES.contains(definition) && chart.equals(definition)
        ? Optional.empty()
        : Optional.of(
            new Problem(
                "spec.chart.repository",
                "%s is for definitions that come with the platform, each with the chart of its own name"
                    .formatted(ADDRESS),
                "write http://, https:// or oci://, a host and a path"));
  }
}
