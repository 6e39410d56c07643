package dev.butlerlabs.butler.api.controlplane;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Required;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Size and version of a control plane, where it is reached, and its settings. */
@JsonDeserialize(using = StewardControlPlaneSpec.Reader.class)
public record StewardControlPlaneSpec(
    @Default("2")
        @Doc("Number of pods; 0 puts the cluster to sleep with its data kept; 2 when left out.")
        @Nullable Integer replicas,
    @Required @Doc("Kubernetes version, for example v1.36.3; a missing v is added.") String version,
    @Doc("Where the API server is reached; filled in by the provider.")
        @Nullable Endpoint controlPlaneEndpoint,
    @JsonUnwrapped ControlPlaneSettings settings)
    implements Wire {

  /** The version with its v, as images are tagged. */
  public String imageVersion() {
    return version.startsWith("v") ? version : "v" + version;
  }

  /** Where an API server is reached. */
  public record Endpoint(
      @Required @Length(max = 512) @Doc("Name or address, at most 512 characters.") String host,
      @Required @Doc("Port of the API server.") int port)
      implements Wire {}

  /** Reads the settings from beside the other fields, which the client's mapper cannot do. */
  static final class Reader extends JsonDeserializer<StewardControlPlaneSpec> {

    @Override
    public StewardControlPlaneSpec deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      var all = context.readTree(in);
      return new StewardControlPlaneSpec(
          context.readTreeAsValue(all.get("replicas"), Integer.class),
          context.readTreeAsValue(all.get("version"), String.class),
          context.readTreeAsValue(all.get("controlPlaneEndpoint"), Endpoint.class),
          context.readTreeAsValue(all, ControlPlaneSettings.class));
    }
  }
}
