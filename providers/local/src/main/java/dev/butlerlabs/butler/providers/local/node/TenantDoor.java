package dev.butlerlabs.butler.providers.local.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.client.Access;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.pki.Kubeconfig;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Opens clients for machines and for those who want to become one. */
final class TenantDoor {

  private final ClientSettings settings;

  TenantDoor(ClientSettings settings) {
    this.settings = settings;
  }

  ClientSettings settings() {
    return settings;
  }

  /** A client to be closed. Nothing is sent yet. */
  Tried<KubernetesClient> open(Kubeconfig way) {
    return switch (Kubeconfigs.fromBytes(way.render().getBytes(UTF_8), "of " + way.user())) {
      case Access.Usable(var config) -> Tried.done(Clients.connect(config, settings));
      case Access.Unusable(Problem problem) ->
          Tried.refused(
              "Unusable", problem.sentence(), "Delete the Machine and let it be replaced");
    };
  }
}
