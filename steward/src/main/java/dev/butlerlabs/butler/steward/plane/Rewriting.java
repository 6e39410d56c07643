package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.steward.plane.plan.Plan;

/** Has a tenant store its objects anew, each as it is. */
public interface Rewriting {

  /**
   * Goes on with it for a few seconds; may be repeated, and begins again after a restart.
   *
   * @param kubeconfig of an administrator of the tenant
   * @return whether all were written; otherwise it is to be called again
   */
  Answer<Boolean> rewrite(Tenant tenant, byte[] kubeconfig, Plan.Rewriting wanted);
}
