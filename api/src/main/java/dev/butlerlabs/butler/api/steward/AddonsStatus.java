package dev.butlerlabs.butler.api.steward;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** State of the add-ons. */
public record AddonsStatus(
    @Doc("Cluster DNS.") @Nullable Plain coreDNS,
    @Doc("Service routing on the nodes.") @Nullable Plain kubeProxy,
    @Doc("Tunnel to the nodes.") @Nullable KonnectivityStatus konnectivity,
    @Doc("Proxy to the API server inside the tenant.") @Nullable TcpProxyStatus tcpProxy,
    @Doc("Help for workers that do not join with kubeadm.")
        @Nullable WorkerBootstrapStatus workerBootstrap)
    implements Wire {

  /** An add-on of which there is no more to say. */
  public record Plain(
      @Required @Doc("Whether it is on.") boolean enabled,
      @Doc("When it last changed.") @Nullable Instant lastUpdate)
      implements Wire {}

  /** The tunnel. */
  public record KonnectivityStatus(
      @Required @Doc("Whether it is on.") boolean enabled,
      @Doc("Settings that send the API server's calls into the tunnel.")
          @Nullable Configuration configMap,
      @Doc("Certificate of the server.") @Nullable Written certificate,
      @Doc("Kubeconfig of the server.") @Nullable Written kubeconfig,
      @Doc("ServiceAccount of the agents.") @Nullable WrittenObject sa,
      @Doc("Right of the server to check tokens.") @Nullable WrittenObject clusterrolebinding,
      @Doc("The DaemonSet or Deployment of the agents.") @Nullable AgentStatus agent,
      @Doc("Service that agents dial.") @Nullable ServiceStatus service,
      @Doc("Route that agents dial, when there is a Gateway.") @Nullable RouteStatus gateway)
      implements Wire {}

  /** A ConfigMap and its content. */
  public record Configuration(
      @Doc("Name of the ConfigMap.") @Nullable String name,
      @Doc("Hash of the content, to notice a change.") @Nullable String checksum)
      implements Wire {}

  /** The agents. */
  public record AgentStatus(
      @Doc("Name of the DaemonSet or Deployment.") @Nullable String name,
      @Doc("Namespace of it, inside the tenant.") @Nullable String namespace,
      @Doc("DaemonSet or Deployment.") @Nullable String mode,
      @Doc("When it last changed.") @Nullable Instant lastUpdate)
      implements Wire {}

  /** The proxy. */
  public record TcpProxyStatus(
      @Required @Doc("Whether it is on.") boolean enabled,
      @Doc("Its Deployment.") @Nullable WrittenObject deployment,
      @Doc("Its Service.") @Nullable WrittenObject service,
      @Doc("Its ServiceAccount.") @Nullable WrittenObject serviceAccount,
      @Doc("The rights it has.") @Nullable WrittenObject clusterRole,
      @Doc("What gives it these rights.") @Nullable WrittenObject clusterRoleBinding)
      implements Wire {}

  /** The certificate service for workers. */
  public record WorkerBootstrapStatus(
      @Required @Doc("Whether it is on.") boolean enabled,
      @Doc("Operating system of the workers.") @Nullable Provider provider,
      @Doc("Secret with token and certificates for the workers.") @Nullable Written credentials,
      @Doc("How workers reach it, host:port.") @Nullable String endpoint,
      @Doc("Service that workers dial.") @Nullable ServiceStatus service)
      implements Wire {}

  /** Operating system of workers. */
  public enum Provider {
    @JsonProperty("talos")
    TALOS
  }
}
