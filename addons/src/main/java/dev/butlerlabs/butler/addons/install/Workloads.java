package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.install.plan.Health;
import dev.butlerlabs.butler.addons.install.plan.Inside;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Kind.Coordinates;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.tenant.Keep;
import dev.butlerlabs.butler.kube.tenant.Sight;
import dev.butlerlabs.butler.kube.tenant.TenantPatrols;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Workloads that Helm made, watched inside tenants: one connection and four watches for each
 * cluster that has addons, however many they are.
 */
final class Workloads implements AutoCloseable {

  /** On everything that Helm installs; charts cannot change it. */
  static final String MADE_BY_HELM = "app.kubernetes.io/managed-by=Helm";

  static final List<Kind<GenericKubernetesResource>> KINDS =
      List.of(
          kind("apps", "Deployment", "deployments"),
          kind("apps", "StatefulSet", "statefulsets"),
          kind("apps", "DaemonSet", "daemonsets"),
          kind("batch", "Job", "jobs"));

  /** What a tenant may have us remember. */
  private static final int MOST = 2_000;

  private final TenantPatrols patrols;
  private final Trigger news;
  private final Map<ObjectKey, Set<ObjectKey>> addons = new ConcurrentHashMap<>();

  /**
   * Nothing is watched yet.
   *
   * @param news fired with each addon of a cluster when something changed there
   */
  Workloads(ClientSettings settings, Timeline timeline, Trigger news) {
    var inside = new Trigger();
    inside.onFire(this::tell);
    this.news = news;
    this.patrols = new TenantPatrols(new Keep<>(_ -> true, MOST), settings, timeline, inside);
  }

  private static Kind<GenericKubernetesResource> kind(String group, String kind, String plural) {
    return Kind.untyped(new Coordinates(group, "v1", kind, plural, true)).labelled(MADE_BY_HELM);
  }

  private void tell(ObjectKey cluster) {
    addons.getOrDefault(cluster, Set.of()).forEach(news::fire);
  }

  /** How the workloads of the addon are; the watches are opened if need be. */
  Inside look(ObjectKey addon, Key key, Facts facts) {
    Sight<GenericKubernetesResource> sight;
    synchronized (patrols) {
      addons.merge(key.tenant().key(), Set.of(addon), Workloads::both);
      // Two addons of one cluster must not open its watches twice. Telling takes no lock.
      sight = patrols.look(key.tenant(), key.bytes(), List.copyOf(KINDS));
    }
    return read(sight, facts);
  }

  private static Inside read(Sight<GenericKubernetesResource> sight, Facts facts) {
    var release = facts.release();
    if (release == null) {
      return new Inside.Looking();
    }
    return switch (sight) {
      case Sight.Opening<GenericKubernetesResource>() -> new Inside.Looking();
      case Sight.Unseen<GenericKubernetesResource>(var problem) ->
          new Inside.Unseen(problem.sentence());
      case Sight.Seen<GenericKubernetesResource>(var objects) ->
          new Inside.Seen(
              Health.troubles(
                  release,
                  facts.workloads(),
                  objects.stream().map(one -> new Health.Workload(one.getKind(), one)).toList()));
    };
  }

  /** The addon is looked after no more; the last one of a cluster ends the watches. */
  void leave(ObjectKey addon) {
    for (var cluster : List.copyOf(addons.keySet())) {
      addons.computeIfPresent(
          cluster,
          (_, known) -> {
            var left = without(known, addon);
            return left.isEmpty() ? null : left;
          });
      synchronized (patrols) {
        if (!addons.containsKey(cluster)) {
          patrols.forget(cluster);
        }
      }
    }
  }

  /** How many clusters are watched. */
  int watched() {
    return patrols.count();
  }

  private static Set<ObjectKey> both(Set<ObjectKey> some, Set<ObjectKey> more) {
    var all = new HashSet<>(some);
    all.addAll(more);
    return Set.copyOf(all);
  }

  private static Set<ObjectKey> without(Set<ObjectKey> some, ObjectKey one) {
    var less = new HashSet<>(some);
    less.remove(one);
    return Set.copyOf(less);
  }

  @Override
  public void close() {
    patrols.close();
  }
}
