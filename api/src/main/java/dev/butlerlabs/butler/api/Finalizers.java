package dev.butlerlabs.butler.api;

/** Finalizers that hold an object until what it stands for is cleaned up. */
public final class Finalizers {

  /** Holds a Team while it has clusters. */
  public static final String TEAM = "butler.butlerlabs.dev/team";

  /** Holds a TenantCluster while anything of it exists. */
  public static final String TENANT_CLUSTER = "butler.butlerlabs.dev/tenantcluster";

  /** Holds a TenantAddon while its release is installed. */
  public static final String TENANT_ADDON = "butler.butlerlabs.dev/tenantaddon";

  /** Holds a User while its password Secret exists. */
  public static final String USER = "butler.butlerlabs.dev/user";

  /** Holds a NetworkPool while addresses of it are given out. */
  public static final String NETWORK_POOL = "butler.butlerlabs.dev/networkpool";

  /** Holds an IPAllocation until its addresses are free again. */
  public static final String IP_ALLOCATION = "butler.butlerlabs.dev/ipallocation";

  /** Holds a ProviderConfig while something was made with it. */
  public static final String PROVIDER_CONFIG = "butler.butlerlabs.dev/providerconfig";

  /** Holds a Workspace while it has objects in the tenant cluster. */
  public static final String WORKSPACE = "butler.butlerlabs.dev/workspace";

  /** Holds an ImageSync while the platform has its image, or a part of it. */
  public static final String IMAGE_SYNC = "butler.butlerlabs.dev/imagesync";

  /** Holds a LoadBalancerRequest while the platform has its load balancer. */
  public static final String LOAD_BALANCER_REQUEST = "butler.butlerlabs.dev/loadbalancerrequest";

  /** Holds a ClusterBootstrap while its machines exist. */
  public static final String CLUSTER_BOOTSTRAP = "clusterbootstrap.butler.butlerlabs.dev/finalizer";

  /** Holds a ManagementAddon while its release is installed. */
  public static final String MANAGEMENT_ADDON = "managementaddon.butler.butlerlabs.dev/finalizer";

  /** Holds a LocalCluster while it has LocalMachines. */
  public static final String LOCAL_CLUSTER = "butler.butlerlabs.dev/localcluster";

  /** Holds a LocalMachine while its Node is in the tenant. */
  public static final String LOCAL_MACHINE = "butler.butlerlabs.dev/localmachine";

  private Finalizers() {}

  /** Holds a MachineRequest while the platform has its machine; for example {@code nutanix}. */
  public static String machineRequest(String provider) {
    return "machinerequest.butler.butlerlabs.dev/" + provider + "-finalizer";
  }

  /** What other versions put on a LoadBalancerRequest; to be read and removed, not written. */
  public static String olderLoadBalancerRequest(String provider) {
    return "loadbalancerrequest.butler.butlerlabs.dev/" + provider + "-finalizer";
  }
}
