package dev.butlerlabs.butler.addons.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.PodSecurity;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.pki.Kubeconfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The cluster we live in. */
record ManagementDestination(KubernetesClient client, Supplier<Kubeconfig> own)
    implements Destination {

  private static final Tenant HERE = new Tenant(ObjectKey.cluster("management"), "");

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

  @Override
  public <R> Answer<R> call(Function<KubernetesClient, Answer<R>> work) {
    return work.apply(client);
  }

  /** For those who watch. */
  Key key() {
    var login = own.get();
    return new Key(HERE, login.render().getBytes(UTF_8), login);
  }
}
