package dev.butlerlabs.butler.api.infra;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Required;
import org.jspecify.annotations.Nullable;

/** A Harvester cluster. */
public record HarvesterSettings(
    @Doc("Older place of spec.credentialsRef, still read; the Secret holds a kubeconfig.")
        @Nullable SecretRef credentialsRef,
    @Doc("URL of the Harvester API. Left out: the one in the kubeconfig.")
        @Nullable String endpoint,
    @Default("default")
        @Doc("Harvester namespace that virtual machines are made in; default when left out.")
        @Nullable String namespace,
    @Required
        @Pattern("^[a-z0-9-]+/[a-z0-9-]+$")
        @Doc("Network of the virtual machines, written namespace/name.")
        String networkName,
    @Doc("Image that machines start from when nothing else names one, written namespace/name.")
        @Nullable String imageName,
    @Doc(
            "Storage class of extra disks that name none; a root disk has that of its image. Left"
                + " out: Harvester's default.")
        @Nullable String storageClassName,
    @Doc(
            "Storage class that Harvester made for the image of imageName"
                + " (status.storageClassName of the VirtualMachineImage), for root disks of workers"
                + " made by CAPK. Left out: longhorn- and the image's name.")
        @Nullable String imageStorageClassName,
    @Doc(
            "Cluster API provider that makes workers: kubevirt (CAPK) or harvester (CAPHV, which"
                + " takes a node range but writes an endpoint of its own); kubevirt when left out.")
        @Nullable WorkerProvider workerProvider,
    @Doc("User that machines let in over SSH. Needed with workerProvider harvester.")
        @Nullable String sshUser,
    @Doc(
            "Harvester key pair of that user, written namespace/name. Needed with workerProvider"
                + " harvester.")
        @Nullable String sshKeyPair)
    implements Wire {

  /** The provider in force. */
  public WorkerProvider effectiveWorkerProvider() {
    return workerProvider == null ? WorkerProvider.KUBEVIRT : workerProvider;
  }

  /** Cluster API providers that make machines on Harvester. */
  public enum WorkerProvider {
    @JsonProperty("kubevirt")
    KUBEVIRT,
    @JsonProperty("harvester")
    HARVESTER
  }
}
