package dev.butlerlabs.butler.api.steward;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Open;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tunnel through which the API server reaches nodes and pods. */
public record Konnectivity(
    @Default("{\"image\":\"registry.k8s.io/kas-network-proxy/proxy-server\",\"port\":8132}")
        @Doc("The end beside the API server.")
        @Nullable Server server,
    @Default("{\"image\":\"registry.k8s.io/kas-network-proxy/proxy-agent\",\"mode\":\"DaemonSet\"}")
        @Doc("The end on the nodes, which opens the tunnel.")
        @Nullable Agent agent)
    implements Wire {

  /** The end beside the API server. */
  public record Server(
      @Required @Default("8132") @Doc("Port that agents dial; 8132 when left out.") Integer port,
      @Default("registry.k8s.io/kas-network-proxy/proxy-server")
          @Doc("Image without tag; registry.k8s.io/kas-network-proxy/proxy-server when left out.")
          @Nullable String image,
      @Doc("Tag of the image. Left out: the one known to fit the Kubernetes version.")
          @Nullable String version,
      @Doc("What the container asks for and may use. Left out: Steward's own requests.")
          @Nullable ContainerResources resources,
      @Doc("Further flags, for example --v=4; a flag that Steward sets itself wins.")
          List<String> extraArgs)
      implements Wire {

    public Server {
      extraArgs = Wire.list(extraArgs);
    }
  }

  /** The end on the nodes. */
  @Rule(
      value =
          "!(self.mode == 'DaemonSet' && has(self.replicas) && self.replicas != 0) && !(self.mode"
              + " == 'Deployment' && has(self.replicas) && self.replicas == 0)",
      message =
          "replicas goes with mode Deployment, where it is at least 1; leave it out with mode"
              + " DaemonSet")
  public record Agent(
      @Default("registry.k8s.io/kas-network-proxy/proxy-agent")
          @Doc("Image without tag; registry.k8s.io/kas-network-proxy/proxy-agent when left out.")
          @Nullable String image,
      @Doc("Tag of the image. Left out: the one known to fit the Kubernetes version.")
          @Nullable String version,
      @Default("DaemonSet")
          @Doc(
              "DaemonSet runs one agent on every node, Deployment runs replicas of them; DaemonSet"
                  + " when left out.")
          @Nullable Mode mode,
      @Doc("Number of agents in mode Deployment, at least 1; leave it out in mode DaemonSet.")
          @Nullable Integer replicas,
      @Default("false") @Doc("Whether agents use the node's own network; false when left out.")
          @Nullable Boolean hostNetwork,
      @Default("[{\"key\":\"CriticalAddonsOnly\",\"operator\":\"Exists\"}]")
          @Open
          @Doc(
              "Taints the agents put up with (Kubernetes Toleration); CriticalAddonsOnly when left"
                  + " out.")
          List<JsonNode> tolerations,
      @Doc("What the container asks for and may use. Left out: Steward's own requests.")
          @Nullable ContainerResources resources,
      @Doc("Further flags; they win over those Steward sets.") List<String> extraArgs)
      implements Wire {

    public Agent {
      tolerations = Wire.list(tolerations);
      extraArgs = Wire.list(extraArgs);
    }
  }

  /** How agents are spread over the nodes. */
  public enum Mode {
    @JsonProperty("DaemonSet")
    DAEMON_SET,
    @JsonProperty("Deployment")
    DEPLOYMENT
  }
}
