package dev.butlerlabs.butler.bench.ipam.claims;

import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.bench.OurKinds;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** The objects of a benchmark: pools, tenants and claims in one namespace. */
public record Ward(KubernetesClient client, String namespace) {

  /** As many as the controllers write at once. */
  static final int AT_ONCE = 32;

  /** Puts our kinds and the namespace there. */
  void open() {
    OurKinds.install(client);
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .serverSideApply();
  }

  void pool(String name, String cidr) {
    create(NetworkPool.class, "NetworkPool", name, "", "{\"cidr\":\"%s\"}".formatted(cidr));
  }

  void tenant(String name) {
    create(TenantCluster.class, "TenantCluster", name, "", "{}");
  }

  /** A claim that is guarded already, as Butler itself makes them. */
  void claim(String name, String pool, String tenant, int count) {
    var spec =
        "{\"poolRef\":{\"name\":\"%s\"},\"tenantClusterRef\":{\"name\":\"%s\",\"namespace\":\"%s\"},\"type\":\"loadbalancer\",\"count\":%d}"
            .formatted(pool, tenant, namespace, count);
    create(
        IPAllocation.class,
        "IPAllocation",
        name,
        ",\"finalizers\":[\"%s\"]".formatted(Finalizers.IP_ALLOCATION),
        spec);
  }

  /** The least that can be written to a status. */
  void barePatch(String claim, String phase) {
    client
        .resources(IPAllocation.class)
        .inNamespace(namespace)
        .withName(claim)
        .subresource("status")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"status\":{\"phase\":\"%s\"}}".formatted(phase));
  }

  private <T extends HasMetadata> void create(
      Class<T> type, String kind, String name, String metadata, String spec) {
    var json =
        "{\"apiVersion\":\"butler.butlerlabs.dev/v1alpha1\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\",\"namespace\":\"%s\"%s},\"spec\":%s}"
            .formatted(kind, name, namespace, metadata, spec);
    client.resource(client.getKubernetesSerialization().unmarshal(json, type)).create();
  }

  /** Does it for each number below the count, as many at once as the controllers do. */
  static void each(int count, IntConsumer work) throws InterruptedException, ExecutionException {
    try (var workers = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      var all = new ArrayList<Future<?>>();
      for (var at = 0; at < count; at++) {
        var number = at;
        all.add(workers.submit(() -> work.accept(number)));
      }
      for (var one : all) {
        one.get();
      }
    }
  }
}
