package dev.butlerlabs.butler.bench.tenants;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Clusters with simulated workers that are ordered, grown and taken back. */
public final class Clusters {

  private static final String API = "butler.butlerlabs.dev/v1alpha1";
  private static final String PLATFORM = "butler-system";
  private static final String NAMESPACE = "bench-tenants";
  private static final String PROVIDER = "bench";
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final KubernetesClient client;

  /** Brings what they need. */
  public Clusters(KubernetesClient client) {
    this.client = client;
    var namespace = new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata();
    client.resource(namespace.build()).serverSideApply();
    client
        .resource(object("ProviderConfig", PLATFORM, PROVIDER, Map.of("provider", "local")))
        .serverSideApply();
  }

  /** From the order of a cluster with one worker to when it is told to be Ready. */
  Duration ready(String name) {
    var start = System.nanoTime();
    order(name);
    awaitReady(name);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** Orders one with one worker. */
  public void order(String name) {
    var spec =
        Map.<String, Object>of(
            "kubernetesVersion", "v1.36.3",
            "providerConfigRef", Map.of("name", PROVIDER, "namespace", PLATFORM),
            "controlPlane", Map.of("replicas", 1),
            "workers", Map.of("replicas", 1));
    client.resource(object("TenantCluster", NAMESPACE, name, spec)).create();
  }

  /** Returns when it is told to be Ready with its worker. */
  public void awaitReady(String name) {
    await(name, found -> readyWith(found, 1));
  }

  /** Whether it is told to be Ready with its worker. */
  public boolean isReady(String name) {
    return readyWith(cluster(name).get(), 1);
  }

  /** The namespace that its parts are in. */
  public String place(String name) {
    return cluster(name).require().get("status", "tenantNamespace");
  }

  /** From the wish for so many workers to when the cluster is told to be Ready with them. */
  Duration grown(String name, int workers) {
    var start = System.nanoTime();
    cluster(name)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"spec\": {\"workers\": {\"replicas\": %d}}}".formatted(workers));
    await(name, found -> readyWith(found, workers));
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** Returns when nothing of it is left. */
  void takeBack(String name) {
    cluster(name).delete();
    await(name, Objects::isNull);
  }

  private static boolean readyWith(@Nullable GenericKubernetesResource cluster, int workers) {
    if (cluster == null) {
      return false;
    }
    String phase = cluster.get("status", "phase");
    Integer ready = cluster.get("status", "workerNodesReady");
    return "Ready".equals(phase) && Integer.valueOf(workers).equals(ready);
  }

  private void await(String name, Predicate<GenericKubernetesResource> wanted) {
    cluster(name).waitUntilCondition(wanted, PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private Resource<GenericKubernetesResource> cluster(String name) {
    return client
        .genericKubernetesResources(API, "TenantCluster")
        .inNamespace(NAMESPACE)
        .withName(name);
  }

  private static GenericKubernetesResource object(
      String kind, String namespace, String name, Map<String, Object> spec) {
    var object = new GenericKubernetesResource();
    object.setApiVersion(API);
    object.setKind(kind);
    object.setMetadata(new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
    object.setAdditionalProperty("spec", spec);
    return object;
  }
}
