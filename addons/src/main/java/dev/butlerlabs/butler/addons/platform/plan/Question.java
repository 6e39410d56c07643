package dev.butlerlabs.butler.addons.platform.plan;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.clusters.ClusterAddons;
import dev.butlerlabs.butler.api.clusters.ClusterAddons.CertManager;
import dev.butlerlabs.butler.api.clusters.ClusterAddons.Ingress;
import dev.butlerlabs.butler.api.clusters.ClusterAddons.IngressProvider;
import dev.butlerlabs.butler.api.clusters.ClusterAddons.MetricsServer;
import dev.butlerlabs.butler.api.clusters.ClusterAddons.Storage;
import dev.butlerlabs.butler.api.clusters.ClusterAddons.StorageProvider;
import dev.butlerlabs.butler.api.clusters.TenantClusterSpec;
import dev.butlerlabs.butler.api.clusters.TenantClusterSpec.ManagementMode;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.AddonVersions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * All that decides which addons come with a cluster.
 *
 * @param endpoint where its API server is reached, host and port; empty while nobody knows
 * @param platformName what the cluster is called on a platform where others have one of its name
 * @param versions what the platform wants where the manifest names none
 * @param pinned versions that are installed, by definition
 * @param defaults what the team gives its new clusters
 * @param ordered those of them that were ordered before
 * @param care how the platform wants addons looked after where the manifest does not say
 */
public record Question(
    TenantClusterSpec spec,
    ProviderType provider,
    String endpoint,
    String platformName,
    AddonVersions versions,
    Map<String, String> pinned,
    Map<String, AddonDefinitionSpec> catalog,
    List<String> defaults,
    Set<String> ordered,
    Care care) {

  /** Addons that have a word of their own in a manifest, which is the last one. */
  static final Set<String> SAID_IN_MANIFEST =
      Set.of("cert-manager", "longhorn", "traefik", "metrics-server");

  public Question {
    pinned = Map.copyOf(pinned);
    catalog = Map.copyOf(catalog);
    defaults = List.copyOf(defaults);
    ordered = Set.copyOf(ordered);
  }

  ClusterAddons addons() {
    return Objects.requireNonNullElse(spec.addons(), ClusterAddons.none());
  }

  /**
   * What the manifest says, completed by the team: where the manifest has no word on an addon, the
   * team's counts as if it stood there.
   */
  ClusterAddons completed() {
    var said = addons();
    return new ClusterAddons(
        said.cni(),
        said.loadBalancer(),
        said.certManager() == null && defaults.contains("cert-manager")
            ? new CertManager(null, null, null, null, null)
            : said.certManager(),
        said.storage() == null && defaults.contains("longhorn")
            ? new Storage(StorageProvider.LONGHORN, null, null, null, null)
            : said.storage(),
        said.ingress() == null && defaults.contains("traefik")
            ? new Ingress(null, IngressProvider.TRAEFIK, null, null, null, null)
            : said.ingress(),
        said.metricsServer() == null && defaults.contains("metrics-server")
            ? new MetricsServer(null, null, null, null, null)
            : said.metricsServer(),
        said.gitops(),
        said.driftPolicy(),
        said.upgradePolicy());
  }

  /** Where the API server is reached, once anybody knows. */
  Optional<Address> apiServer() {
    var colon = endpoint.lastIndexOf(':');
    return colon < 0
        ? Optional.empty()
        : Optional.of(
            new Address(
                endpoint.substring(0, colon).replaceAll("^\\[|]$", ""),
                Integer.parseInt(endpoint.substring(colon + 1))));
  }

  /** A host, without brackets, and a port. */
  record Address(String host, int port) {}

  /** Git has the word about addons, once they are there. */
  boolean handedOver() {
    var policy = spec.managementPolicy();
    return policy != null && policy.mode() == ManagementMode.GIT_OPS;
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
