package dev.butlerlabs.butler.api;

/** Annotations Butler writes and reads. */
public final class Annotations {

  /** On a namespace: what it is for, for people. */
  public static final String DESCRIPTION = "butler.butlerlabs.dev/description";

  /** Who created the object. */
  public static final String CREATED_BY = "butler.butlerlabs.dev/created-by";

  /** On a TenantCluster: email of whoever asked for it. */
  public static final String CREATOR_EMAIL = "butler.butlerlabs.dev/creator-email";

  /** On a TenantCluster: email of its owner; clusters per member are counted by it. */
  public static final String OWNER = "butler.butlerlabs.dev/owner";

  /** On a TenantCluster: {@code true} lets its environment label change. */
  public static final String MIGRATION_OPERATION = "butler.butlerlabs.dev/migration-operation";

  /** On a TenantCluster: {@code true} keeps it and everything of it from being deleted. */
  public static final String DELETION_PROTECTION = "butler.butlerlabs.dev/deletion-protection";

  /** On a TenantCluster: how long its data is kept after its deletion, such as 72h or 0s. */
  public static final String DELETION_GRACE_PERIOD = "butler.butlerlabs.dev/deletion-grace-period";

  /**
   * On a TenantCluster: what of it goes before it is deleted, while its own controllers can still
   * remove it from their platform: {@code load-balancers}, {@code volumes} or {@code none}.
   */
  public static final String DELETION_DRAIN = "butler.butlerlabs.dev/deletion-drain";

  /** On a TenantCluster: the UID of a deleted one of its name, whose control plane it takes up. */
  public static final String UNDELETE = "butler.butlerlabs.dev/undelete";

  /** On a TenantCluster: {@code true} lets no further pool of workers begin with an upgrade. */
  public static final String UPGRADE_PAUSED = "butler.butlerlabs.dev/upgrade-paused";

  /**
   * On a TenantCluster: any new value has its workers made as ButlerConfig and ProviderConfig say
   * by now, at once.
   */
  public static final String TAKE_DEFAULTS = "butler.butlerlabs.dev/take-defaults";

  /**
   * On a TenantCluster: any new value has all its objects written and looked at once more. On a
   * TenantAddon or ManagementAddon: any new value has what failed tried again at once.
   */
  public static final String REFRESH = "butler.butlerlabs.dev/refresh";

  /**
   * On a CertificateSigningRequest for a way into a tenant: {@code viewer}, {@code operator} or
   * {@code admin}.
   */
  public static final String ACCESS_ROLE = "butler.butlerlabs.dev/access-role";

  /** On a Workspace: {@code true} while somebody wants to be connected. */
  public static final String CONNECT = "butler.butlerlabs.dev/connect";

  /** On a Workspace: since when somebody is connected, RFC 3339. */
  public static final String CONNECT_TIME = "butler.butlerlabs.dev/connect-time";

  /** On a MachineRequest: zone the platform reported. */
  public static final String AVAILABILITY_ZONE = "butler.butlerlabs.dev/availability-zone";

  /**
   * On a MachineRequest, LoadBalancerRequest or ImageSync: what its platform's driver must find
   * again after a crash.
   */
  public static final String PLATFORM_MEMO = "butler.butlerlabs.dev/platform-memo";

  /**
   * On a MachineRequest, LoadBalancerRequest or ImageSync: where its thing was begun, so that it is
   * not taken for gone when its ProviderConfig leads elsewhere.
   */
  public static final String PLATFORM_PLACE = "butler.butlerlabs.dev/platform-place";

  /**
   * On a MachineRequest, LoadBalancerRequest or ImageSync that is being deleted: {@code true} lets
   * it go although what it stands for cannot be removed.
   */
  public static final String ABANDON_MACHINE = "butler.butlerlabs.dev/abandon-machine";

  /** On a TenantAddon: {@code true} lets it take over a Helm release that somebody else made. */
  public static final String ADOPT_RELEASE = "butler.butlerlabs.dev/adopt-release";

  /** On a CustomResourceDefinition with {@link Labels#LEFT_BY}: the chart that brought it. */
  public static final String LEFT_BY_CHART = "butler.butlerlabs.dev/left-by-chart";

  /** On a User: {@code true} asks the server to fill in the password hash. */
  public static final String SYNC_PASSWORD = "butler.butlerlabs.dev/sync-password";

  /** On a control plane Secret: when its renewal was asked for. */
  public static final String ROTATION_INITIATED = "butler.butlerlabs.dev/rotation-initiated";

  /** On a control plane Secret: who asked for its renewal. */
  public static final String ROTATION_INITIATED_BY = "butler.butlerlabs.dev/rotation-initiated-by";

  /** On a control plane Secret: what kind of renewal was asked for. */
  public static final String ROTATION_TYPE = "butler.butlerlabs.dev/rotation-type";

  /** On a control plane Secret: which Secrets were renewed with it. */
  public static final String ROTATION_SECRETS = "butler.butlerlabs.dev/rotation-secrets";

  private Annotations() {}
}
