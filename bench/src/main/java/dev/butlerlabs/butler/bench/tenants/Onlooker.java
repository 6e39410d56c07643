package dev.butlerlabs.butler.bench.tenants;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.bench.hosted.Waiting;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Watches the objects of one cluster and writes down when each milestone is first seen. Times that
 * objects tell themselves are whole seconds, which is too coarse.
 */
final class Onlooker implements AutoCloseable {

  private static final Map<String, String> KINDS =
      Map.ofEntries(
          Map.entry("TenantCluster", "butler.butlerlabs.dev/v1alpha1"),
          Map.entry("Namespace", "/v1"),
          Map.entry("StewardControlPlane", "controlplane.cluster.x-k8s.io/v1alpha1"),
          Map.entry("TenantControlPlane", "steward.butlerlabs.dev/v1alpha1"),
          Map.entry("Cluster", "cluster.x-k8s.io/v1beta2"),
          Map.entry("MachineDeployment", "cluster.x-k8s.io/v1beta2"),
          Map.entry("Machine", "cluster.x-k8s.io/v1beta2"),
          Map.entry("LocalMachine", "infrastructure.cluster.x-k8s.io/v1alpha1"),
          Map.entry("Deployment", "apps/v1"),
          Map.entry("Pod", "/v1"));

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ObjectMapper json = new ObjectMapper();
  private final String cluster;
  private final Map<Milestone, Long> seen = new EnumMap<>(Milestone.class);
  private final List<SharedIndexInformer<GenericKubernetesResource>> informers = new ArrayList<>();

  /** Looks from now on at the cluster of that name, which no other begins with. */
  Onlooker(KubernetesClient client, String cluster) {
    this.cluster = cluster;
    KINDS.forEach(
        (kind, version) ->
            informers.add(
                client
                    .genericKubernetesResources(definition(kind, version))
                    .inAnyNamespace()
                    .inform(new Eyes(kind))));
  }

  private static ResourceDefinitionContext definition(String kind, String version) {
    var slash = version.indexOf('/');
    return new ResourceDefinitionContext.Builder()
        .withGroup(version.substring(0, slash))
        .withVersion(version.substring(slash + 1))
        .withKind(kind)
        .withPlural(kind.toLowerCase(Locale.ROOT) + "s")
        .withNamespaced(!kind.equals("Namespace"))
        .build();
  }

  private synchronized void look(String kind, GenericKubernetesResource object) {
    var now = System.nanoTime();
    var meta = object.getMetadata();
    var place = meta.getNamespace() == null ? meta.getName() : meta.getNamespace();
    if (!place.startsWith(cluster + "-") && !meta.getName().equals(cluster)) {
      return;
    }
    JsonNode tree = json.valueToTree(object);
    Arrays.stream(Milestone.values())
        .filter(one -> one.kind().equals(kind) && one.shown(tree))
        .forEach(one -> seen.putIfAbsent(one, now));
  }

  /** What was seen, once the last of it was: others may have seen it a moment earlier. */
  TimeLine awaitTimeLine() {
    return Waiting.until("all milestones of " + cluster, PATIENCE, this::complete);
  }

  private synchronized Optional<TimeLine> complete() {
    return seen.size() == Milestone.values().length
        ? Optional.of(TimeLine.of(seen))
        : Optional.empty();
  }

  @Override
  public void close() {
    informers.forEach(SharedIndexInformer::close);
  }

  private final class Eyes implements ResourceEventHandler<GenericKubernetesResource> {

    private final String kind;

    Eyes(String kind) {
      this.kind = kind;
    }

    @Override
    public void onAdd(GenericKubernetesResource object) {
      look(kind, object);
    }

    @Override
    public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource after) {
      look(kind, after);
    }

    @Override
    public void onDelete(GenericKubernetesResource object, boolean unseen) {}
  }
}
