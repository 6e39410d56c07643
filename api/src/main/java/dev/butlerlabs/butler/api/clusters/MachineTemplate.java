package dev.butlerlabs.butler.api.clusters;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.kernel.Quantity;
import org.jspecify.annotations.Nullable;

/** The machine a worker is; sizes left out come from environment, team and platform. */
public record MachineTemplate(
    @Range(min = 1)
        @Doc("Virtual CPUs. Left out: the default of environment, team or platform, else 4.")
        @Nullable Integer cpu,
    @Doc(
            "Memory, for example 16Gi. Left out: the default of environment, team or platform, else"
                + " 16Gi.")
        @Nullable Quantity memory,
    @Doc(
            "Root disk, for example 100Gi. Left out: the default of environment, team or platform,"
                + " else 100Gi.")
        @Nullable Quantity diskSize,
    @Doc("Operating system. Left out: the image of the ProviderConfig, else Rocky Linux.")
        @Nullable OperatingSystem os)
    implements Wire {

  /** What runs on the machine. */
  public record OperatingSystem(
      @Default("rocky") @Doc("rocky, flatcar, talos, kairos or bottlerocket; rocky when left out.")
          @Nullable OsType type,
      @Default("9.5") @Doc("Version of the operating system; 9.5 when left out.")
          @Nullable String version,
      @Doc(
              "Image in the infrastructure's own terms, for example Harvester namespace/name. Wins"
                  + " over type and version.")
          @Nullable String imageRef,
      @Doc("Schematic of the image factory; the image is brought over by an ImageSync.")
          @Nullable String schematicID,
      @Doc("Public SSH key let in, for other systems than Talos. Left out: the platform's.")
          @Nullable String sshAuthorizedKey,
      @Doc("Settings for type talos.") @Nullable Talos talos)
      implements Wire {}

  /** Operating systems workers can run. */
  public enum OsType {
    @JsonProperty("rocky")
    ROCKY,
    @JsonProperty("flatcar")
    FLATCAR,
    @JsonProperty("talos")
    TALOS,
    @JsonProperty("kairos")
    KAIROS,
    @JsonProperty("bottlerocket")
    BOTTLEROCKET
  }

  /** Settings of Talos Linux. */
  public record Talos(
      @Default("v1.9.3") @Doc("Talos version; v1.9.3 when left out.") @Nullable String version,
      @Default("/dev/vda") @Doc("Device Talos is installed on; /dev/vda when left out.")
          @Nullable String installDisk,
      @Doc("Installer image. Left out: the one for the version and schematic.")
          @Nullable String installerImage)
      implements Wire {}
}
