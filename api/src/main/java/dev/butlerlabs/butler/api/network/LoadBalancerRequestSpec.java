package dev.butlerlabs.butler.api.network;

import dev.butlerlabs.butler.api.ProviderRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which cluster the balancer serves, on which cloud, and where it sends connections. */
@Rule(
    value = "self.clusterName == oldSelf.clusterName",
    message =
        "clusterName is immutable, because the cloud resources are named after it; delete this"
            + " LoadBalancerRequest and create another")
@Rule(
    value = "self.providerConfigRef == oldSelf.providerConfigRef",
    message =
        "providerConfigRef is immutable, because the balancer exists in that cloud account; delete"
            + " this LoadBalancerRequest and create another")
public record LoadBalancerRequestSpec(
    @Required
        @Length(min = 1, max = 63)
        @Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")
        @Doc(
            "Name of the cluster that is served; names of cloud resources begin with it. Lower-case"
                + " letters, digits and dashes, at most 63. Cannot change.")
        String clusterName,
    @Required @Doc("The ProviderConfig with the cloud and its credentials. Cannot change.")
        ProviderRef providerConfigRef,
    @Default("6443")
        @Range(min = 1, max = 65535)
        @Doc("TCP port of the API servers behind the balancer; 6443 when left out.")
        @Nullable Integer port,
    @Range(min = 1, max = 65535)
        @Doc("TCP port that health is checked on. Left out: the same as port.")
        @Nullable Integer healthCheckPort,
    @Doc("The machines behind the balancer; whoever orders it adds them as they come up.")
        List<Target> targets)
    implements Wire {

  private static final int API_SERVER = 6443;

  public LoadBalancerRequestSpec {
    targets = Wire.list(targets);
  }

  /** The port behind the balancer. */
  public int effectivePort() {
    return port == null ? API_SERVER : port;
  }

  /** The port health is checked on. */
  public int effectiveHealthCheckPort() {
    return healthCheckPort == null ? effectivePort() : healthCheckPort;
  }

  /** One machine behind the balancer, named the way its cloud wants it. */
  public record Target(
      @Doc("Private address of the machine, for AWS and Azure.") @Nullable String ip,
      @Doc("Name of the machine; GCP and Harvester need it.") @Nullable String instanceName,
      @Doc("Instance ID, for AWS.") @Nullable String instanceID)
      implements Wire {}
}
