package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.install.plan.Health;
import dev.butlerlabs.butler.addons.install.plan.Inside;
import dev.butlerlabs.butler.addons.install.plan.Part;
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
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Objects that Helm made, watched inside clusters: one connection for each cluster that has addons,
 * and one watch for each kind that their releases have, however many they are.
 */
final class Workloads implements AutoCloseable {

  /** On everything that Helm installs; charts cannot change it. */
  static final String MADE_BY_HELM = "app.kubernetes.io/managed-by=Helm";

  /** Those by which health is told. */
  private static final Set<Kind<GenericKubernetesResource>> HEALTH =
      Set.of(
          kind("apps", "Deployment", "deployments"),
          kind("apps", "StatefulSet", "statefulsets"),
          kind("apps", "DaemonSet", "daemonsets"),
          kind("batch", "Job", "jobs"));

  /** What a cluster may have us remember of one kind. */
  private static final int MOST = 2_000;

  private final TenantPatrols patrols;
  private final Trigger news;
  // Guarded by patrols; telling takes no lock.
  private final Map<ObjectKey, Map<ObjectKey, Set<Kind<GenericKubernetesResource>>>> addons =
      new ConcurrentHashMap<>();

  /**
   * Nothing is watched yet.
   *
   * @param news fired with each addon of a cluster when something changed there
   */
  Workloads(ClientSettings settings, Timeline timeline, Trigger news) {
    var inside = new Trigger();
    inside.onFire(this::tell);
    this.news = news;
    this.patrols =
        new TenantPatrols(new Keep<>(_ -> true, MOST, Marks::put), settings, timeline, inside);
  }

  private static Kind<GenericKubernetesResource> kind(String group, String kind, String plural) {
    return Kind.untyped(new Coordinates(group, "v1", kind, plural, true)).labelled(MADE_BY_HELM);
  }

  private void tell(ObjectKey cluster) {
    addons.getOrDefault(cluster, Map.of()).keySet().forEach(news::fire);
  }

  /** What was seen of an addon: how it is, and what its objects are marked with. */
  record Sighting(Inside inside, View view) {}

  /**
   * How the addon is; the watches are opened if need be.
   *
   * @param kinds what its release consists of, as far as it is known
   */
  Sighting look(ObjectKey addon, Key key, Facts facts, Set<Kind<GenericKubernetesResource>> kinds) {
    Map<Kind<?>, Sight<GenericKubernetesResource>> sights;
    synchronized (patrols) {
      var there = new HashMap<>(addons.getOrDefault(key.tenant().key(), Map.of()));
      there.put(addon, kinds);
      addons.put(key.tenant().key(), Map.copyOf(there));
      var all = new LinkedHashSet<>(HEALTH);
      there.values().forEach(all::addAll);
      sights = patrols.each(key.tenant(), key.bytes(), all);
    }
    var release = facts.release();
    return release == null
        ? new Sighting(new Inside.Looking(), View.none())
        : new Sighting(inside(sights, release, facts), view(sights, release, kinds));
  }

  private static Inside inside(
      Map<Kind<?>, Sight<GenericKubernetesResource>> sights, ReleaseKey release, Facts facts) {
    return switch (TenantPatrols.all(HEALTH.stream().map(sights::get).toList())) {
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

  private static View view(
      Map<Kind<?>, Sight<GenericKubernetesResource>> sights,
      ReleaseKey release,
      Set<Kind<GenericKubernetesResource>> kinds) {
    var marks = new HashMap<Part, String>();
    var complete = true;
    var blind = false;
    for (var kind : kinds) {
      switch (sights.get(kind)) {
        case Sight.Opening<GenericKubernetesResource> _ -> complete = false;
        case Sight.Unseen<GenericKubernetesResource> _ -> blind = true;
        case Sight.Seen<GenericKubernetesResource>(var objects) ->
            objects.stream()
                .filter(one -> Health.made(release, one))
                .forEach(one -> marks.put(part(kind.coordinates(), one), Marks.of(one)));
        case null -> complete = false;
      }
    }
    return new View(complete, blind, marks);
  }

  private static Part part(Coordinates kind, GenericKubernetesResource object) {
    var key = AddonKinds.keyOf(object);
    return new Part(kind.group(), kind.kind(), key.namespace(), key.name());
  }

  /** The addon is looked after no more; the last one of a cluster ends the watches. */
  void leave(ObjectKey addon) {
    synchronized (patrols) {
      for (var cluster : List.copyOf(addons.keySet())) {
        var left = new HashMap<>(addons.getOrDefault(cluster, Map.of()));
        if (left.remove(addon) != null && left.isEmpty()) {
          addons.remove(cluster);
          patrols.forget(cluster);
        } else {
          addons.put(cluster, Map.copyOf(left));
        }
      }
    }
  }

  /** How many clusters are watched. */
  int watched() {
    return patrols.count();
  }

  @Override
  public void close() {
    patrols.close();
  }
}
