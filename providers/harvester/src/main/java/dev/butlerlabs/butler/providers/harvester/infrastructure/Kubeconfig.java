package dev.butlerlabs.butler.providers.harvester.infrastructure;

import dev.butlerlabs.butler.api.CredentialKeys;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;

/**
 * The Secret with Harvester's kubeconfig. Both providers read the key {@code kubeconfig} in any
 * namespace, so the ProviderConfig's own Secret serves; only another key needs a copy.
 */
record Kubeconfig(String name, String namespace, boolean copied, String content) {

  private static final String KEY = "kubeconfig";

  static Kubeconfig of(WorkerOrder order, Problems problems) {
    var credentials = order.credentials();
    var content =
        problems.require(
            credentials.findNamed(CredentialKeys.HARVESTER_KUBECONFIG),
            credentials.toString(),
            "holds no kubeconfig of Harvester",
            "store one under the key kubeconfig, or name its key in credentialsRef.key");
    var key = credentials.key();
    return key == null || key.isEmpty() || key.equals(KEY)
        ? new Kubeconfig(credentials.name(), credentials.namespace(), false, "")
        : new Kubeconfig(order.name() + "-harvester-creds", order.namespace(), true, content);
  }

  @Override
  public String toString() {
    return "Secret " + namespace + "/" + name;
  }
}
