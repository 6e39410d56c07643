package dev.butlerlabs.butler.bench.startup;

import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many TenantClusters of a realistic size, ordered at once. */
final class Orders {

  private static final int AT_ONCE = 24;
  private static final String NAMESPACE = "bench-orders";

  private Orders() {}

  static void place(Path kubeconfig, int count) throws InterruptedException, ExecutionException {
    var access = Kubeconfigs.fromFile(kubeconfig).orElseThrow();
    try (var client = Clients.connect(access, ClientSettings.named("butler-bench"));
        var workers = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      var namespace = new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata();
      client.resource(namespace.build()).serverSideApply();
      var placed = new ArrayList<Future<?>>();
      for (var i = 0; i < count; i++) {
        var name = "order-" + i;
        placed.add(workers.submit(() -> create(client, name)));
      }
      for (var one : placed) {
        one.get();
      }
    }
  }

  private static void create(KubernetesClient client, String name) {
    var order = new GenericKubernetesResource();
    order.setApiVersion("butler.butlerlabs.dev/v1alpha1");
    order.setKind("TenantCluster");
    order.setMetadata(
        new io.fabric8.kubernetes.api.model.ObjectMetaBuilder()
            .withName(name)
            .withNamespace(NAMESPACE)
            .withLabels(Map.of("butler.butlerlabs.dev/environment", "bench"))
            .build());
    order.setAdditionalProperty(
        "spec",
        Map.of(
            "kubernetesVersion", "v1.36.3",
            "providerConfigRef", Map.of("name", "local"),
            "teamRef", Map.of("name", "bench"),
            "workers",
                Map.of(
                    "replicas",
                    3,
                    "machineTemplate",
                    Map.of("cpu", 4, "memory", "16Gi", "diskSize", "100Gi")),
            "networking",
                Map.of("podCIDR", "10.244.0.0/16", "serviceCIDR", "10.96.0.0/12", "lbPoolSize", 4),
            "timeServers", List.of("192.0.2.10", "192.0.2.11")));
    client.resource(order).create();
  }
}
