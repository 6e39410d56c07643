package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.steward.plane.plan.Edge;
import dev.butlerlabs.butler.steward.plane.plan.Fact;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.Gateway;
import io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.TLSRoute;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Looks at the ways from outside to one control plane. Gateways and routes are asked for and not
 * watched: nobody says that this cluster serves them, and few control planes use them.
 */
final class EdgeSight {

  private final KubernetesClient client;
  private final TenantControlPlane plane;

  EdgeSight(KubernetesClient client, TenantControlPlane plane) {
    this.client = client;
    this.plane = plane;
  }

  Edge look(Cache cache) {
    var metadata = plane.getMetadata();
    var ingress = Sight.find(Sight.INGRESSES, plane, metadata.getName(), cache).orElse(null);
    var wanted = plane.getSpec().controlPlane().gateway();
    if (wanted == null && !recorded()) {
      return new Edge(false, Map.of(), Map.of(), null, ingress);
    }
    var gateways = new LinkedHashMap<ObjectKey, Gateway>();
    var unread = new LinkedHashMap<ObjectKey, String>();
    if (wanted != null) {
      wanted.parentRefs().stream()
          .filter(Edge::gateway)
          .map(ref -> Edge.key(ref, metadata.getNamespace()))
          .forEach(key -> look(key, gateways, unread));
    }
    var route = read(TLSRoute.class, new ObjectKey(metadata.getNamespace(), metadata.getName()));
    var served = !(route instanceof Answer.Failed<TLSRoute>(Trouble.NotServed _));
    return new Edge(served, gateways, unread, ours(route).orElse(null), ingress);
  }

  private void look(
      ObjectKey key, Map<ObjectKey, Gateway> gateways, Map<ObjectKey, String> unread) {
    switch (read(Gateway.class, key)) {
      case Answer.Done<Gateway>(var found) -> gateways.put(key, found);
      case Answer.Failed<Gateway>(Trouble.NotFound _) -> {}
      case Answer.Failed<Gateway>(Trouble.NotServed _) -> {}
      case Answer.Failed<Gateway>(var why) -> unread.put(key, why.detail());
    }
  }

  /** Our route; one that cannot be looked at is not taken for gone. */
  private Optional<TLSRoute> ours(Answer<TLSRoute> route) {
    return switch (route) {
      case Answer.Failed<TLSRoute>(Trouble.NotFound _) -> Optional.empty();
      case Answer.Failed<TLSRoute>(Trouble.NotServed _) -> Optional.empty();
      default -> Optional.of(route.orElseThrow()).filter(one -> Sight.owned(one, plane));
    };
  }

  /** Whether the status tells of a way from outside, which may be wanted no more. */
  private boolean recorded() {
    var status = plane.getStatus();
    return status != null
        && status.conditions().stream().anyMatch(one -> one.type().equals(Fact.EXPOSED.wire()));
  }

  private <T extends HasMetadata> Answer<T> read(Class<T> type, ObjectKey key) {
    return Asking.ask(
        new Attempt("read", type.getSimpleName(), key),
        () -> client.resources(type).inNamespace(key.namespace()).withName(key.name()).require());
  }
}
