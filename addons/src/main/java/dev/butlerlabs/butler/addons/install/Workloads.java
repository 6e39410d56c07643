package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.install.Drifts.Charge;
import dev.butlerlabs.butler.addons.install.RuleKinds.Where;
import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.install.plan.Health;
import dev.butlerlabs.butler.addons.install.plan.HealthRules;
import dev.butlerlabs.butler.addons.install.plan.HealthRules.Found;
import dev.butlerlabs.butler.addons.install.plan.Inside;
import dev.butlerlabs.butler.addons.install.plan.Part;
import dev.butlerlabs.butler.api.addons.HealthRule;
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
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

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
  private final Map<ObjectKey, Watched> watched = new ConcurrentHashMap<>();

  /**
   * What is watched of a cluster.
   *
   * @param addons what the release of each consists of
   * @param kinds all of these, and those by which health is told
   */
  private record Watched(
      Map<ObjectKey, Set<Kind<GenericKubernetesResource>>> addons,
      Set<Kind<GenericKubernetesResource>> kinds) {

    static final Watched NOTHING = of(Map.of());

    static Watched of(Map<ObjectKey, Set<Kind<GenericKubernetesResource>>> addons) {
      var kinds = new LinkedHashSet<>(HEALTH);
      addons.values().forEach(kinds::addAll);
      return new Watched(Map.copyOf(addons), Collections.unmodifiableSet(kinds));
    }

    /** Most looks find what the one before found. */
    Watched with(ObjectKey addon, Set<Kind<GenericKubernetesResource>> theirs) {
      if (theirs.equals(addons.get(addon))) {
        return this;
      }
      var there = new HashMap<>(addons);
      there.put(addon, theirs);
      return of(there);
    }

    Watched without(ObjectKey addon) {
      var left = new HashMap<>(addons);
      left.remove(addon);
      return of(left);
    }
  }

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

  /** Workloads of the release itself are watched anyway. */
  static Optional<Kind<GenericKubernetesResource>> own(HealthRule rule, Facts facts) {
    var release = facts.release();
    if (release == null || rule.name() == null) {
      return Optional.empty();
    }
    var name = Health.name(rule.kind(), HealthRules.in(rule, release.namespace()), rule.name());
    return HEALTH.stream()
        .filter(_ -> facts.workloads().contains(name))
        .filter(kind -> kind.coordinates().kind().equals(rule.kind()))
        .filter(kind -> kind.coordinates().group().equals(rule.group()))
        .findFirst();
  }

  private void tell(ObjectKey cluster) {
    watched.getOrDefault(cluster, Watched.NOTHING).addons().keySet().forEach(news::fire);
  }

  /** What was seen of an addon: how it is, and what its objects are marked with. */
  record Sighting(Inside inside, View view) {

    /** Whether something cannot be seen now; a renewed key is found only by looking again. */
    boolean unseen() {
      return view.blind() || inside instanceof Inside.Unseen;
    }
  }

  /**
   * How the addon is; the watches are opened if need be.
   *
   * @param kinds what its release consists of, as far as it is known
   * @param rules where to look for what else it has to be like
   */
  Sighting look(
      Charge charge, Key key, Set<Kind<GenericKubernetesResource>> kinds, List<Where> rules) {
    var facts = charge.facts();
    Map<Kind<?>, Sight<GenericKubernetesResource>> sights;
    synchronized (patrols) {
      var there =
          watched
              .getOrDefault(key.tenant().key(), Watched.NOTHING)
              .with(charge.addon(), also(kinds, rules));
      watched.put(key.tenant().key(), there);
      sights = patrols.each(key.tenant(), key.bytes(), there.kinds());
    }
    if (HEALTH.stream().map(sights::get).anyMatch(Sight.Unseen.class::isInstance)) {
      // Every cluster has these kinds, so it may be the key.
      key.turnedAway();
    }
    var release = facts.release();
    return release == null
        ? new Sighting(new Inside.Looking(), View.none())
        : new Sighting(
            HealthRules.over(
                inside(sights, release, facts),
                rules.stream().map(where -> sighted(where, sights)).toList(),
                release.namespace(),
                charge.demands().nodes()),
            view(sights, release, kinds));
  }

  private static Set<Kind<GenericKubernetesResource>> also(
      Set<Kind<GenericKubernetesResource>> kinds, List<Where> rules) {
    var all = new LinkedHashSet<>(kinds);
    rules.forEach(where -> where.kind().ifPresent(all::add));
    return all;
  }

  private static HealthRules.Sighted sighted(
      Where where, Map<Kind<?>, Sight<GenericKubernetesResource>> sights) {
    var found =
        where
            .kind()
            .map(sights::get)
            .<Found>map(
                sight ->
                    switch (sight) {
                      case Sight.Opening<GenericKubernetesResource>() -> new Found.Opening();
                      case Sight.Unseen<GenericKubernetesResource>(var problem) ->
                          new Found.Unseen(problem.sentence());
                      case Sight.Seen<GenericKubernetesResource>(var objects) ->
                          new Found.There(objects);
                    })
            .orElse(where.meanwhile());
    var wide = where.kind().filter(kind -> !kind.coordinates().namespaced()).isPresent();
    return new HealthRules.Sighted(where.rule(), found, wide);
  }

  private static Inside inside(
      Map<Kind<?>, Sight<GenericKubernetesResource>> sights, ReleaseKey release, Facts facts) {
    return switch (TenantPatrols.all(HEALTH.stream().map(sights::get).toList())) {
      case Sight.Opening<GenericKubernetesResource>() -> new Inside.Looking();
      case Sight.Unseen<GenericKubernetesResource>(var problem) ->
          new Inside.Unseen(problem.sentence());
      case Sight.Seen<GenericKubernetesResource>(var objects) -> {
        var troubles =
            Health.troubles(
                release,
                facts.workloads(),
                objects.stream()
                    .filter(one -> Health.made(release, one))
                    .map(one -> new Health.Workload(one.getKind(), one))
                    .toList());
        yield !troubles.isEmpty() && HEALTH.stream().map(sights::get).anyMatch(Workloads::full)
            ? new Inside.Unseen(
                "its cluster has more than %d workloads of a kind made by Helm, of which no more are watched"
                    .formatted(MOST))
            : new Inside.Seen(troubles);
      }
    };
  }

  /** What is missing may be one of those that were not kept. */
  private static boolean full(@Nullable Sight<GenericKubernetesResource> sight) {
    return sight instanceof Sight.Seen<GenericKubernetesResource>(var objects)
        && objects.size() >= MOST;
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
        case Sight.Seen<GenericKubernetesResource>(var objects) -> {
          blind |= objects.size() >= MOST;
          objects.stream()
              .filter(one -> Health.made(release, one))
              .forEach(one -> marks.put(part(kind.coordinates(), one), Marks.of(one)));
        }
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
      for (var cluster : List.copyOf(watched.keySet())) {
        var there = watched.getOrDefault(cluster, Watched.NOTHING);
        if (!there.addons().containsKey(addon)) {
          continue;
        }
        if (there.addons().size() > 1) {
          watched.put(cluster, there.without(addon));
        } else {
          watched.remove(cluster);
          patrols.forget(cluster);
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
