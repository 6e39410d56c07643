package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.clusters.DeletionGrace;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.tenants.objects.plan.Marks;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Tells IPAM what became of those who hold addresses. */
final class Addresses {

  private static final String TENANT_UID = "butler.butlerlabs.dev/tenant-uid";
  private static final String GONE = ConditionType.HOLDER_GONE.wire();
  private static final StatusShare SHARE =
      new StatusShare(FieldManager.of(Marks.TENANTS), Set.of(), Set.of(GONE), false);

  private final StatusWriter claims;

  Addresses(KubernetesClient client, InstantSource clock) {
    this.claims = new StatusWriter(client, SHARE, clock);
  }

  /**
   * Whose addresses are spoken of.
   *
   * @param alone nobody else of that name can be: claims that name no UID are its own, too
   */
  record Holder(ObjectKey key, String uid, boolean alone) {

    static Holder of(TenantCluster cluster) {
      return new Holder(LifeKinds.keyOf(cluster), cluster.getMetadata().getUid(), true);
    }

    /** Whether the claim is its own. */
    boolean has(IPAllocation claim) {
      var named =
          Objects.requireNonNullElse(claim.getMetadata().getLabels(), Map.<String, String>of())
              .get(TENANT_UID);
      return named == null ? alone : named.equals(uid);
    }
  }

  /** Tells IPAM that no machine is left that could use an address of the cluster. */
  Optional<Trouble> letGo(Holder holder, Cache cache) {
    var gone =
        Verdict.yes(
            GONE, "MachinesGone", "no machine of TenantCluster %s is left".formatted(holder.key()));
    return tell(holder, cache, claim -> !told(claim), List.of(gone));
  }

  /** Tells IPAM that whoever holds addresses may come back. */
  Optional<Trouble> keep(Holder holder, Instant until, Cache cache) {
    var kept =
        Verdict.no(
            GONE,
            DeletionGrace.KEPT,
            "TenantCluster %s was deleted and can be had back until %s"
                .formatted(holder.key(), until));
    return tell(holder, cache, claim -> !told(claim), List.of(kept));
  }

  /** Takes that back, when it has come. */
  Optional<Trouble> hold(Holder holder, Cache cache) {
    return tell(
        holder,
        cache,
        claim ->
            conditions(claim).find(GONE).filter(one -> one.status() == Truth.FALSE).isPresent(),
        List.of());
  }

  private Optional<Trouble> tell(
      Holder holder, Cache cache, Predicate<IPAllocation> which, List<Verdict> verdicts) {
    for (var claim : Sight.claims(holder.key(), cache)) {
      if (holder.has(claim) && which.test(claim)) {
        var answer = claims.write(claim, verdicts, Map.of());
        if (answer instanceof Answer.Failed<IPAllocation>(var trouble)
            && !(trouble instanceof Trouble.NotFound)) {
          return Optional.of(trouble);
        }
      }
    }
    return Optional.empty();
  }

  private static Conditions conditions(IPAllocation claim) {
    var status = claim.getStatus();
    return status == null ? Conditions.none() : new Conditions(status.conditions());
  }

  private static boolean told(IPAllocation claim) {
    var status = claim.getStatus();
    return conditions(claim).holds(GONE)
        || (status != null && status.phase() == IPAllocationStatus.Phase.RELEASED);
  }
}
