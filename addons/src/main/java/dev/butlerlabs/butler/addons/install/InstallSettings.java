package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.jobs.plan.Turns.Limits;

/**
 * How addons are installed.
 *
 * @param wayIntoTenants which kubeconfig of a tenant's admin Secret leads there from here
 * @param limits how much Helm does at once
 */
public record InstallSettings(String wayIntoTenants, Limits limits) {

  /**
   * Eight Helm processes at once, three on one cluster: each takes 61 MiB. Sixteen more that wait
   * for clusters that are slow.
   */
  public static InstallSettings usual(String wayIntoTenants) {
    return new InstallSettings(wayIntoTenants, new Limits(8, 3, 10_000, 16));
  }
}
