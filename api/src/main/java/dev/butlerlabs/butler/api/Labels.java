package dev.butlerlabs.butler.api;

/** Labels Butler writes and reads. */
public final class Labels {

  /** Who made a generated object; the value is {@link #MANAGED_BY_BUTLER}. */
  public static final String MANAGED_BY = "app.kubernetes.io/managed-by";

  /** The value of {@link #MANAGED_BY} on everything Butler generates. */
  public static final String MANAGED_BY_BUTLER = "butler";

  /** Name of the Team; on an IPAllocation the namespace of the TenantCluster. */
  public static final String TEAM = "butler.butlerlabs.dev/team";

  /** Name of the TenantCluster something belongs to. */
  public static final String TENANT = "butler.butlerlabs.dev/tenant";

  /** On a tenant namespace: namespace of its TenantCluster. */
  public static final String SOURCE_NAMESPACE = "butler.butlerlabs.dev/source-namespace";

  /** On a tenant namespace: name of its TenantCluster. */
  public static final String SOURCE_NAME = "butler.butlerlabs.dev/source-name";

  /** On a tenant namespace: UID of the deleted TenantCluster whose data is kept in it. */
  public static final String KEPT = "butler.butlerlabs.dev/kept";

  /** On a TenantCluster: the Team environment it stands in. */
  public static final String ENVIRONMENT = "butler.butlerlabs.dev/environment";

  /** On an IPAllocation: name of its NetworkPool. */
  public static final String NETWORK_POOL = "butler.butlerlabs.dev/network-pool";

  /** On an IPAllocation: {@code nodes} or {@code loadbalancer}. */
  public static final String ALLOCATION_TYPE = "butler.butlerlabs.dev/allocation-type";

  /** On an IPAllocation: {@code initial} or {@code growth}; absent, the name tells. */
  public static final String ALLOCATION_ROLE = "butler.butlerlabs.dev/allocation-role";

  /** On an ImageSync: name of the ProviderConfig. */
  public static final String PROVIDER_CONFIG = "butler.butlerlabs.dev/provider-config";

  /** On an ImageSync: the schematic, cut to 63 characters. */
  public static final String SCHEMATIC_ID = "butler.butlerlabs.dev/schematic-id";

  /** On an ImageSync: version of the operating system. */
  public static final String IMAGE_VERSION = "butler.butlerlabs.dev/image-version";

  /** On an ImageSync: processor architecture. */
  public static final String IMAGE_ARCH = "butler.butlerlabs.dev/image-arch";

  /** On a tenant Service of a platform addon: not counted as the tenant's own usage. */
  public static final String PLATFORM_LB = "butler.butlerlabs.dev/platform-lb";

  /** On workspace objects: the owner, made fit for a label. */
  public static final String WORKSPACE_OWNER = "butler.butlerlabs.dev/workspace-owner";

  /** On a workspace pod and its volume claim: name of the Workspace. */
  public static final String WORKSPACE = "butler.butlerlabs.dev/workspace";

  /** Name of the cluster a machine, load balancer or addon is for. */
  public static final String CLUSTER = "butler.butlerlabs.dev/cluster";

  /** Name of the ClusterBootstrap something was made for. */
  public static final String CLUSTER_BOOTSTRAP = "butler.butlerlabs.dev/cluster-bootstrap";

  /** On a MachineRequest: {@code control-plane} or {@code worker}. */
  public static final String ROLE = "butler.butlerlabs.dev/role";

  /** On an addon: name of its AddonDefinition. */
  public static final String ADDON_DEFINITION = "butler.butlerlabs.dev/addon-definition";

  /** On a Helm release: UID of the addon that made it; of the cluster, if it comes with that. */
  public static final String RELEASE_OWNER = "butler.butlerlabs.dev/release-owner";

  /** On a Helm release: hash of what was asked for when it was made. */
  public static final String RELEASE_ORDER = "butler.butlerlabs.dev/release-order";

  /** On a CustomResourceDefinition: UID of the addon that leaves it behind and may purge it. */
  public static final String LEFT_BY = "butler.butlerlabs.dev/left-by";

  /** On a TenantAddon: {@code true} when it comes with its cluster. */
  public static final String PLATFORM_ADDON = "butler.butlerlabs.dev/platform-addon";

  /** On a TenantAddon: {@code true} when the platform enrolled the cluster by itself. */
  public static final String AUTO_ENROLLED = "butler.butlerlabs.dev/auto-enrolled";

  /** Where an object came from; {@link #SOURCE_BUILTIN} came with the platform. */
  public static final String SOURCE = "butler.butlerlabs.dev/source";

  /** The value of {@link #SOURCE} on what is shipped with the platform. */
  public static final String SOURCE_BUILTIN = "builtin";

  /** On an AddonDefinition: the same as its category. */
  public static final String CATEGORY = "butler.butlerlabs.dev/category";

  /** On a TenantCluster: {@code true} on the one that collects logs and metrics. */
  public static final String OBSERVABILITY_PIPELINE =
      "butler.butlerlabs.dev/observability-pipeline";

  /** On a Secret: name of the IdentityProvider it belongs to. */
  public static final String IDENTITY_PROVIDER = "butler.butlerlabs.dev/identity-provider";

  /** On a Secret: name of the ProviderConfig it belongs to. */
  public static final String PROVIDER = "butler.butlerlabs.dev/provider";

  /** On a User: {@code platform-admin} for the first administrator. */
  public static final String USER_TYPE = "butler.butlerlabs.dev/user-type";

  /** On a ClusterRole: which CLI role it grants. */
  public static final String CLI_ROLE = "butler.butlerlabs.dev/cli-role";

  /** On a tenant's Node: {@code true} when no container runs on it. */
  public static final String SIMULATED = "butler.butlerlabs.dev/simulated";

  /** On a Secret: name of the LocalMachine whose Node's key it holds, made fit for a label. */
  public static final String LOCAL_MACHINE = "butler.butlerlabs.dev/local-machine";

  private Labels() {}
}
