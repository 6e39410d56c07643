package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.tenants.life.ClusterApi.Sort;
import dev.butlerlabs.butler.tenants.life.plan.LifePlan;
import dev.butlerlabs.butler.tenants.life.plan.Live;
import dev.butlerlabs.butler.tenants.objects.plan.ClusterObjects;
import dev.butlerlabs.butler.tenants.objects.plan.Marks;
import dev.butlerlabs.butler.tenants.objects.plan.PoolObjects;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Takes away what a cluster does not need any more: pools that were taken out of the order, and,
 * when no machine of theirs is left, templates.
 */
final class Sweeping {

  private final KubernetesClient client;
  private final Applier applier;
  private final ClusterApi clusterApi;

  /** Which templates were wanted when a cluster was last swept. */
  private final Map<ObjectKey, Set<String>> swept = new ConcurrentHashMap<>();

  Sweeping(KubernetesClient client, Applier applier, ClusterApi clusterApi) {
    this.client = client;
    this.applier = applier;
    this.clusterApi = clusterApi;
  }

  void forget(ObjectKey cluster) {
    swept.remove(cluster);
  }

  /** A pool that is ordered stays, also one that the plan does not make just now. */
  Optional<Trouble> sweep(LifePlan.Make make, Live live, Cache cache) {
    var cluster = make.order().key();
    var plan = make.objects();
    var namespace = plan.namespace().getMetadata().getName();
    var pools = PoolObjects.names(make.order());
    for (var sort : List.of(Sort.HEALTH_CHECK, Sort.DEPLOYMENT)) {
      var trouble = remove(others(clusterApi.list(sort, namespace, cache), pools));
      if (trouble.isPresent()) {
        return trouble;
      }
    }
    if (!plan.templates().keySet().equals(pools) || !live.rolledOut(plan)) {
      return Optional.empty();
    }
    var wanted = new HashSet<String>();
    plan.templates()
        .values()
        .forEach(
            template -> {
              wanted.add(template.bootstrap().name());
              wanted.add(template.machine().name());
            });
    var trouble = remove(others(clusterApi.list(Sort.BOOTSTRAP, namespace, cache), wanted));
    return trouble.isPresent() || wanted.equals(swept.get(cluster))
        ? trouble
        : machines(cluster, plan, wanted, namespace);
  }

  /** Platforms' templates are not watched: asked for once after something changed. */
  private Optional<Trouble> machines(
      ObjectKey cluster, ClusterObjects plan, Set<String> wanted, String namespace) {
    for (var kind : plan.machineTemplates()) {
      var attempt = new Attempt("list", kind.getKind(), new ObjectKey(namespace, "*"));
      var found =
          Asking.ask(
              attempt,
              () ->
                  client
                      .genericKubernetesResources(kind.getApiVersion(), kind.getKind())
                      .inNamespace(namespace)
                      .withLabel(Marks.APPLIED_BY, Marks.TENANTS)
                      .list()
                      .getItems());
      switch (found) {
        case Answer.Failed<List<GenericKubernetesResource>>(var trouble) -> {
          return Optional.of(trouble);
        }
        case Answer.Done<List<GenericKubernetesResource>>(var all) -> {
          var trouble = remove(others(all, wanted));
          if (trouble.isPresent()) {
            return trouble;
          }
        }
      }
    }
    swept.put(cluster, wanted);
    return Optional.empty();
  }

  private static List<GenericKubernetesResource> others(
      List<GenericKubernetesResource> all, Set<String> wanted) {
    return all.stream()
        .filter(one -> !wanted.contains(one.getMetadata().getName()))
        .filter(one -> Marks.TENANTS.equals(labels(one).get(Marks.APPLIED_BY)))
        .filter(one -> one.getMetadata().getDeletionTimestamp() == null)
        .toList();
  }

  private Optional<Trouble> remove(List<GenericKubernetesResource> some) {
    for (var one : some) {
      if (applier.remove(one) instanceof Answer.Failed<Boolean>(var trouble)) {
        return Optional.of(trouble);
      }
    }
    return Optional.empty();
  }

  private static Map<String, String> labels(HasMetadata object) {
    return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
  }
}
