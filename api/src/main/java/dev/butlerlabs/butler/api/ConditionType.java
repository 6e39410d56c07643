package dev.butlerlabs.butler.api;

/** What a condition is about, for all kinds of Butler. */
public enum ConditionType {
  /** Usable for what it is meant for. */
  READY("Ready"),

  /** Work on it is under way. */
  PROGRESSING("Progressing"),

  /** Usable, but something is wrong. */
  DEGRADED("Degraded"),

  /** ProviderConfig: the credentials were found and are complete. */
  CREDENTIALS_VALID("CredentialsValid"),

  /** ProviderConfig: the account may do all that making machines takes. */
  PERMISSIONS_GRANTED("PermissionsGranted"),

  /** ProviderConfig: at least one pool has free addresses. */
  POOL_AVAILABLE("PoolAvailable"),

  /** NetworkPool: 70 percent or more is given out. */
  CAPACITY_WARNING("CapacityWarning"),

  /** NetworkPool: 85 percent or more is given out. */
  CAPACITY_CRITICAL("CapacityCritical"),

  /** NetworkPool: the next block of default size cannot be placed. */
  CAPACITY_EXHAUSTED("CapacityExhausted"),

  /** NetworkPool: another pool or a cluster's own network has some of the same addresses. */
  OVERLAPPING("Overlapping"),

  /** NetworkPool: something uses an address that was given to somebody else. */
  ADDRESS_CONFLICT("AddressConflict"),

  /** IPAllocation: no load balancer announces any of its addresses any more. */
  WITHDRAWN("Withdrawn"),

  /** IPAllocation: no machine exists that could have one of its addresses. */
  HOLDER_GONE("HolderGone"),

  /** LoadBalancerRequest: the platform has the load balancer. */
  PROVISIONED("Provisioned"),

  /** LoadBalancerRequest: all wanted targets are registered. */
  TARGETS_SYNCED("TargetsSynced"),

  /** TenantCluster: its team may use the provider. */
  PROVIDER_ACCESS_GRANTED("ProviderAccessGranted"),

  /** TenantCluster: it is as the rules of platform and team want new clusters to be. */
  POLICY_COMPLIANT("PolicyCompliant"),

  /** TenantCluster: it fits within all quotas. ProviderConfig: the platform has room. */
  QUOTA_SATISFIED("QuotaSatisfied"),

  /** TenantCluster: it has the addresses it needs. ProviderConfig: its network is there. */
  NETWORK_READY("NetworkReady"),

  /** TenantCluster: its load balancers have the addresses that its Services need. */
  LOAD_BALANCER_CAPACITY("LoadBalancerCapacity"),

  /** TenantCluster: its load balancer announces the addresses it was given, and no others. */
  ADDRESSES_ANNOUNCED("AddressesAnnounced"),

  /** TenantCluster, ProviderConfig: the machine image is on the platform. */
  IMAGE_READY("ImageReady"),

  /** TenantCluster: network and load balancer stand. */
  INFRASTRUCTURE_READY("InfrastructureReady"),

  /** TenantCluster: its platform does not do everything as ordered; only there when that is so. */
  PLATFORM_GAPS("PlatformGaps"),

  /**
   * TenantCluster: its workers are made as ButlerConfig and ProviderConfig said earlier; only there
   * when that is so.
   */
  OLDER_DEFAULTS("OlderDefaults"),

  /** TenantCluster: its API server answers. */
  CONTROL_PLANE_READY("ControlPlaneReady"),

  /** TenantCluster: its workers have joined. */
  WORKERS_READY("WorkersReady"),

  /** TenantCluster: its essential addons are installed. */
  ADDONS_READY("AddonsReady"),

  /** TenantCluster: the CA of Prism Central is trusted. */
  NUTANIX_CREDENTIALS_TRUST_BUNDLE("NutanixCredentialsTrustBundle"),

  /** TenantAddon: the cluster it goes to is ready. */
  CLUSTER_READY("ClusterReady"),

  /** TenantAddon: what it depends on is installed. */
  DEPENDENCIES_MET("DependenciesMet"),

  /** TenantAddon: the release is installed. */
  INSTALLED("Installed"),

  /** TenantAddon: the workloads of the release run. */
  HEALTHY("Healthy"),

  /** Team, ButlerConfig: the namespace exists. */
  NAMESPACE_READY("NamespaceReady"),

  /** Team: members have their rights. */
  RBAC_READY("RBACReady"),

  /** Team: more is in use than allowed. */
  QUOTA_EXCEEDED("QuotaExceeded"),

  /** ButlerConfig: the settings are in force. */
  CONFIGURED("Configured"),

  /** IdentityProvider: its endpoints were found. */
  DISCOVERED("Discovered"),

  /** IdentityProvider: the client secret was found. */
  SECRET_VALID("SecretValid"),

  /** User: an invitation waits for an answer. */
  INVITE_PENDING("InvitePending"),

  /** User: the invitation ran out. */
  INVITE_EXPIRED("InviteExpired"),

  /** Workspace: its volume exists. */
  PVC_READY("PVCReady"),

  /** Workspace: its pod runs. */
  POD_READY("PodReady"),

  /** Workspace: the repositories are there. */
  REPOSITORY_CLONED("RepositoryCloned"),

  /** Workspace: the dotfiles are installed. */
  DOTFILES_INSTALLED("DotfilesInstalled"),

  /** Workspace: it can be reached over SSH. */
  SSH_READY("SSHReady");

  private final String wire;

  ConditionType(String wire) {
    this.wire = wire;
  }

  /** The condition's {@code type}. */
  public String wire() {
    return wire;
  }
}
