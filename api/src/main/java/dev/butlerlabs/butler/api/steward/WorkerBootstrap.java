package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Help for workers that do not join with kubeadm. */
public record WorkerBootstrap(
    @Required @Doc("Operating system of the workers; talos is the only one.") String provider,
    @Doc("Settings for Talos workers.") @Nullable Talos talos,
    @Default("{\"autoApprove\":true}") @Doc("What happens to the certificate requests of kubelets.")
        @Nullable CsrApproval csrApproval,
    @Doc(
            "Networks in CIDR form that nodes may have addresses in. Left out: any; a node still"
                + " gets only its own names.")
        List<String> allowedSubnets)
    implements Wire {

  public WorkerBootstrap {
    allowedSubnets = Wire.list(allowedSubnets);
  }

  /** The certificate service that Talos workers ask. */
  public record Talos(
      @Default("ghcr.io/butlerdotdev/steward-trustd")
          @Doc("Image without tag; ghcr.io/butlerdotdev/steward-trustd when left out.")
          @Nullable String image,
      @Doc("Tag of the image. Left out: the one of this release.") @Nullable String imageTag,
      @Default("50001") @Doc("Port that workers dial; 50001 when left out.") @Nullable Integer port,
      @Doc("What the container asks for and may use. Left out: Steward's own requests.")
          @Nullable ContainerResources resources,
      @Doc("Further names and addresses in the service's certificate.") List<String> certSANs)
      implements Wire {

    public Talos {
      certSANs = Wire.list(certSANs);
    }
  }

  /** Whether Steward answers certificate requests of kubelets. */
  public record CsrApproval(
      @Required
          @Default("true")
          @Doc(
              "Approve serving certificates that name nothing but the requesting node; true when"
                  + " left out.")
          Boolean autoApprove)
      implements Wire {}
}
