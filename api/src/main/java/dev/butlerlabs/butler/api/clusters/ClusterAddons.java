package dev.butlerlabs.butler.api.clusters;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.addons.DriftPolicy;
import dev.butlerlabs.butler.api.addons.UpgradePolicy;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Open;
import dev.butlerlabs.butler.api.schema.Required;
import org.jspecify.annotations.Nullable;

/** The addons a cluster starts with. */
public record ClusterAddons(
    @Doc("The network between pods. Left out: Cilium in the platform's version.") @Nullable Cni cni,
    @Doc("What gives LoadBalancer Services their addresses. Left out: MetalLB where it is needed.")
        @Nullable LoadBalancer loadBalancer,
    @Doc("cert-manager. Left out: installed in the platform's version.")
        @Nullable CertManager certManager,
    @Doc("Storage for volumes. Left out: that of the cloud; none on hardware of one's own.")
        @Nullable Storage storage,
    @Doc("The ingress controller. Left out: installed.") @Nullable Ingress ingress,
    @Doc("metrics-server, for kubectl top and autoscaling. Left out: installed.")
        @Nullable MetricsServer metricsServer,
    @Doc("The GitOps engine. Left out: none.") @Nullable GitOps gitops,
    @Doc(
            "What becomes of objects of addons that come with the cluster when somebody deletes or"
                + " edits them: Report or Repair. Left out: as the ButlerConfig says, else Report.")
        @Nullable DriftPolicy driftPolicy,
    @Doc(
            "When addons that come with the cluster take what the catalog offers, as far as nobody"
                + " names a version. Left out: as the ButlerConfig says, else never.")
        @Nullable UpgradePolicy upgradePolicy)
    implements Wire, Tended {

  /** Nothing is said about any addon. */
  public static ClusterAddons none() {
    return new ClusterAddons(null, null, null, null, null, null, null, null, null);
  }

  /** Whether the network between pods serves Services too, so that no kube-proxy is needed. */
  public boolean replacesKubeProxy() {
    var values = cni == null ? null : cni.values();
    return values == null || !"false".equals(values.path("kubeProxyReplacement").asText());
  }

  /** Whether an ingress controller is wanted: unless somebody says no. */
  public boolean ingressWanted() {
    return ingress == null || !Boolean.FALSE.equals(ingress.enabled());
  }

  /** The network between pods. */
  public record Cni(
      @Default("cilium") @Doc("Which one; only cilium.") @Nullable CniProvider provider,
      @Doc("Version of the chart. Left out: the platform's, else the built-in one.")
          @Nullable String version,
      @Open @Doc("Helm values, kept as they are.") @Nullable JsonNode values,
      @Doc(Tended.DRIFT) @Nullable DriftPolicy driftPolicy,
      @Doc(Tended.UPGRADES) @Nullable UpgradePolicy upgradePolicy)
      implements Wire, Tended {}

  /** Networks between pods. */
  public enum CniProvider {
    @JsonProperty("cilium")
    CILIUM
  }

  /** What gives LoadBalancer Services their addresses. */
  public record LoadBalancer(
      @Default("metallb") @Doc("Which one; only metallb.") @Nullable LoadBalancerProvider provider,
      @Doc("Version of the chart. Left out: the platform's, else the built-in one.")
          @Nullable String version,
      @Open @Doc("Helm values, kept as they are.") @Nullable JsonNode values,
      @Doc(Tended.DRIFT) @Nullable DriftPolicy driftPolicy,
      @Doc(Tended.UPGRADES) @Nullable UpgradePolicy upgradePolicy)
      implements Wire, Tended {}

  /** Load balancers inside a cluster. */
  public enum LoadBalancerProvider {
    @JsonProperty("metallb")
    METALLB
  }

  /** cert-manager. */
  public record CertManager(
      @Default("true") @Doc("Whether it is installed; true when left out.")
          @Nullable Boolean enabled,
      @Doc("Version of the chart. Left out: the platform's, else the built-in one.")
          @Nullable String version,
      @Open @Doc("Helm values, kept as they are.") @Nullable JsonNode values,
      @Doc(Tended.DRIFT) @Nullable DriftPolicy driftPolicy,
      @Doc(Tended.UPGRADES) @Nullable UpgradePolicy upgradePolicy)
      implements Wire, Tended {}

  /** Storage for volumes. */
  public record Storage(
      @Doc("Which one: longhorn or linstor. Left out: longhorn. Cannot change.")
          @Nullable StorageProvider provider,
      @Doc("Version of the chart. Left out: the platform's, else the built-in one.")
          @Nullable String version,
      @Open @Doc("Helm values, kept as they are.") @Nullable JsonNode values,
      @Doc(Tended.DRIFT) @Nullable DriftPolicy driftPolicy,
      @Doc(Tended.UPGRADES) @Nullable UpgradePolicy upgradePolicy)
      implements Wire, Tended {}

  /** Storage systems. */
  public enum StorageProvider {
    @JsonProperty("longhorn")
    LONGHORN,
    @JsonProperty("linstor")
    LINSTOR
  }

  /** The ingress controller. */
  public record Ingress(
      @Default("true")
          @Doc(
              "Whether it is installed; false saves one load balancer address. True when left out.")
          @Nullable Boolean enabled,
      @Doc("Which one: traefik or nginx. Left out: traefik.") @Nullable IngressProvider provider,
      @Doc("Version of the chart. Left out: the platform's, else the built-in one.")
          @Nullable String version,
      @Open @Doc("Helm values, kept as they are.") @Nullable JsonNode values,
      @Doc(Tended.DRIFT) @Nullable DriftPolicy driftPolicy,
      @Doc(Tended.UPGRADES) @Nullable UpgradePolicy upgradePolicy)
      implements Wire, Tended {}

  /** Ingress controllers. */
  public enum IngressProvider {
    @JsonProperty("traefik")
    TRAEFIK,
    @JsonProperty("nginx")
    NGINX
  }

  /** metrics-server. */
  public record MetricsServer(
      @Default("true") @Doc("Whether it is installed; true when left out.")
          @Nullable Boolean enabled,
      @Doc("Version of the chart. Left out: the built-in one.") @Nullable String version,
      @Open @Doc("Helm values, kept as they are.") @Nullable JsonNode values,
      @Doc(Tended.DRIFT) @Nullable DriftPolicy driftPolicy,
      @Doc(Tended.UPGRADES) @Nullable UpgradePolicy upgradePolicy)
      implements Wire, Tended {}

  /** The GitOps engine. */
  public record GitOps(
      @Doc("Which one: fluxcd or argocd. Left out: fluxcd.") @Nullable GitOpsProvider provider,
      @Doc("Version of the engine. Left out: the platform's, else the built-in one.")
          @Nullable String version,
      @Doc("The repository it follows.") @Nullable Repository repository,
      @Doc(Tended.DRIFT) @Nullable DriftPolicy driftPolicy,
      @Doc(Tended.UPGRADES) @Nullable UpgradePolicy upgradePolicy)
      implements Wire, Tended {}

  /** GitOps engines. */
  public enum GitOpsProvider {
    @JsonProperty("fluxcd")
    FLUXCD,
    @JsonProperty("argocd")
    ARGOCD
  }

  /** The part of a Git repository that a cluster follows. */
  public record Repository(
      @Required @Doc("URL of the repository.") String url,
      @Default("main") @Doc("Branch that is followed; main when left out.") @Nullable String branch,
      @Doc("Folder for this cluster. Left out: the top of the repository.") @Nullable String path,
      @Doc("Secret with the Git credentials. Left out: the repository is public.")
          @Nullable LocalRef secretRef)
      implements Wire {}
}
