package dev.butlerlabs.butler.api.local;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Items;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the control plane is, when the infrastructure shall say so, and what can fail by itself.
 */
public record LocalClusterSpec(
    @Doc("Where the API server is reached. Left out: the control plane provider says so.")
        @Nullable Endpoint controlPlaneEndpoint,
    @MapKey("name")
        @Items(max = 100)
        @Doc("Simulated failure domains that machines can be spread over; at most 100.")
        List<FailureDomain> failureDomains)
    implements Wire {

  public LocalClusterSpec {
    failureDomains = Wire.list(failureDomains);
  }

  /** Where an API server is reached. */
  public record Endpoint(
      @Required @Length(min = 1, max = 512) @Doc("Name or address, at most 512 characters.")
          String host,
      @Required @Range(min = 1, max = 65535) @Doc("Port, 1 to 65535.") int port)
      implements Wire {}

  /** A part of the infrastructure that fails by itself. */
  public record FailureDomain(
      @Required @Length(min = 1, max = 256) @Doc("Name of the domain, at most 256 characters.")
          String name,
      @Doc("Whether control plane machines may stand there; false when left out.")
          @Nullable Boolean controlPlane,
      @Doc("Anything else worth knowing about the domain.") Map<String, String> attributes)
      implements Wire {

    public FailureDomain {
      attributes = Wire.map(attributes);
    }
  }
}
