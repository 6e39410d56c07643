package dev.butlerlabs.butler.api.tenancy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.ControlPlaneExposure;
import dev.butlerlabs.butler.api.ControlPlaneResources;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.Namespaces;
import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.addons.DriftPolicy;
import dev.butlerlabs.butler.api.addons.UpgradePolicy;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import dev.butlerlabs.butler.kernel.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Settings of the platform: tenancy, defaults for teams and clusters, connections. */
public record ButlerConfigSpec(
    @Doc("Whether clusters belong to teams.") @Nullable MultiTenancy multiTenancy,
    @Default("butler-tenants")
        @Doc("Namespace of TenantClusters that have no team. Default: butler-tenants.")
        @Nullable String defaultNamespace,
    @Doc("ProviderConfig in butler-system for clusters whose own spec and team name none.")
        @Nullable LocalRef defaultProviderConfigRef,
    @Doc("Quota of teams that have no resourceLimits of their own.")
        @Nullable TeamLimits defaultTeamLimits,
    @Doc("Addon versions for TenantClusters that name none. Left out: the built-in ones.")
        @Nullable AddonVersions defaultAddonVersions,
    @Doc("Sizes of tenant control planes where the TenantCluster says none. Left out: no bounds.")
        @Nullable ControlPlaneResources defaultControlPlaneResources,
    @Rule(
            value =
                "!has(self.mode) || self.mode == 'LoadBalancer' || (has(self.hostname) &&"
                    + " self.hostname != '')",
            message =
                "modes Ingress and Gateway tell tenants apart by host name: set hostname to a"
                    + " wildcard domain such as *.k8s.example.com")
        @Rule(
            value =
                "!has(self.mode) || self.mode != 'Gateway' || (has(self.gatewayRef) &&"
                    + " self.gatewayRef != '')",
            message = "mode Gateway needs a Gateway: set gatewayRef to namespace/name")
        @Doc(
            "How tenant API servers are reached. Left out: by a load balancer each. A change is for"
                + " new clusters.")
        @Nullable ControlPlaneExposure controlPlaneExposure,
    @Doc(
            "Time servers of workers whose cluster and ProviderConfig name none. Empty: those of"
                + " the image. A change is for new pools, and for others from their next roll-out on.")
        List<String> defaultTimeServers,
    @Doc(
            "Public key that may log in to workers not running Talos. A change is for new pools,"
                + " and for others from their next roll-out on.")
        @Nullable String sshAuthorizedKey,
    @Doc("Git hosting that clusters are exported to.") @Nullable GitProvider gitProvider,
    @Doc("The service that machine images come from.") @Nullable ImageFactory imageFactory,
    @Doc("Where logs and metrics of tenants go.") @Nullable ButlerConfigObservability observability,
    @Doc("The record of who did what.") @Nullable Audit audit,
    @Doc("Where notifications go.") @Nullable Notifications notifications,
    @Doc("What holds for addons of all clusters.") @Nullable AddonSettings addons)
    implements Wire {

  public ButlerConfigSpec {
    defaultTimeServers = Wire.list(defaultTimeServers);
  }

  /** Whether clusters belong to teams. */
  public record MultiTenancy(
      @Default("Disabled")
          @Doc(
              "Enforced (every cluster has a team), Optional (it may), or Disabled (none has)."
                  + " Default: Disabled.")
          @Nullable TenancyMode mode)
      implements Wire {}

  /** Whether clusters belong to teams. */
  public enum TenancyMode {
    @JsonProperty("Enforced")
    ENFORCED,
    @JsonProperty("Optional")
    OPTIONAL,
    @JsonProperty("Disabled")
    DISABLED
  }

  /** Quota of a team that has none of its own. */
  public record TeamLimits(
      @Range(min = 1) @Doc("Number of clusters of a team. Left out: no limit.")
          @Nullable Integer maxClusters,
      @Range(min = 1) @Doc("Number of workers in one cluster. Left out: no limit.")
          @Nullable Integer maxWorkersPerCluster,
      @Doc("CPU cores of all workers of a team, for example 64. Left out: no limit.")
          @Nullable Quantity maxTotalCPU,
      @Doc("Memory of all workers of a team, for example 256Gi. Left out: no limit.")
          @Nullable Quantity maxTotalMemory,
      @Doc("Disk of all workers of a team, for example 2Ti. Left out: no limit.")
          @Nullable Quantity maxTotalStorage)
      implements Wire {

    /** The same limits in the words of a Team. */
    public TeamSpec.ResourceLimits asTeamLimits() {
      return new TeamSpec.ResourceLimits(
          maxClusters,
          maxWorkersPerCluster,
          null,
          maxTotalCPU,
          maxTotalMemory,
          maxTotalStorage,
          null,
          null,
          null,
          List.of(),
          List.of(),
          List.of(),
          List.of());
    }
  }

  /** Chart versions of the essential addons. */
  public record AddonVersions(
      @Doc("Version of Cilium, for example 1.17.0.") @Nullable String cilium,
      @Doc("Version of MetalLB, for example 0.14.9.") @Nullable String metallb,
      @Doc("Version of cert-manager, for example v1.16.2.") @Nullable String certManager,
      @Doc("Version of Longhorn, for example 1.7.2.") @Nullable String longhorn,
      @Doc("Version of Traefik, for example 34.3.0.") @Nullable String traefik,
      @Doc("Version of Flux, for example 2.14.1.") @Nullable String fluxcd)
      implements Wire {}

  /** What holds for addons of all clusters. */
  public record AddonSettings(
      @Doc(
              "Where charts may come from, such as https://charts.example.com/stable or"
                  + " oci://registry.example.com: each address allows what lies below it, and a host"
                  + " may begin with *. for all hosts below it. Empty: from anywhere.")
          List<String> allowedSources,
      @Doc(
              "Where charts are fetched instead of where they are published, for sites without"
                  + " internet. Of several entries above a repository the nearest counts. Empty:"
                  + " where they are published.")
          List<ChartMirror> mirrors,
      @Doc(
              "Sources whose charts have to be signed. Of several entries above a chart the nearest"
                  + " counts. Keys that a definition or an addon names itself come on top: the chart"
                  + " has to be signed by a key that both have. Empty: none has to be.")
          List<SignedSource> signedSources,
      @Doc(
              "What becomes of objects of addons that come with clusters when somebody deletes or"
                  + " edits them, where the TenantCluster does not say: Report or Repair. Left out:"
                  + " Report.")
          @Nullable DriftPolicy driftPolicy,
      @Doc(
              "When addons that come with clusters take what the catalog offers, where the"
                  + " TenantCluster does not say, and as far as nobody names a version. Left out:"
                  + " never.")
          @Nullable UpgradePolicy upgradePolicy)
      implements Wire {

    public AddonSettings {
      allowedSources = Wire.list(allowedSources);
      mirrors = Wire.list(mirrors);
      signedSources = Wire.list(signedSources);
    }
  }

  /** A source whose charts have to be signed. */
  public record SignedSource(
      @Required
          @Pattern("^(https?|oci)://")
          @Doc(
              "Where charts are published, such as https://charts.example.com/stable or"
                  + " oci://ghcr.io, with all that lies below it.")
          String source,
      @Required
          @Doc(
              "Secret in butler-system with the public OpenPGP keys of those who may sign, in its"
                  + " key keyring.")
          LocalRef keysRef)
      implements Wire {}

  /** Another place for charts. */
  public record ChartMirror(
      @Required
          @Pattern("^(https?|oci)://")
          @Doc(
              "Where charts are published, such as https://charts.example.com/stable or"
                  + " oci://ghcr.io, with all that lies below it.")
          String source,
      @Required
          @Pattern("^(https?|oci)://")
          @Doc(
              "Where the same charts are, such as oci://registry.example.com/charts; what follows"
                  + " source in the address of a repository follows here. It need not speak the same"
                  + " protocol.")
          String mirror,
      @Doc(
              "Secret in butler-system with url, and username, password or ca.crt, for the mirror."
                  + " Left out: it is open to all. The one for source is not shown there.")
          @Nullable LocalRef credentialsRef)
      implements Wire {}

  /** A Git hosting service and how to sign in there. */
  public record GitProvider(
      @Required @Doc("Which hosting: github, gitlab or bitbucket.") GitHosting type,
      @Default("https://api.github.com")
          @Doc(
              "Base address of its API; for GitHub Enterprise it ends in /api/v3. Default:"
                  + " https://api.github.com.")
          @Nullable String url,
      @Doc("Organization or group whose repositories are offered. Left out: all that are visible.")
          @Nullable String organization,
      @Required
          @Doc(
              "Secret in butler-system: key token for GitHub and GitLab, keys username and"
                  + " app-password for Bitbucket.")
          LocalRef secretRef)
      implements Wire {

    /** The base address of the API. */
    public String effectiveUrl() {
      return url == null || url.isEmpty() ? "https://api.github.com" : url;
    }
  }

  /** The hosting services spoken to. */
  public enum GitHosting {
    @JsonProperty("github")
    GITHUB,
    @JsonProperty("gitlab")
    GITLAB,
    @JsonProperty("bitbucket")
    BITBUCKET
  }

  /** The service that builds machine images. */
  public record ImageFactory(
      @Required
          @Pattern("^https?://")
          @Doc("Base address of the service, starting with http:// or https://.")
          String url,
      @Doc("Secret with key apiKey. Left out: the service is used without signing in.")
          @Nullable SecretRef credentialsRef,
      @Doc("Schematic of images for clusters that name none.") @Nullable String defaultSchematicID,
      @Default("true")
          @Doc("Brings images to the platform when a cluster needs them. Default: true.")
          @Nullable Boolean autoSync)
      implements Wire {

    /** Whether images are brought over without being asked for. */
    public boolean syncsByItself() {
      return autoSync == null || autoSync;
    }
  }

  /** The record of who did what. */
  public record Audit(
      @Default("true") @Doc("Whether a record is kept. Default: true.") @Nullable Boolean enabled,
      @Default("10000")
          @Range(min = 100, max = 100000)
          @Doc("How many recent entries can be looked up, 100 to 100000. Default: 10000.")
          @Nullable Integer bufferSize,
      @Doc("Address every entry is posted to as well.") @Nullable String webhookURL)
      implements Wire {}

  /** Where notifications go. */
  public record Notifications(
      @Doc("Address every notification is posted to.") @Nullable String webhookURL)
      implements Wire {}

  /** Where charts may come from; empty for anywhere. */
  public List<String> allowedSources() {
    return addons == null ? List.of() : addons.allowedSources();
  }

  /** Whether clusters belong to teams; absent means they do not. */
  public TenancyMode effectiveTenancyMode() {
    return multiTenancy == null || multiTenancy.mode() == null
        ? TenancyMode.DISABLED
        : multiTenancy.mode();
  }

  /** The namespace of clusters without a team. */
  public String effectiveDefaultNamespace() {
    return defaultNamespace == null || defaultNamespace.isEmpty()
        ? Namespaces.DEFAULT_TENANTS
        : defaultNamespace;
  }
}
