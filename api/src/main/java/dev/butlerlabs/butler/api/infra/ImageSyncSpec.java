package dev.butlerlabs.butler.api.infra;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.ProviderRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import org.jspecify.annotations.Nullable;

/** Which image is wanted, where, and how it gets there. */
public record ImageSyncSpec(
    @Required
        @Rule(
            value = "self == oldSelf",
            message =
                "factoryRef cannot change, because clusters use this object as that image; create"
                    + " another ImageSync for another image")
        @Doc("The image in the factory. Cannot change.")
        FactoryRef factoryRef,
    @Required
        @Rule(
            value = "self == oldSelf",
            message =
                "providerConfigRef cannot change, because the image is already there; create"
                    + " another ImageSync for another infrastructure")
        @Doc("The ProviderConfig of the infrastructure that gets the image. Cannot change.")
        ProviderRef providerConfigRef,
    @Default("qcow2") @Doc("File format to fetch: qcow2, raw or iso; qcow2 when left out.")
        @Nullable String format,
    @Default("direct")
        @Doc(
            "direct: the infrastructure fetches the file itself. proxy: Butler fetches it and hands"
                + " it on, for infrastructures that cannot reach the factory. direct when left"
                + " out.")
        @Nullable TransferMode transferMode,
    @Doc(
            "Name of the image on the infrastructure. Left out: made from platform, version and"
                + " schematic.")
        @Nullable String displayName,
    @Pattern("^[0-9a-f]{64}$")
        @Doc(
            "SHA-256 of the file, in hexadecimal. An image of another file is not made; an"
                + " infrastructure that cannot check it refuses the order. Left out: not checked.")
        @Nullable String sha256)
    implements Wire {

  /** One image of the factory. */
  public record FactoryRef(
      @Required
          @Length(min = 8)
          @Doc("ID of the schematic: the SHA-256 of what was built in; at least 8 characters.")
          String schematicID,
      @Required @Doc("Version of the operating system, for example v1.9.3.") String version,
      @Default("amd64") @Doc("Processor architecture: amd64 or arm64; amd64 when left out.")
          @Nullable Architecture arch,
      @Default("nocloud")
          @Doc("The factory's name of the platform the image is for; nocloud when left out.")
          @Nullable String platform)
      implements Wire {}

  /** Processor architectures. */
  public enum Architecture {
    @JsonProperty("amd64")
    AMD64,
    @JsonProperty("arm64")
    ARM64
  }

  /** Who carries the file. */
  public enum TransferMode {
    @JsonProperty("direct")
    DIRECT,
    @JsonProperty("proxy")
    PROXY
  }
}
