package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.demand.plan.Claim;
import dev.butlerlabs.butler.ipam.demand.plan.Refusal;
import dev.butlerlabs.butler.ipam.demand.plan.Step;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.CompareAndSwap;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Makes, gives back and marks claims. Each write holds only for what was read, so that two who have
 * the same idea do not both have their way.
 */
final class ClaimDesk {

  private static final int LONGEST_LABEL = 63;
  private static final StatusShare SHARE =
      new StatusShare(FieldManager.of("ipam-demand"), Set.of("unusedSince"), Set.of(), false);

  private final KubernetesClient client;
  private final CompareAndSwap swap;
  private final StatusWriter statuses;

  ClaimDesk(KubernetesClient client, InstantSource clock) {
    this.client = client;
    this.swap = new CompareAndSwap(client, CompareAndSwap.Part.OBJECT);
    this.statuses = new StatusWriter(client, SHARE, clock);
  }

  /** The claims of the cluster as they are stored right now. */
  Answer<List<IPAllocation>> list(TenantCluster cluster, String namespace) {
    var key = DemandKinds.keyOf(cluster);
    return Asking.ask(
        new Attempt("list claims of", "TenantCluster", key),
        () ->
            client
                .resources(IPAllocation.class)
                .inNamespace(namespace)
                .withLabel(Labels.TEAM, key.namespace())
                .withLabel(Labels.TENANT, key.name())
                .list()
                .getItems());
  }

  /** Whether {@link #list} finds the claim. */
  boolean listed(TenantCluster cluster, IPAllocation claim) {
    var key = DemandKinds.keyOf(cluster);
    var labels =
        Objects.requireNonNullElse(claim.getMetadata().getLabels(), Map.<String, String>of());
    return key.namespace().equals(labels.get(Labels.TEAM))
        && key.name().equals(labels.get(Labels.TENANT));
  }

  /**
   * Asks for addresses. The name is one above the highest stored: whoever had the same idea wanted
   * the same name, and the later one hears {@link Trouble.Conflict}.
   */
  Answer<IPAllocation> create(
      TenantCluster cluster, String namespace, Step.Create order, int number) {
    var names = ClaimNames.of(cluster);
    var claim = new IPAllocation();
    claim.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(names.name(order.type(), number))
            .withFinalizers(Finalizers.IP_ALLOCATION)
            .withLabels(labels(cluster, order))
            .withAnnotations(annotations(order))
            .build());
    claim.setSpec(spec(cluster, order));
    return Asking.ask(Attempt.to("create", claim), () -> client.resource(claim).create());
  }

  /** Whether a name of ours was taken by somebody who does not claim for this cluster. */
  boolean foreign(TenantCluster cluster, String namespace, Step.Create order, int number) {
    var name = ClaimNames.of(cluster).name(order.type(), number);
    var found = client.resources(IPAllocation.class).inNamespace(namespace).withName(name).get();
    return found != null && !new ClaimReading(cluster, Map.of()).ours(found);
  }

  /** Asks for the addresses back; a claim that was never given any goes without a trace. */
  Answer<?> release(IPAllocation claim, Claim.State state) {
    if (state == Claim.State.HELD) {
      return swap.swap(claim, releasing(claim));
    }
    var answer =
        Asking.ask(
            Attempt.to("delete", claim),
            () ->
                client
                    .resource(claim)
                    .lockResourceVersion(claim.getMetadata().getResourceVersion())
                    .delete());
    return answer instanceof Answer.Failed<?>(Trouble.NotFound _) ? Answer.done(claim) : answer;
  }

  /** Makes a claim of a deleted cluster one of the cluster that takes it up. */
  Answer<IPAllocation> inherit(TenantCluster cluster, IPAllocation claim) {
    var changed = new IPAllocation();
    changed.setMetadata(
        new ObjectMetaBuilder(claim.getMetadata())
            .addToLabels(ClaimReading.TENANT_UID, cluster.getMetadata().getUid())
            .build());
    changed.setSpec(claim.getSpec());
    changed.setStatus(claim.getStatus());
    return swap.swap(claim, changed);
  }

  /** Notes since when the claim is unused, or that it is in use. */
  Answer<IPAllocation> mark(IPAllocation claim, Map<String, ?> unusedSince) {
    return statuses.write(claim, List.of(), unusedSince);
  }

  private static IPAllocation releasing(IPAllocation claim) {
    var spec = claim.getSpec();
    var changed = new IPAllocation();
    changed.setMetadata(claim.getMetadata());
    changed.setStatus(claim.getStatus());
    changed.setSpec(
        new IPAllocationSpec(
            spec.poolRef(),
            spec.tenantClusterRef(),
            spec.type(),
            spec.count(),
            spec.pinnedRange(),
            true));
    return changed;
  }

  private static IPAllocationSpec spec(TenantCluster cluster, Step.Create order) {
    var key = DemandKinds.keyOf(cluster);
    var pin = order.pin();
    return new IPAllocationSpec(
        new LocalRef(order.pool()),
        new NamespacedRef(key.name(), key.namespace()),
        order.type(),
        order.count(),
        pin == null
            ? null
            : new IPAllocationSpec.PinnedRange(pin.start().toString(), pin.end().toString()),
        null);
  }

  private static Map<String, String> labels(TenantCluster cluster, Step.Create order) {
    var key = DemandKinds.keyOf(cluster);
    var labels = new LinkedHashMap<String, String>();
    labels.put(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER);
    labels.put(Labels.TEAM, key.namespace());
    labels.put(Labels.TENANT, key.name());
    labels.put(ClaimReading.TENANT_UID, cluster.getMetadata().getUid());
    labels.put(
        Labels.ALLOCATION_TYPE,
        order.type() == IPAllocationSpec.Type.NODES ? "nodes" : "loadbalancer");
    labels.put(Labels.ALLOCATION_ROLE, order.role() == Claim.Role.INITIAL ? "initial" : "growth");
    if (order.pool().length() <= LONGEST_LABEL) {
      labels.put(Labels.NETWORK_POOL, order.pool());
    }
    return labels;
  }

  private static Map<String, String> annotations(Step.Create order) {
    var annotations = new LinkedHashMap<String, String>();
    annotations.put(ClaimReading.ASKED, order.asked());
    if (order.block() > 0) {
      annotations.put(ClaimReading.BLOCK, Integer.toString(order.block()));
    }
    if (!order.refusals().isEmpty()) {
      annotations.put(ClaimReading.REFUSED, Refusal.write(order.refusals()));
    }
    return annotations;
  }
}
