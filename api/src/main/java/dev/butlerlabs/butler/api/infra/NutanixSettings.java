package dev.butlerlabs.butler.api.infra;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Required;
import org.jspecify.annotations.Nullable;

/** A Nutanix cluster behind Prism Central. */
public record NutanixSettings(
    @Doc("Another place for spec.credentialsRef; the Secret holds username and password.")
        @Nullable SecretRef credentialsRef,
    @Required
        @Pattern("^https?://")
        @Doc("URL of Prism Central, for example https://prism.example.com.")
        String endpoint,
    @Default("9440") @Doc("TCP port of the Prism API; 9440 when left out.") @Nullable Integer port,
    @Default("false")
        @Doc("True turns off checking of the TLS certificate. For tests only; false when left out.")
        @Nullable Boolean insecure,
    @Required @Doc("UUID of the AHV cluster that machines run on.") String clusterUUID,
    @Required @Doc("UUID of the subnet that machines are attached to.") String subnetUUID,
    @Doc("UUID of the image that machines start from when nothing else names one.")
        @Nullable String imageUUID,
    @Doc("UUID of the storage container for disks. Left out: the cluster's default.")
        @Nullable String storageContainerUUID,
    @Doc("How machines boot: legacy or uefi, as their image wants it; legacy when left out.")
        @Nullable BootType bootType,
    @Doc(
            "Which API of Prism Central machines are made through: v3 or v4; v4 needs Prism Central"
                + " 2024.3 or later. v3 when left out.")
        @Nullable ApiVersion apiVersion)
    implements Wire {

  /** The boot type in force. */
  public BootType effectiveBootType() {
    return bootType == null ? BootType.LEGACY : bootType;
  }

  /** The API in force. */
  public ApiVersion effectiveApiVersion() {
    return apiVersion == null ? ApiVersion.V3 : apiVersion;
  }

  /** An API of Prism Central. */
  public enum ApiVersion {
    @JsonProperty("v3")
    V3,
    @JsonProperty("v4")
    V4
  }

  /** How machines boot. */
  public enum BootType {
    @JsonProperty("legacy")
    LEGACY,
    @JsonProperty("uefi")
    UEFI
  }
}
