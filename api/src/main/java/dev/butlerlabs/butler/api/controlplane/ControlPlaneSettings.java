package dev.butlerlabs.butler.api.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Open;
import dev.butlerlabs.butler.api.schema.Rule;
import dev.butlerlabs.butler.api.steward.AdmissionPlugin;
import dev.butlerlabs.butler.api.steward.ApiServerSecurity;
import dev.butlerlabs.butler.api.steward.ContainerResources;
import dev.butlerlabs.butler.api.steward.ImageOverride;
import dev.butlerlabs.butler.api.steward.Konnectivity;
import dev.butlerlabs.butler.api.steward.Kubelet;
import dev.butlerlabs.butler.api.steward.TcpProxy;
import dev.butlerlabs.butler.api.steward.WorkerBootstrap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a StewardControlPlane and its template have in common: everything but size and version. */
public record ControlPlaneSettings(
    @Doc("DataStore that holds the cluster's state. Left out: the operator's default.")
        @Nullable String dataStoreName,
    @Rule(
            value = "self == oldSelf",
            message = "dataStoreSchema cannot be changed: the cluster's data is stored under it")
        @Doc(
            "Database or key prefix for the cluster, unique in the DataStore. Left out: derived"
                + " from the control plane's UID. Fixed once set.")
        @Nullable String dataStoreSchema,
    @Rule(
            value = "self == oldSelf",
            message =
                "dataStoreUsername cannot be changed: the cluster's data belongs to that user")
        @Doc(
            "User in the DataStore for the cluster, unique there. Left out: derived from the"
                + " control plane's UID. Fixed once set.")
        @Nullable String dataStoreUsername,
    @Doc("What runs beside or inside the cluster for it to work.") @Nullable ClusterAddons addons,
    @Doc(
            "Admission plugins that are switched on beside those of the version. Left out: a list"
                + " that suits most clusters; NodeRestriction is always on.")
        List<AdmissionPlugin> admissionControllers,
    @Default("registry.k8s.io")
        @Doc("Registry of the images, with a path if needed; registry.k8s.io when left out.")
        @Nullable String registry,
    @Doc("Settings of kube-apiserver.") @Nullable Component apiServer,
    @Doc("Settings of kube-controller-manager.") @Nullable Component controllerManager,
    @Doc("Settings of kube-scheduler.") @Nullable Component scheduler,
    @Doc("Settings of kine, which stands between the API server and an SQL store.")
        @Nullable Kine kine,
    @Default(ControlPlaneSettings.KUBELET)
        @Doc("What joining kubelets are told. Left out: the systemd cgroup driver.")
        @Nullable Kubelet kubelet,
    @Default("{\"serviceType\":\"LoadBalancer\"}")
        @Doc("How the control plane is reached. Left out: through a load balancer of its own.")
        @Nullable ControlPlaneNetwork network,
    @Doc("The pods of the control plane.") @Nullable ControlPlaneDeployment deployment,
    @Doc("Sign-in, audit log and encryption at rest.") @Nullable ApiServerSecurity security)
    implements Wire {

  /** What suits most nodes. */
  static final String KUBELET =
      """
      {"cgroupfs": "systemd", "preferredAddressTypes": ["InternalIP", "ExternalIP", "Hostname"]}
      """;

  public ControlPlaneSettings {
    admissionControllers = Wire.list(admissionControllers);
  }

  /** Addresses for cluster DNS: those of the network, else those of the DNS add-on. */
  public List<String> effectiveDnsServiceIPs() {
    if (network != null && !network.dnsServiceIPs().isEmpty()) {
      return network.dnsServiceIPs();
    }
    return addons == null || addons.coreDNS() == null
        ? List.of()
        : addons.coreDNS().dnsServiceIPs();
  }

  /** What runs beside or inside the cluster; a part that is given is on. */
  public record ClusterAddons(
      @Doc("Cluster DNS. Left out: none is installed.") @Nullable CoreDns coreDNS,
      @Doc(
              "Service routing on the nodes. Left out: none is installed, as when the network"
                  + " plugin replaces it.")
          @Nullable ImageOverride kubeProxy,
      @Doc(
              "Tunnel from the API server to the nodes, needed for logs, exec and webhooks. Left"
                  + " out: no tunnel.")
          @Nullable Konnectivity konnectivity,
      @Doc(
              "Makes the API server reachable for pods when it is exposed by Ingress or Gateway."
                  + " Left out: no proxy.")
          @Nullable TcpProxy tcpProxy,
      @Doc("Lets workers join that do not use kubeadm. Left out: kubeadm only.")
          @Nullable WorkerBootstrap workerBootstrap)
      implements Wire {}

  /** Cluster DNS. */
  public record CoreDns(
      @Doc("Repository that holds the image, whose name is added. Left out: the public one.")
          @Nullable String imageRepository,
      @Doc("Tag of the image. Left out: the one known to fit the Kubernetes version.")
          @Nullable String imageTag,
      @Doc("Addresses of the DNS service. Older form; use network.dnsServiceIPs, which wins.")
          List<String> dnsServiceIPs)
      implements Wire {

    public CoreDns {
      dnsServiceIPs = Wire.list(dnsServiceIPs);
    }
  }

  /** Settings of one component. */
  public record Component(
      @Length(min = 1)
          @Doc("Name of the image in the registry. Left out: the name of the component.")
          @Nullable String containerImageName,
      @Doc("Further flags, for example --v=4.") List<String> extraArgs,
      @Open @Doc("Mounts of deployment.extraVolumes (Kubernetes VolumeMount).")
          List<JsonNode> extraVolumeMounts,
      @Doc("What the container asks for and may use. Left out: Steward's own requests.")
          @Nullable ContainerResources resources)
      implements Wire {

    public Component {
      extraArgs = Wire.list(extraArgs);
      extraVolumeMounts = Wire.list(extraVolumeMounts);
    }
  }

  /** Settings of kine. */
  public record Kine(
      @Doc("Further flags; they win except over the address of the store.") List<String> extraArgs,
      @Doc("What the container asks for and may use. Left out: Steward's own requests.")
          @Nullable ContainerResources resources)
      implements Wire {

    public Kine {
      extraArgs = Wire.list(extraArgs);
    }
  }
}
