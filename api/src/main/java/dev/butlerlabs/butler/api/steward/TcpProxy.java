package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The proxy inside the tenant that makes its own API server reachable for pods. */
public record TcpProxy(
    @Doc("Image with tag. Left out: the one of this release.") @Nullable String image,
    @Doc("What the container asks for and may use. Left out: Steward's own requests.")
        @Nullable ContainerResources resources,
    @Doc("Names the proxy resolves by itself, for endpoints that DNS does not know yet.")
        List<HostAlias> hostAliases,
    @Doc(
            "Address of the API server for the proxy alone, host:port. Left out: the control"
                + " plane's endpoint.")
        @Nullable String internalEndpoint)
    implements Wire {

  public TcpProxy {
    hostAliases = Wire.list(hostAliases);
  }

  /** One line of a hosts file. */
  public record HostAlias(
      @Required @Doc("The address.") String ip,
      @Required @Doc("Names that stand for the address.") List<String> hostnames)
      implements Wire {

    public HostAlias {
      hostnames = Wire.list(hostnames);
    }
  }
}
