package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import io.fabric8.kubernetes.api.model.IntOrString;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a control plane runs in the management cluster and how it is reached. */
@Rule(
    value = "!(has(self.ingress) && has(self.gateway))",
    message = "ingress and gateway exclude each other; keep one of them")
public record Hosting(
    @Doc("The pods of the control plane.") @Nullable HostedDeployment deployment,
    @Required @Doc("The Service in front of the pods.") Service service,
    @Doc("Reach the control plane through an Ingress that passes TLS through.")
        @Nullable Ingress ingress,
    @Doc("Reach the control plane through a Gateway with a TLSRoute.") @Nullable Gateway gateway)
    implements Wire {

  /** The Service in front of the pods. */
  public record Service(
      @Required @Doc("Type of the Service: ClusterIP, NodePort or LoadBalancer.")
          ServiceType serviceType,
      @Doc("Labels and annotations for the Service.") @Nullable ExtraMetadata additionalMetadata,
      @Doc("Ports beside those of the control plane, for containers added to the pods.")
          List<Port> additionalPorts)
      implements Wire {

    public Service {
      additionalPorts = Wire.list(additionalPorts);
    }
  }

  /** One more port of the Service. */
  public record Port(
      @Required @Doc("Name of the port, unique in the Service.") String name,
      @Required @Doc("Port of the Service.") Integer port,
      @Required @Doc("Port of the pod, as a number or by its name.") IntOrString targetPort,
      @Default("TCP") @Doc("TCP, UDP or SCTP; TCP when left out.") @Nullable Protocol protocol,
      @Doc(
              "What is spoken on the port, for load balancers that care, for example"
                  + " kubernetes.io/h2c.")
          @Nullable String appProtocol)
      implements Wire {}

  /** Transport of a port. */
  public enum Protocol {
    TCP,
    UDP,
    SCTP
  }

  /** Exposure by Ingress. */
  public record Ingress(
      @Doc("Name the control plane is reached by; port 443 unless :port is appended.")
          @Nullable String hostname,
      @Doc("Ingress class. Left out: the cluster's default.") @Nullable String ingressClassName,
      @Doc(
              "Controller behind the class, so that TLS is passed through: haproxy, nginx, traefik,"
                  + " or generic for none of them.")
          @Nullable IngressController controllerType,
      @Doc("Labels and annotations for the Ingress.") @Nullable ExtraMetadata additionalMetadata)
      implements Wire {}

  /** Exposure by Gateway. */
  @Rule(
      value =
          "!has(self.parentRefs) || size(self.parentRefs) == 0 || self.parentRefs.all(ref,"
              + " !has(ref.port) && !has(ref.sectionName))",
      message = "leave port and sectionName out of parentRefs; Steward picks the listeners")
  public record Gateway(
      @Length(min = 1, max = 253)
          @Pattern("^(\\*\\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$")
          @Doc(
              "Name the control plane is reached by; lower case DNS name of at most 253"
                  + " characters.")
          @Nullable String hostname,
      @Doc("Gateways to attach to, without port and sectionName.") List<ParentRef> parentRefs,
      @Doc("Labels and annotations for the routes.") @Nullable ExtraMetadata additionalMetadata)
      implements Wire {

    public Gateway {
      parentRefs = Wire.list(parentRefs);
    }
  }
}
