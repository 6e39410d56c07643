package dev.butlerlabs.butler.providers.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.providers.local.plan.ClusterView;
import dev.butlerlabs.butler.providers.local.plan.NodeBlueprint;
import dev.butlerlabs.butler.providers.local.plan.ProviderId;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;

/**
 * Takes a machine's Node out of its tenant. A Node may not do that itself, so this is done as
 * Cluster API does it: with the kubeconfig it keeps for the cluster.
 */
final class NodeRemoval {

  private final KubernetesClient client;
  private final TenantClients tenants;
  private final FieldManager manager;

  NodeRemoval(KubernetesClient client, TenantClients tenants, FieldManager manager) {
    this.client = client;
    this.tenants = tenants;
    this.manager = manager;
  }

  /** Answers whether there was one; a Node that is not the machine's is left alone. */
  Answer<Boolean> remove(String namespace, ClusterView cluster, String node, ProviderId machine) {
    var secret = new ObjectKey(namespace, cluster.name() + "-kubeconfig");
    var tenant = new Tenant(new ObjectKey(namespace, cluster.name()), cluster.uid());
    return Asking.ask(
            new Attempt("read", "Secret", secret),
            () -> client.secrets().inNamespace(namespace).withName(secret.name()).require())
        .then(
            stored ->
                tenants.call(tenant, kubeconfig(stored), inside -> remove(inside, node, machine)));
  }

  private static byte[] kubeconfig(Secret secret) {
    var data = Objects.requireNonNullElse(secret.getData(), Map.<String, String>of());
    var value = data.get("value");
    return value == null ? "".getBytes(UTF_8) : Base64.getDecoder().decode(value);
  }

  private Answer<Boolean> remove(KubernetesClient inside, String name, ProviderId machine) {
    var found =
        Asking.ask(
            new Attempt("read", "Node", ObjectKey.cluster(name)),
            () -> inside.nodes().withName(name).require());
    return switch (found) {
      case Answer.Failed<Node>(Trouble.NotFound _) -> Answer.done(false);
      case Answer.Failed<Node>(var trouble) -> Answer.failed(trouble);
      case Answer.Done<Node>(var node) when !NodeBlueprint.belongs(node, machine) ->
          Answer.done(false);
      case Answer.Done<Node>(var node) -> new Applier(inside, manager).remove(node);
    };
  }
}
