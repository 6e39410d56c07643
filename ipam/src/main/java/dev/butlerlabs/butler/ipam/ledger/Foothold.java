package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;

/**
 * Where something of a cluster stands: namespaces that say they were made for one of its name.
 * While there is one, machines may use addresses, whatever became of the TenantCluster; asked only
 * when that is gone, and asked anew each time.
 */
public final class Foothold {

  private final KubernetesClient client;

  public Foothold(KubernetesClient client) {
    this.client = client;
  }

  /** Whether anything is left, be it on its way out. */
  public boolean left(ObjectKey tenant) {
    return !all(tenant).isEmpty();
  }

  /** Whether a TenantCluster of that name goes on with what is there. */
  public boolean standing(ObjectKey tenant) {
    return all(tenant).stream().anyMatch(one -> !one.isMarkedForDeletion());
  }

  /**
   * Whether a cluster has a place of its own beside the one that is kept for a deleted one: then it
   * is too late for it to take up anything.
   *
   * @param place what the cluster says of where it lives
   * @param uid of the deleted one
   */
  public boolean beside(ObjectKey tenant, String place, String uid) {
    return all(tenant).stream()
        .filter(one -> uid.equals(one.getMetadata().getLabels().get(Labels.KEPT)))
        .anyMatch(one -> !one.getMetadata().getName().equals(place));
  }

  private List<Namespace> all(ObjectKey tenant) {
    return Asking.ask(
            new Attempt("list", "Namespace", ObjectKey.cluster("of " + tenant)),
            () ->
                client
                    .namespaces()
                    .withLabels(
                        Map.of(
                            Labels.SOURCE_NAMESPACE, tenant.namespace(),
                            Labels.SOURCE_NAME, tenant.name()))
                    .list()
                    .getItems())
        .orElseThrow();
  }
}
