package dev.butlerlabs.butler.providers.gcp.machines;

import java.util.List;

/** What a role must hold so that the driver can do its work; a test compares it with its calls. */
public final class GcpPermissions {

  /** For machines. */
  public static final List<String> MACHINES =
      List.of(
          "compute.diskTypes.get",
          "compute.disks.create",
          "compute.disks.delete",
          "compute.disks.list",
          "compute.disks.setLabels",
          "compute.images.get",
          "compute.images.getFromFamily",
          "compute.images.useReadOnly",
          "compute.instances.create",
          "compute.instances.delete",
          "compute.instances.get",
          "compute.instances.list",
          "compute.instances.resume",
          "compute.instances.setLabels",
          "compute.instances.setMetadata",
          "compute.instances.setTags",
          "compute.instances.start",
          "compute.machineTypes.get",
          "compute.networks.get",
          "compute.projects.get",
          "compute.regions.get",
          "compute.subnetworks.get",
          "compute.subnetworks.use",
          "compute.zoneOperations.get",
          "compute.zoneOperations.list");

  /** Only when machines run as a service account: spec.gcp.serviceAccount. */
  public static final List<String> SERVICE_ACCOUNTS =
      List.of("compute.instances.setServiceAccount");

  /** For load balancers, beside those for machines. */
  public static final List<String> BALANCERS =
      List.of(
          "compute.addresses.create",
          "compute.addresses.delete",
          "compute.addresses.get",
          "compute.addresses.use",
          "compute.forwardingRules.create",
          "compute.forwardingRules.delete",
          "compute.forwardingRules.get",
          "compute.instanceGroups.create",
          "compute.instanceGroups.delete",
          "compute.instanceGroups.get",
          "compute.instanceGroups.list",
          "compute.instanceGroups.update",
          "compute.instanceGroups.use",
          "compute.instances.use",
          "compute.regionBackendServices.create",
          "compute.regionBackendServices.delete",
          "compute.regionBackendServices.get",
          "compute.regionBackendServices.update",
          "compute.regionBackendServices.use",
          "compute.regionHealthChecks.create",
          "compute.regionHealthChecks.delete",
          "compute.regionHealthChecks.get",
          "compute.regionHealthChecks.update",
          "compute.regionHealthChecks.useReadOnly",
          "compute.regionOperations.get",
          "compute.regionOperations.list");

  /** For images, beside those for machines. */
  public static final List<String> IMAGES =
      List.of(
          "compute.globalOperations.get",
          "compute.globalOperations.list",
          "compute.images.create",
          "compute.images.delete",
          "compute.images.setLabels");

  private GcpPermissions() {}
}
