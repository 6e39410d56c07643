package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.steward.plane.plan.Plan;

/** Writes into a tenant what administrators and joining nodes need there. */
public interface Basics {

  /**
   * Makes it so; may be repeated.
   *
   * @param kubeconfig of an administrator of the tenant
   */
  Answer<Boolean> write(Tenant tenant, byte[] kubeconfig, Plan.Basics wanted);

  /** Puts the refusal of writes back in force, should somebody in the tenant have lifted it. */
  Answer<Boolean> limit(Tenant tenant, byte[] kubeconfig, Plan.Basics wanted);

  /** The tenant is no more. */
  void forget(Tenant tenant);
}
