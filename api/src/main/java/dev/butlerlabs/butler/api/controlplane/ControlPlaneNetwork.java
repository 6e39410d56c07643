package dev.butlerlabs.butler.api.controlplane;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import dev.butlerlabs.butler.api.steward.IngressController;
import dev.butlerlabs.butler.api.steward.ParentRef;
import dev.butlerlabs.butler.api.steward.ServiceType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a control plane is reached. */
@Rule(
    value =
        "!has(self.loadBalancerConfig) || !has(self.loadBalancerConfig.loadBalancerSourceRanges) ||"
            + " (size(self.loadBalancerConfig.loadBalancerSourceRanges) == 0 || self.serviceType =="
            + " 'LoadBalancer')",
    message = "loadBalancerConfig.loadBalancerSourceRanges needs serviceType LoadBalancer")
@Rule(
    value =
        "!has(self.loadBalancerConfig) || !has(self.loadBalancerConfig.loadBalancerClass) ||"
            + " self.serviceType == 'LoadBalancer'",
    message = "loadBalancerConfig.loadBalancerClass needs serviceType LoadBalancer")
@Rule(
    value =
        "self.serviceType != 'LoadBalancer' || oldSelf.serviceType != 'LoadBalancer' ||"
            + " !has(self.loadBalancerConfig) || has(self.loadBalancerConfig.loadBalancerClass) =="
            + " (has(oldSelf.loadBalancerConfig) &&"
            + " has(oldSelf.loadBalancerConfig.loadBalancerClass))",
    message =
        "loadBalancerClass cannot be added or removed while serviceType stays LoadBalancer; change"
            + " the type first")
@Rule(
    value = "!(has(self.ingress) && has(self.gateway))",
    message = "ingress and gateway exclude each other; keep one of them")
public record ControlPlaneNetwork(
    @Default("LoadBalancer")
        @Doc(
            "Type of the Service: ClusterIP, NodePort or LoadBalancer; LoadBalancer when left out.")
        @Nullable ServiceType serviceType,
    @Doc(
            "IP address that the API server announces. Left out: that of its Service or load"
                + " balancer.")
        @Nullable String serviceAddress,
    @Doc("Labels for the Service.") Map<String, String> serviceLabels,
    @Doc("Annotations for the Service.") Map<String, String> serviceAnnotations,
    @Doc("Settings for type LoadBalancer.") @Nullable LoadBalancer loadBalancerConfig,
    @Doc("Reach the control plane through an Ingress that passes TLS through.")
        @Nullable Ingress ingress,
    @Doc("Reach the control plane through a Gateway with a TLSRoute.") @Nullable Gateway gateway,
    @Doc(
            "Further names and addresses in the API server's certificate: DNS names, wildcards or"
                + " IPs, without port.")
        List<String> certSANs,
    @Doc(
            "Addresses of the cluster's DNS service, inside the range of Service addresses. Left"
                + " out: its tenth address.")
        List<String> dnsServiceIPs)
    implements Wire {

  public ControlPlaneNetwork {
    serviceLabels = Wire.map(serviceLabels);
    serviceAnnotations = Wire.map(serviceAnnotations);
    certSANs = Wire.list(certSANs);
    dnsServiceIPs = Wire.list(dnsServiceIPs);
  }

  /** Settings of the load balancer. */
  public record LoadBalancer(
      @Length(min = 1)
          @Rule(
              value = "self == oldSelf",
              message = "loadBalancerClass cannot be changed; change serviceType first")
          @Doc("Class of load balancer. Left out: the cluster's default. Fixed once set.")
          @Nullable String loadBalancerClass,
      @Doc("Networks in CIDR form that may use the load balancer. Left out: all.")
          List<String> loadBalancerSourceRanges)
      implements Wire {

    public LoadBalancer {
      loadBalancerSourceRanges = Wire.list(loadBalancerSourceRanges);
    }
  }

  /** Exposure by Ingress. */
  public record Ingress(
      @Required
          @Length(min = 1)
          @Doc("Name the control plane is reached by; port 443 unless :port is appended.")
          String hostname,
      @Doc("Ingress class. Left out: the cluster's default.") @Nullable String className,
      @Doc(
              "Controller behind the class, so that TLS is passed through: haproxy, nginx, traefik,"
                  + " or generic for none of them.")
          @Nullable IngressController controllerType,
      @Doc("Labels for the Ingress.") Map<String, String> extraLabels,
      @Doc("Annotations for the Ingress.") Map<String, String> extraAnnotations)
      implements Wire {

    public Ingress {
      extraLabels = Wire.map(extraLabels);
      extraAnnotations = Wire.map(extraAnnotations);
    }
  }

  /** Exposure by Gateway. */
  public record Gateway(
      @Required @Length(min = 1) @Doc("Name the control plane is reached by, on port 6443.")
          String hostname,
      @Doc("Gateways to attach to; Steward picks the listeners, so leave port and sectionName out.")
          List<ParentRef> parentRefs,
      @Doc("Labels for the routes.") Map<String, String> extraLabels,
      @Doc("Annotations for the routes.") Map<String, String> extraAnnotations)
      implements Wire {

    public Gateway {
      parentRefs = Wire.list(parentRefs);
      extraLabels = Wire.map(extraLabels);
      extraAnnotations = Wire.map(extraAnnotations);
    }
  }
}
