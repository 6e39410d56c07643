package dev.butlerlabs.butler.api.clusters;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.ControlPlaneResources;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Range;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The control plane of a tenant cluster, which runs as pods of the management cluster. */
public record HostedControlPlane(
    @Range(min = 1, max = 3)
        @Doc(
            "How many copies of the API server run, 1 to 3. Left out: the default of the hosted"
                + " control planes.")
        @Nullable Integer replicas,
    @Doc(
            "The DataStore that holds the cluster's data. Left out: the platform's default."
                + " Cannot change.")
        @Nullable LocalRef dataStoreRef,
    @Doc(
            "Type of the Service in front of the API server. Left out: what the platform's way of"
                + " exposure asks for. Cannot change once the cluster has an endpoint.")
        @Nullable ServiceType serviceType,
    @Doc("Further names and addresses that the API server's certificate is good for.")
        List<String> certSANs,
    @Default("true")
        @Doc(
            "Nodes wait for a cloud controller of the infrastructure before they take pods; true"
                + " when left out.")
        @Nullable Boolean externalCloudProvider,
    @Doc(
            "CPU and memory of the components. One named here replaces the platform's default for"
                + " that component whole.")
        @Nullable ControlPlaneResources resources)
    implements Wire {

  public HostedControlPlane {
    certSANs = Wire.list(certSANs);
  }

  /** How the Service in front of an API server is reached. */
  public enum ServiceType {
    @JsonProperty("LoadBalancer")
    LOAD_BALANCER,
    @JsonProperty("NodePort")
    NODE_PORT,
    @JsonProperty("ClusterIP")
    CLUSTER_IP
  }
}
