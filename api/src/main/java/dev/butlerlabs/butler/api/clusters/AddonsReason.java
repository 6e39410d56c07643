package dev.butlerlabs.butler.api.clusters;

import java.util.stream.Stream;

/** Why the condition AddonsReady of a TenantCluster is as it is. */
public enum AddonsReason {
  /** All that come with the cluster are there and serve. */
  ADDONS_INSTALLED("AddonsInstalled", false),

  /** They serve; one of them is being upgraded or added. */
  ADDONS_CHANGING("AddonsChanging", false),

  /** They are being installed for the first time. */
  WAITING_FOR_ADDONS("WaitingForAddons", true),

  /** Nodes cannot work without one that is not there: their network or their cloud controller. */
  NODES_LACK_ADDON("NodesLackAddon", true),

  /** One cannot be installed or upgraded. */
  ADDON_FAILED("AddonFailed", false),

  /** One is there and does not serve. */
  ADDON_DEGRADED("AddonDegraded", false),

  /** Something that the manifest asks for cannot be had. */
  OPTION_REFUSED("OptionRefused", false);

  private final String wire;
  private final boolean holds;

  AddonsReason(String wire, boolean holds) {
    this.wire = wire;
    this.holds = holds;
  }

  /** The condition's {@code reason}. */
  public String wire() {
    return wire;
  }

  /**
   * Whether a cluster whose addons are told not to be ready for this reason cannot be used. What
   * nobody knows counts as such.
   */
  public static boolean holds(String reason) {
    return Stream.of(values()).filter(one -> one.wire.equals(reason)).allMatch(one -> one.holds);
  }
}
