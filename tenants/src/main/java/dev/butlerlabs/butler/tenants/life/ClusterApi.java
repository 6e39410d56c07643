package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What Cluster API has of clusters. */
public final class ClusterApi {

  /** The kinds that are looked at. */
  enum Sort {
    CLUSTER("Cluster", "cluster.x-k8s.io"),
    DEPLOYMENT("MachineDeployment", "cluster.x-k8s.io"),
    MACHINE_SET("MachineSet", "cluster.x-k8s.io"),
    MACHINE("Machine", "cluster.x-k8s.io"),
    HEALTH_CHECK("MachineHealthCheck", "cluster.x-k8s.io"),
    JOINING("KubeadmConfig", "bootstrap.cluster.x-k8s.io"),
    BOOTSTRAP("KubeadmConfigTemplate", "bootstrap.cluster.x-k8s.io");

    private final String kind;
    private final String group;

    Sort(String kind, String group) {
      this.kind = kind;
      this.group = group;
    }

    private String plural() {
      return kind.toLowerCase(Locale.ROOT) + "s";
    }

    boolean is(GenericKubernetesResource object) {
      return object.getKind().equals(kind) && object.getApiVersion().startsWith(group + "/");
    }
  }

  private final Trigger news = new Trigger();
  private final Trigger keptNews = new Trigger();
  private final Map<Sort, Served> kinds = new TreeMap<>();

  /** Looks at nothing yet. */
  public ClusterApi() {
    for (var sort : Sort.values()) {
      kinds.put(sort, new Served(sort.plural() + "." + sort.group, news, keptNews));
    }
  }

  /** Fired with each cluster that something changed for. */
  Trigger news() {
    return news;
  }

  /** Fired with each place of a deleted cluster that something changed in. */
  Trigger keptNews() {
    return keptNews;
  }

  public void addTo(Engine engine) {
    kinds.forEach(
        (sort, served) ->
            engine.add(
                "tenants-" + sort.plural(), served.watches(), served, ControllerSettings.DEFAULT));
  }

  /** Who looks at each kind. */
  Collection<Served> served() {
    return kinds.values();
  }

  /** How much of it can be seen: as much as of the kind that is seen least. */
  Sight.Clarity clarity(Cache cache) {
    return kinds.values().stream()
        .map(served -> served.clarity(cache))
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** All of it in a namespace. */
  Stream<GenericKubernetesResource> all(String namespace, Cache cache) {
    return kinds.keySet().stream().flatMap(sort -> list(sort, namespace, cache).stream());
  }

  List<GenericKubernetesResource> list(Sort sort, String namespace, Cache cache) {
    return Optional.ofNullable(kinds.get(sort)).flatMap(Served::listed).stream()
        .flatMap(kind -> cache.list(kind, namespace).stream())
        .toList();
  }
}
