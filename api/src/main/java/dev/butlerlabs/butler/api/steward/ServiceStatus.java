package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.ListType;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.kernel.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Service's own status, with where it is. */
public record ServiceStatus(
    @Required @Doc("Name of the Service.") String name,
    @Required @Doc("Namespace of the Service.") String namespace,
    @Required @Doc("Port of the Service.") int port,
    @Doc("Where the load balancer is reached.") @Nullable Balancer loadBalancer,
    @MapKey("type") @Doc("Conditions of the Service.") List<Condition> conditions)
    implements Wire {

  public ServiceStatus {
    conditions = Wire.list(conditions);
  }

  /** Where a load balancer is reached. */
  public record Balancer(@ListType("atomic") @Doc("Its addresses.") List<Point> ingress)
      implements Wire {

    public Balancer {
      ingress = Wire.list(ingress);
    }
  }

  /** One address of a load balancer. */
  public record Point(
      @Doc("The address, when it is an IP.") @Nullable String ip,
      @Doc("The address, when it is a name.") @Nullable String hostname,
      @Doc("VIP when traffic arrives with this address, Proxy when with the node's or pod's.")
          @Nullable String ipMode,
      @ListType("atomic") @Doc("State of its ports.") List<PortStatus> ports)
      implements Wire {

    public Point {
      ports = Wire.list(ports);
    }
  }

  /** State of one port. */
  public record PortStatus(
      @Required @Doc("Number of the port.") int port,
      @Required @Doc("TCP, UDP or SCTP.") String protocol,
      @Required
          @Length(max = 316)
          @Pattern(
              "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?"
                  + "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$")
          @Doc("One word for what is wrong with the port.")
          String error)
      implements Wire {}
}
