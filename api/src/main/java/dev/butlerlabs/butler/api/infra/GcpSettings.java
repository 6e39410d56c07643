package dev.butlerlabs.butler.api.infra;

import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Google Cloud project in one region. */
public record GcpSettings(
    @Doc("Another place for spec.credentialsRef; the Secret holds a service account key.")
        @Nullable SecretRef credentialsRef,
    @Required @Doc("ID of the project that is billed.") String projectID,
    @Required @Doc("Region, for example europe-west3.") String region,
    @Doc(
            "The only zone of all machines. Left out: MachineRequests are spread over the zones of"
                + " the region, and workers of tenants go to region-a; set it where there is no a.")
        @Nullable String zone,
    @Doc("VPC network of the machines.") @Nullable String network,
    @Doc("Subnetwork of the machines, inside network.") @Nullable String subnetwork,
    @Doc("Machine type when nothing else names one, for example n2-standard-4.")
        @Nullable String machineType,
    @Doc("Image that machines start from. Wins over imageFamily.") @Nullable String image,
    @Doc("Image family whose newest image machines start from.") @Nullable String imageFamily,
    @Doc("Project that image or imageFamily is in. Left out: projectID.")
        @Nullable String imageProject,
    @Doc("Service account that machines run as.") @Nullable String serviceAccount,
    @Doc("Network tags put on machines, for firewall rules.") List<String> tags)
    implements Wire {

  public GcpSettings {
    tags = Wire.list(tags);
  }

  /** The zone of tenants' workers. Machines that were requested are spread where none is set. */
  public String effectiveZone() {
    return zone == null || zone.isEmpty() ? region + "-a" : zone;
  }
}
