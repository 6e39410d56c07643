package dev.butlerlabs.butler.addons.catalog.plan;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.ManagementAddonSpec;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Definitions and addons for tests, written as little as the test needs. */
final class Entries {

  private Entries() {}

  /** A sound definition; {@code more} is laid over it. */
  static AddonDefinitionSpec definition(String more) {
    return read(
        """
        displayName: Some
        description: Something.
        category: other
        chart: {repository: "https://charts.example.com", name: some, defaultVersion: 1.0.0}
        """,
        more,
        AddonDefinitionSpec.class);
  }

  /** An addon on cluster {@code web}. */
  static TenantAddonSpec addon(String more) {
    return read("clusterRef: {name: web}", more, TenantAddonSpec.class);
  }

  /** An addon of the management cluster. */
  static ManagementAddonSpec managed(String yaml) {
    return read("{}", yaml, ManagementAddonSpec.class);
  }

  private static <T> T read(String base, String more, Class<T> type) {
    try {
      var yaml = new YAMLMapper();
      var tree = Values.over(yaml.readTree(base), yaml.readTree(more));
      return WireFormat.mapper().treeToValue(tree, type);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
