package dev.butlerlabs.butler.api.clusters;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Format;
import org.jspecify.annotations.Nullable;

/** Settings of an infrastructure for one cluster alone; only the section in use is looked at. */
public record InfrastructureOverride(
    @Doc("For workers on Harvester.") @Nullable Harvester harvester,
    @Doc("For workers on Nutanix.") @Nullable Nutanix nutanix,
    @Doc("For workers on Proxmox VE.") @Nullable Proxmox proxmox,
    @Doc("For workers on Google Cloud.") @Nullable Gcp gcp,
    @Doc("For workers on AWS.") @Nullable Aws aws,
    @Doc("For workers on Azure.") @Nullable Azure azure)
    implements Wire {

  /** Harvester settings for one cluster. */
  public record Harvester(
      @Doc("Harvester namespace for the machines. Left out: the ProviderConfig's.")
          @Nullable String namespace,
      @Doc("Network of the machines, namespace/name. Left out: the ProviderConfig's.")
          @Nullable String networkName,
      @Doc("Image of the machines, namespace/name. Left out: the ProviderConfig's.")
          @Nullable String imageName)
      implements Wire {}

  /** Nutanix settings for one cluster. */
  public record Nutanix(
      @Doc("UUID of the AHV cluster. Left out: the ProviderConfig's.") @Nullable String clusterUUID,
      @Doc("UUID of the subnet. Left out: the ProviderConfig's.") @Nullable String subnetUUID,
      @Doc("UUID of the image. Left out: the ProviderConfig's.") @Nullable String imageUUID,
      @Doc("UUID of the storage container. Left out: the ProviderConfig's.")
          @Nullable String storageContainerUUID)
      implements Wire {}

  /** Proxmox settings for one cluster. */
  public record Proxmox(
      @Doc("Proxmox node for the machines. Left out: one of the ProviderConfig's.")
          @Nullable String node,
      @Doc("Storage for the disks. Left out: the ProviderConfig's.") @Nullable String storage,
      @Format("") @Doc("ID of the template to clone. Left out: the ProviderConfig's.")
          @Nullable Integer templateID)
      implements Wire {}

  /** Google Cloud settings for one cluster. */
  public record Gcp(
      @Doc("Machine type. Left out: the ProviderConfig's.") @Nullable String machineType,
      @Doc("Zone of the machines. Left out: the ProviderConfig's.") @Nullable String zone,
      @Doc("Subnetwork of the machines. Left out: the ProviderConfig's.")
          @Nullable String subnetwork,
      @Doc("Image of the machines; wins over imageFamily. Left out: the ProviderConfig's.")
          @Nullable String image,
      @Doc("Image family of the machines. Left out: the ProviderConfig's.")
          @Nullable String imageFamily)
      implements Wire {}

  /** AWS settings for one cluster. */
  public record Aws(
      @Doc("Instance type. Left out: the ProviderConfig's.") @Nullable String instanceType,
      @Doc("ID of the AMI. Left out: the ProviderConfig's.") @Nullable String ami,
      @Doc("ID of the subnet of the machines. Left out: one of the ProviderConfig's.")
          @Nullable String subnetID)
      implements Wire {}

  /** Azure settings for one cluster. */
  public record Azure(
      @Doc("Size of the machines. Left out: the ProviderConfig's.") @Nullable String vmSize,
      @Doc("Image of the machines. Left out: the ProviderConfig's.") @Nullable String imageURN,
      @Doc("Subnet of the machines. Left out: the ProviderConfig's.") @Nullable String subnetName)
      implements Wire {}
}
