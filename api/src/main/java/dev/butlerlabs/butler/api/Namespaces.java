package dev.butlerlabs.butler.api;

/** Namespaces with a fixed meaning. */
public final class Namespaces {

  /** Platform objects: providers, pools, machines, credentials, shared templates. */
  public static final String SYSTEM = "butler-system";

  /** TenantClusters without a team, unless ButlerConfig names another. */
  public static final String DEFAULT_TENANTS = "butler-tenants";

  /** Inside a tenant cluster: what Workspaces run in. */
  public static final String TENANT_WORKSPACES = "workspaces";

  private Namespaces() {}
}
