package dev.butlerlabs.butler.steward.inside;

import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.steward.plane.Rewriting;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Walks through a tenant's objects page by page and has each stored anew. */
public final class TenantRewriting implements Rewriting {

  /** After so many pages others get their turn. */
  private static final int PAGES = 20;

  private final TenantClients tenants;

  /** Where each walk is; a walk that is lost with its process begins again, which harms nobody. */
  private final Map<Tenant, Walk> walks = new ConcurrentHashMap<>();

  public TenantRewriting(TenantClients tenants) {
    this.tenants = tenants;
  }

  @Override
  public Answer<Boolean> rewrite(Tenant tenant, byte[] kubeconfig, Plan.Rewriting wanted) {
    var walk =
        walks.compute(
            tenant,
            (_, before) ->
                before != null && before.serves(wanted.purpose())
                    ? before
                    : new Walk(wanted.purpose(), wanted.resources()));
    var answer = Answer.done(false);
    for (var page = 0; page < PAGES && answer.equals(Answer.done(false)); page++) {
      answer = tenants.call(tenant, kubeconfig, walk::page);
    }
    if (answer.equals(Answer.done(true))) {
      walks.remove(tenant);
    }
    return answer;
  }
}
