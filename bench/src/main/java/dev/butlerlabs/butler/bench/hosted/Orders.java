package dev.butlerlabs.butler.bench.hosted;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.pki.Kubeconfig;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/** Control planes, ordered and taken back one at a time. */
final class Orders {

  static final String NAMESPACE = "bench-planes";

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final KubernetesClient client;

  Orders(KubernetesClient client) {
    this.client = client;
    var namespace = new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata();
    client.resource(namespace.build()).serverSideApply();
  }

  /** From the order to the first answer its administrator gets. */
  Duration answered(String name) throws InterruptedException {
    var start = System.nanoTime();
    client.resource(order(name)).create();
    var login = Waiting.until("the kubeconfig of " + name, PATIENCE, () -> administrator(name));
    try (var visitor = new Visitor(login)) {
      Waiting.until(
          "an answer of " + name,
          PATIENCE,
          () ->
              visitor.ask("/api/v1/namespaces/default") == 200
                  ? Optional.of(true)
                  : Optional.empty());
    }
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private Optional<Kubeconfig> administrator(String name) {
    return Optional.ofNullable(
            client.secrets().inNamespace(NAMESPACE).withName(name + "-admin-kubeconfig").get())
        .map(secret -> secret.getData().get("admin.conf"))
        .map(text -> Kubeconfig.parse(new String(Base64.getDecoder().decode(text), UTF_8)));
  }

  /** Returns when nothing of it runs any more. */
  void takeBack(String name) throws InterruptedException {
    plane(name).delete();
    Waiting.until(
        "the end of " + name,
        PATIENCE,
        () -> plane(name).get() == null ? Optional.of(true) : Optional.empty());
  }

  private Resource<GenericKubernetesResource> plane(String name) {
    return client
        .genericKubernetesResources("steward.butlerlabs.dev/v1alpha1", "TenantControlPlane")
        .inNamespace(NAMESPACE)
        .withName(name);
  }

  private static GenericKubernetesResource order(String name) {
    var order = new GenericKubernetesResource();
    order.setApiVersion("steward.butlerlabs.dev/v1alpha1");
    order.setKind("TenantControlPlane");
    order.setMetadata(new ObjectMetaBuilder().withNamespace(NAMESPACE).withName(name).build());
    order.setAdditionalProperty(
        "spec",
        Map.of(
            "kubernetes", Map.of("version", "v1.36.3", "kubelet", Map.of()),
            "controlPlane",
                Map.of(
                    "deployment", Map.of("replicas", 1),
                    "service", Map.of("serviceType", "LoadBalancer"))));
    return order;
  }
}
