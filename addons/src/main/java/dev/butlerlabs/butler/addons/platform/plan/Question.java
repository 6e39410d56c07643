package dev.butlerlabs.butler.addons.platform.plan;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.clusters.ClusterAddons;
import dev.butlerlabs.butler.api.clusters.TenantClusterSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.AddonVersions;
import java.util.Map;
import java.util.Objects;

/**
 * All that decides which addons come with a cluster.
 *
 * @param endpoint where its API server is reached, host and port; empty while nobody knows
 * @param versions what the platform wants where the manifest names none
 * @param pinned versions that are installed, by definition
 */
public record Question(
    TenantClusterSpec spec,
    ProviderType provider,
    String endpoint,
    AddonVersions versions,
    Map<String, String> pinned,
    Map<String, AddonDefinitionSpec> catalog) {

  public Question {
    pinned = Map.copyOf(pinned);
    catalog = Map.copyOf(catalog);
  }

  ClusterAddons addons() {
    return Objects.requireNonNullElse(spec.addons(), ClusterAddons.none());
  }

  /** Workers are simulated: nothing comes with the cluster but what the manifest names. */
  boolean onlyNamed() {
    return provider == ProviderType.LOCAL;
  }

  /** Nodes take no pods before a cloud controller has been there. */
  boolean needsCloudController() {
    var plane = spec.controlPlane();
    return provider.cloud()
        && (plane == null || !Boolean.FALSE.equals(plane.externalCloudProvider()));
  }
}
