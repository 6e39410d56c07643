package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.PodSecurity;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.pki.Kubeconfig;
import java.util.Optional;

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
    var answer =
        clients.call(
            key.tenant(), key.bytes(), client -> Namespaces.ensure(client, namespace, level));
    return Namespaces.refusal(answer, namespace, name());
  }
}
