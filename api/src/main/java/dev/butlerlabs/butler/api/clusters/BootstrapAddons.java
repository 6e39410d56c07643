package dev.butlerlabs.butler.api.clusters;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is installed on a management cluster. */
public record BootstrapAddons(
    @Doc("The network between pods.") @Nullable Cni cni,
    @Doc("The address of the API server on premises.") @Nullable ControlPlaneHa controlPlaneHA,
    @Doc("Storage for volumes.") @Nullable Storage storage,
    @Doc("What gives LoadBalancer Services their addresses.") @Nullable LoadBalancer loadBalancer,
    @Doc("cert-manager, which issues certificates.") @Nullable CertManager certManager,
    @Doc("The ingress controller.") @Nullable Ingress ingress,
    @Doc("What hosts the control planes of tenants.")
        @Nullable ControlPlaneProvider controlPlaneProvider,
    @Doc("Cluster API, which makes the workers of tenants.") @Nullable ClusterApi capi,
    @Doc("The GitOps engine of the management cluster.") @Nullable GitOps gitOps,
    @Doc("Butler's own controllers.") @Nullable ButlerController butlerController,
    @Doc("The web console. Left out: installed.") @Nullable Console console)
    implements Wire {

  /** The network between pods. */
  public record Cni(
      @Default("cilium") @Doc("cilium or none; cilium when left out.") @Nullable CniType type,
      @Doc("Version of the chart. Left out: the built-in one.") @Nullable String version,
      @Default("true") @Doc("Whether Cilium's Hubble shows network flows; true when left out.")
          @Nullable Boolean hubbleEnabled)
      implements Wire {}

  /** Networks between pods. */
  public enum CniType {
    @JsonProperty("cilium")
    CILIUM,
    @JsonProperty("none")
    NONE
  }

  /** The address of the API server. */
  public record ControlPlaneHa(
      @Default("kube-vip") @Doc("kube-vip or none; kube-vip when left out.") @Nullable VipType type,
      @Doc("Version of kube-vip. Left out: the built-in one.") @Nullable String version)
      implements Wire {}

  /** Ways to move the API server's address between machines. */
  public enum VipType {
    @JsonProperty("kube-vip")
    KUBE_VIP,
    @JsonProperty("none")
    NONE
  }

  /** Storage for volumes. */
  public record Storage(
      @Default("longhorn") @Doc("longhorn or none; longhorn when left out.")
          @Nullable StorageType type,
      @Doc("Version of the chart. Left out: the built-in one.") @Nullable String version,
      @Default("3") @Doc("Copies of each volume; 3 when left out, always 1 for single-node.")
          @Nullable Integer replicaCount)
      implements Wire {}

  /** Storage systems. */
  public enum StorageType {
    @JsonProperty("longhorn")
    LONGHORN,
    @JsonProperty("none")
    NONE
  }

  /** What gives LoadBalancer Services their addresses. */
  public record LoadBalancer(
      @Default("metallb") @Doc("metallb or none; metallb when left out.")
          @Nullable LoadBalancerType type,
      @Doc("Addresses written start-end. Older form; network.loadBalancerPool wins.")
          @Nullable String addressPool)
      implements Wire {}

  /** Load balancers inside a cluster. */
  public enum LoadBalancerType {
    @JsonProperty("metallb")
    METALLB,
    @JsonProperty("none")
    NONE
  }

  /** cert-manager. */
  public record CertManager(
      @Default("true") @Doc("Whether it is installed; true when left out.")
          @Nullable Boolean enabled,
      @Doc("Version of the chart. Left out: the built-in one.") @Nullable String version)
      implements Wire {}

  /** The ingress controller. */
  public record Ingress(
      @Default("true") @Doc("Whether it is installed; true when left out.")
          @Nullable Boolean enabled,
      @Default("traefik") @Doc("traefik, nginx or none; traefik when left out.")
          @Nullable IngressType type,
      @Doc("Version of the chart. Left out: the built-in one.") @Nullable String version)
      implements Wire {}

  /** Ingress controllers. */
  public enum IngressType {
    @JsonProperty("traefik")
    TRAEFIK,
    @JsonProperty("nginx")
    NGINX,
    @JsonProperty("none")
    NONE
  }

  /** What hosts the control planes of tenants. */
  public record ControlPlaneProvider(
      @Default("true") @Doc("Whether it is installed; true when left out.")
          @Nullable Boolean enabled,
      @Default("steward") @Doc("steward, kamaji or none; steward when left out.")
          @Nullable ControlPlaneProviderType type,
      @Doc("Version of the chart. Left out: the built-in one.") @Nullable String version)
      implements Wire {}

  /** Hosts of control planes. */
  public enum ControlPlaneProviderType {
    @JsonProperty("steward")
    STEWARD,
    @JsonProperty("kamaji")
    KAMAJI,
    @JsonProperty("none")
    NONE
  }

  /** Cluster API. */
  public record ClusterApi(
      @Default("true") @Doc("Whether it is installed; true when left out.")
          @Nullable Boolean enabled,
      @Default("v1.9.4") @Doc("Version of the core; v1.9.4 when left out.")
          @Nullable String version,
      @Doc("Infrastructures beside the one the cluster itself runs on, which is always there.")
          List<InfrastructureProvider> infrastructureProviders)
      implements Wire {

    public ClusterApi {
      infrastructureProviders = Wire.list(infrastructureProviders);
    }
  }

  /** A further infrastructure for the workers of tenants. */
  public record InfrastructureProvider(
      @Required @Doc("harvester, nutanix, proxmox, gcp, aws or azure.")
          InfrastructureProviderName name,
      @Doc("Version of the Cluster API provider. Left out: the built-in one.")
          @Nullable String version,
      @Doc("Secret with the credentials of this infrastructure.")
          @Nullable SecretRef credentialsSecretRef)
      implements Wire {}

  /** Infrastructures with a Cluster API provider. */
  public enum InfrastructureProviderName {
    @JsonProperty("harvester")
    HARVESTER,
    @JsonProperty("nutanix")
    NUTANIX,
    @JsonProperty("proxmox")
    PROXMOX,
    @JsonProperty("gcp")
    GCP,
    @JsonProperty("aws")
    AWS,
    @JsonProperty("azure")
    AZURE
  }

  /** The GitOps engine. */
  public record GitOps(
      @Default("true") @Doc("Whether it is installed; true when left out.")
          @Nullable Boolean enabled,
      @Default("flux") @Doc("flux or none; flux when left out.") @Nullable GitOpsType type)
      implements Wire {}

  /** GitOps engines. */
  public enum GitOpsType {
    @JsonProperty("flux")
    FLUX,
    @JsonProperty("none")
    NONE
  }

  /** Butler's own controllers. */
  public record ButlerController(
      @Default("true") @Doc("Whether they are installed; true when left out.")
          @Nullable Boolean enabled,
      @Default("ghcr.io/butlerdotdev/butler-controller")
          @Doc("Container image without its tag; the released one when left out.")
          @Nullable String image,
      @Default("latest") @Doc("Tag of the image; latest when left out.") @Nullable String version)
      implements Wire {}

  /** The web console. */
  public record Console(
      @Default("false")
          @Doc("Whether it is installed; false when left out here, though true without console.")
          @Nullable Boolean enabled,
      @Default("latest") @Doc("Tag of the image; latest when left out.") @Nullable String version,
      @Doc("How the console is reached from outside. Left out: not.")
          @Nullable ConsoleIngress ingress)
      implements Wire {}

  /** How the console is reached. */
  public record ConsoleIngress(
      @Default("false") @Doc("Whether an Ingress is made; false when left out.")
          @Nullable Boolean enabled,
      @Doc("Host name. Left out: butler.<cluster>.local.") @Nullable String host,
      @Doc("Class of the Ingress. Left out: the cluster's default class.")
          @Nullable String className,
      @Default("false") @Doc("Whether TLS ends at the Ingress; false when left out.")
          @Nullable Boolean tls,
      @Doc("Secret with the TLS certificate. Left out: cert-manager makes one.")
          @Nullable String tlsSecretName)
      implements Wire {}
}
