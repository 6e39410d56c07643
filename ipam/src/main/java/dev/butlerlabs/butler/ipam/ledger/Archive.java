package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/**
 * What is stored right now. Nothing here comes from a cache, and absent means looked and absent.
 */
public final class Archive {

  private final KubernetesClient client;
  private final Scope scope;

  public Archive(KubernetesClient client, Scope scope) {
    this.client = client;
    this.scope = scope;
  }

  public Optional<NetworkPool> pool(ObjectKey key) {
    return find(scope.pools(), key);
  }

  public List<NetworkPool> pools() {
    return list(scope.pools());
  }

  public Optional<TenantCluster> cluster(ObjectKey key) {
    return find(scope.clusters(), key);
  }

  /** Whether something of the cluster is left that may use addresses. */
  public boolean foothold(ObjectKey cluster) {
    return new Foothold(client).left(cluster);
  }

  public List<ProviderConfig> providers() {
    return list(scope.providers());
  }

  /** Every claim on every pool. */
  public List<Claim> claims() {
    return list(scope.claims()).stream().flatMap(object -> Claim.of(object).stream()).toList();
  }

  /** The same claim as it is now; a namesake that came after it is somebody else. */
  public Optional<Claim> claim(Holder holder) {
    return find(scope.claims(), holder.claim())
        .filter(object -> object.getMetadata().getUid().equals(holder.uid()))
        .flatMap(Claim::of);
  }

  private <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key) {
    var attempt = new Attempt("read", kind.coordinates().kind(), key);
    var answer =
        Asking.ask(
            attempt,
            () ->
                client
                    .resources(kind.type())
                    .inNamespace(key.namespace())
                    .withName(key.name())
                    .require());
    return answer instanceof Answer.Failed<T>(Trouble.NotFound _)
        ? Optional.empty()
        : Optional.of(answer.orElseThrow());
  }

  private <T extends HasMetadata> List<T> list(Kind<T> kind) {
    var attempt =
        new Attempt("list", kind.coordinates().kind(), new ObjectKey(scope.namespace(), "*"));
    return Asking.ask(
            attempt,
            () -> {
              var all = client.resources(kind.type());
              var some =
                  scope.namespace().isEmpty()
                      ? all.inAnyNamespace()
                      : all.inNamespace(scope.namespace());
              return some.list().getItems();
            })
        .orElseThrow();
  }
}
