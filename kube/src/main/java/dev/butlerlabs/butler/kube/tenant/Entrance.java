package dev.butlerlabs.butler.kube.tenant;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.client.Access;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;

/** The way into a tenant for those who watch it. */
sealed interface Entrance {

  record Open(KubernetesClient client) implements Entrance {}

  record Shut(Problem problem) implements Entrance {}

  /** Nothing is sent yet. */
  static Entrance of(Tenant tenant, byte[] kubeconfig, ClientSettings settings) {
    return switch (Kubeconfigs.fromBytes(kubeconfig, "of tenant " + tenant)) {
      case Access.Unusable(var problem) -> new Shut(problem);
      case Access.Usable(var config) -> connect(tenant, config, settings);
    };
  }

  private static Entrance connect(Tenant tenant, Config config, ClientSettings settings) {
    // A web socket takes a connection and a handshake of its own for each watch; plain answers
    // share one.
    config.setOnlyHttpWatches(true);
    var attempt = new Attempt("reach the API server of", "tenant", tenant.key());
    return switch (Asking.ask(attempt, () -> Clients.connect(config, settings))) {
      case Answer.Failed<KubernetesClient> _ ->
          new Shut(
              new Problem(
                  "tenant " + tenant,
                  "a certificate or key of its kubeconfig cannot be read",
                  "renew it"));
      case Answer.Done<KubernetesClient>(var connected) -> new Open(connected);
    };
  }
}
