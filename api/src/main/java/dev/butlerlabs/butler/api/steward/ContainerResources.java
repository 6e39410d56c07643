package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.kernel.Quantity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How much a container asks for and how much it may use. */
public record ContainerResources(
    @MapKey("name") @Doc("Devices claimed through resource claims of the pod.") List<Claim> claims,
    @Doc("The most the container may use, by resource, for example cpu: 500m or memory: 1Gi.")
        Map<String, Quantity> limits,
    @Doc("What is set aside for the container, by resource; left out: the same as limits.")
        Map<String, Quantity> requests)
    implements Wire {

  public ContainerResources {
    claims = Wire.list(claims);
    limits = Wire.map(limits);
    requests = Wire.map(requests);
  }

  /** A claimed device. */
  public record Claim(
      @Required @Doc("Name of an entry in the pod's resourceClaims.") String name,
      @Doc("Name of one request inside the claim. Left out: everything of the claim.")
          @Nullable String request)
      implements Wire {}
}
