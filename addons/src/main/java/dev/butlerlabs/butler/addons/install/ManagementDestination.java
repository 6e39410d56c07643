package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.PodSecurity;
import dev.butlerlabs.butler.pki.Kubeconfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.function.Supplier;

/** The cluster we live in. */
record ManagementDestination(KubernetesClient client, Supplier<Kubeconfig> own)
    implements Destination {

  @Override
  public String name() {
    return "management";
  }

  @Override
  public Kubeconfig login() {
    return own.get();
  }

  @Override
  public Optional<Refusal> ensureNamespace(String namespace, PodSecurity level) {
    return Namespaces.refusal(Namespaces.ensure(client, namespace, level), namespace, "management");
  }
}
