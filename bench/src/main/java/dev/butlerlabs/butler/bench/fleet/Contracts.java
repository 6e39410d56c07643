package dev.butlerlabs.butler.bench.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Answers Cluster API for everybody who is not there: who hosts control planes, and who makes
 * machines. Each object is answered once, as soon as its contract allows.
 */
final class Contracts implements AutoCloseable {

  static final String PLANES = "controlplane.cluster.x-k8s.io/v1alpha1";
  static final String LOCAL = "infrastructure.cluster.x-k8s.io/v1alpha1";
  static final String CLUSTER_API = "cluster.x-k8s.io/v1beta2";

  private static final int AT_ONCE = 24;
  private static final int TRIES = 5;

  private final ObjectMapper json = new ObjectMapper();
  private final Set<String> answered = ConcurrentHashMap.newKeySet();
  private final Queue<RuntimeException> failed = new ConcurrentLinkedQueue<>();
  private final ExecutorService hands =
      Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory());
  private final List<SharedIndexInformer<GenericKubernetesResource>> informers;

  /**
   * Begins to answer.
   *
   * @param dark tells of a cluster's name whether its API server answers nobody
   */
  Contracts(KubernetesClient client, TenantStandIn tenants, Predicate<String> dark) {
    var pen = new ContractPen(client, tenants, json, dark);
    this.informers =
        List.of(
            inform(client, PLANES, "StewardControlPlane", Contracts::claimed, pen::plane),
            inform(client, LOCAL, "LocalCluster", Contracts::claimed, pen::infrastructure),
            inform(client, CLUSTER_API, "Machine", Contracts::canStart, pen::machine));
  }

  /** Providers wait until a Cluster says that the object is its own. */
  private static boolean claimed(JsonNode object) {
    for (var owner : object.at("/metadata/ownerReferences")) {
      if (owner.path("kind").asText().equals("Cluster")) {
        return true;
      }
    }
    return false;
  }

  /** A machine can start when it has something to start with. */
  private static boolean canStart(JsonNode machine) {
    return machine.at("/spec/bootstrap").has("dataSecretName");
  }

  private SharedIndexInformer<GenericKubernetesResource> inform(
      KubernetesClient client,
      String api,
      String kind,
      Predicate<JsonNode> due,
      Consumer<JsonNode> answer) {
    var informer =
        client.genericKubernetesResources(api, kind).inAnyNamespace().runnableInformer(0);
    // A kind that was just defined may be turned away for a second.
    informer
        .exceptionHandler((_, _) -> true)
        .addEventHandler(
            new Seen(
                object -> {
                  JsonNode tree = json.valueToTree(object);
                  if (due.test(tree) && answered.add(tree.at("/metadata/uid").asText())) {
                    hands.execute(() -> tried(tree, answer, () -> stays(client, object)));
                  }
                }))
        .start();
    return informer;
  }

  /** Cluster API may take back what it made; nobody has to answer for it then. */
  private static boolean stays(KubernetesClient client, GenericKubernetesResource object) {
    var now = client.resource(object).get();
    return now != null && now.getMetadata().getDeletionTimestamp() == null;
  }

  /** A busy API server turns some away; whoever asks for real would try again too. */
  private void tried(JsonNode object, Consumer<JsonNode> answer, BooleanSupplier stays) {
    for (var left = TRIES; left > 0; left--) {
      try {
        answer.accept(object);
        return;
      } catch (RuntimeException refused) {
        if (left == 1 && stays.getAsBoolean()) {
          failed.add(refused);
        }
      }
    }
  }

  /** Throws what could not be answered. */
  void check() {
    var first = failed.peek();
    if (first != null) {
      throw new IllegalStateException(
          "%d objects were not answered, tried %d times each; the first: %s"
              .formatted(failed.size(), TRIES, first.getMessage()),
          first);
    }
  }

  @Override
  public void close() {
    informers.forEach(SharedIndexInformer::close);
    hands.shutdownNow();
  }

  /** Somebody who looks at objects when they come and when they change. */
  record Seen(Consumer<GenericKubernetesResource> look)
      implements ResourceEventHandler<GenericKubernetesResource> {

    @Override
    public void onAdd(GenericKubernetesResource object) {
      look.accept(object);
    }

    @Override
    public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource after) {
      look.accept(after);
    }

    @Override
    public void onDelete(GenericKubernetesResource object, boolean unseen) {}
  }
}
