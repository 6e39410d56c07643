package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.PodSecurity;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.pki.Kubeconfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.function.Function;

/** A tenant. */
record TenantDestination(Key key, TenantClients clients) implements Destination {

  @Override
  public String name() {
    return key.tenant().toString();
  }

  @Override
  public Kubeconfig login() {
    return key.login();
  }

  @Override
  public Optional<Refusal> ensureNamespace(String namespace, PodSecurity level) {
    return Namespaces.refusal(
        call(client -> Namespaces.ensure(client, namespace, level)), namespace, name());
  }

  @Override
  public <R> Answer<R> call(Function<KubernetesClient, Answer<R>> work) {
    var answer = clients.call(key.tenant(), key.bytes(), work);
    if (answer instanceof Answer.Failed<R>(Trouble.Unreachable _)
        || answer instanceof Answer.Failed<R>(Trouble.Forbidden _)) {
      key.turnedAway();
    }
    return answer;
  }
}
