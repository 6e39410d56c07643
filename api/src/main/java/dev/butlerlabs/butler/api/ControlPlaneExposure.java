package dev.butlerlabs.butler.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the API servers of hosted control planes are reached from outside. */
public record ControlPlaneExposure(
    @Default("LoadBalancer")
        @Doc(
            "Way in. LoadBalancer (the default): an address for each cluster. Ingress or Gateway:"
                + " one shared address, told apart by host name.")
        @Nullable Mode mode,
    @Doc(
            "Wildcard domain that tenant host names are made under, for example *.k8s.example.com."
                + " Needed for Ingress and Gateway.")
        @Nullable String hostname,
    @Doc("Name of the IngressClass to use, in mode Ingress. Left out: the cluster's default class.")
        @Nullable String ingressClassName,
    @Doc(
            "Which ingress controller serves the class, in mode Ingress: haproxy, nginx, traefik,"
                + " or generic. Decides how TLS is passed through untouched.")
        @Nullable IngressController controllerType,
    @Doc("The Gateway to attach to, written namespace/name. Needed for mode Gateway.")
        @Nullable String gatewayRef)
    implements Wire {

  /** The way in to a tenant's API server. */
  public enum Mode {
    @JsonProperty("LoadBalancer")
    LOAD_BALANCER,
    @JsonProperty("Ingress")
    INGRESS,
    @JsonProperty("Gateway")
    GATEWAY;

    /** One address is shared by host name, so in-cluster clients need the TCP proxy. */
    public boolean needsTcpProxy() {
      return this != LOAD_BALANCER;
    }

    /** The port of a tenant's endpoint. */
    public int endpointPort() {
      return this == INGRESS ? 443 : 6443;
    }

    /** The type of the tenant's Service when nothing else names one. */
    public String serviceType() {
      return this == LOAD_BALANCER ? "LoadBalancer" : "ClusterIP";
    }
  }

  /** Software behind an IngressClass, as far as TLS passthrough is concerned. */
  public enum IngressController {
    @JsonProperty("haproxy")
    HAPROXY,
    @JsonProperty("nginx")
    NGINX,
    @JsonProperty("traefik")
    TRAEFIK,
    @JsonProperty("generic")
    GENERIC
  }

  /** The mode in force; absent, unknown and empty all mean a load balancer. */
  public static Mode modeOf(@Nullable ControlPlaneExposure exposure) {
    return exposure == null ? Mode.LOAD_BALANCER : exposure.effectiveMode();
  }

  /**
   * What is in force, with nothing left out that matters and nothing in it that does not: two that
   * are equal are the same way in.
   */
  public static ControlPlaneExposure inForce(@Nullable ControlPlaneExposure said) {
    return said == null || !said.effectiveMode().needsTcpProxy()
        ? new ControlPlaneExposure(Mode.LOAD_BALANCER, null, null, null, null)
        : said;
  }

  /** The mode in force; absent means a load balancer. */
  public Mode effectiveMode() {
    return mode == null ? Mode.LOAD_BALANCER : mode;
  }

  /** The host name of one tenant's API server; empty where each tenant has its own address. */
  public Optional<String> tenantHost(String cluster, String tenantNamespace) {
    if (!effectiveMode().needsTcpProxy() || hostname == null || hostname.isEmpty()) {
      return Optional.empty();
    }
    var domain = hostname.startsWith("*.") ? hostname.substring(2) : hostname;
    return Optional.of(cluster + "." + tenantNamespace + "." + domain);
  }
}
