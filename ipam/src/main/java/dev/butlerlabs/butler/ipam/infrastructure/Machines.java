package dev.butlerlabs.butler.ipam.infrastructure;

import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.infrastructure.plan.Use;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.Watches;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * Cluster API's Machines, which may be installed, moved to another version or removed at any time.
 *
 * <p>Their definition is what is looked at; the Machines themselves are watched while it stands. A
 * watch that was named from the start would hold up everything else where nobody serves the kind.
 */
public final class Machines implements Reconciler<CustomResourceDefinition> {

  static final Kind<CustomResourceDefinition> DEFINITION =
      Kind.of(CustomResourceDefinition.class).named("machines.cluster.x-k8s.io");

  private final Trigger news = new Trigger();
  private final AtomicReference<Optional<Kind<GenericKubernetesResource>>> listed =
      new AtomicReference<>(Optional.empty());

  /** The definition, the Machines where there are any, and the pools they could concern. */
  public Watches<CustomResourceDefinition> watches() {
    return Watches.on(DEFINITION)
        .following(definition -> served(definition).stream().toList(), this::changed)
        .reading(Pools.KIND);
  }

  /** Concerns pools and not the definition. Before the first look is over it is part of that. */
  private Collection<ObjectKey> changed(GenericKubernetesResource machine, Cache cache) {
    if (listed.get().isPresent()) {
      Pools.having(Sightings.of(machine), cache).forEach(news::fire);
    }
    return List.of();
  }

  /** Fired with each pool that what is known of Machines has changed for. */
  Trigger news() {
    return news;
  }

  /** Runs only after the Machines were listed, since they are followed. */
  @Override
  public Outcome reconcile(CustomResourceDefinition definition, Context context) {
    known(served(definition), context.cache());
    return Outcome.settled();
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    known(Optional.empty(), context.cache());
  }

  private void known(Optional<Kind<GenericKubernetesResource>> kind, Cache cache) {
    if (!kind.equals(listed.getAndSet(kind))) {
      for (NetworkPool pool : cache.list(Pools.KIND)) {
        news.fire(Sightings.keyOf(pool));
      }
    }
  }

  /**
   * The addresses that Machines have; empty while nobody can tell, because there are Machines and
   * they have not been listed yet. {@link #news} is fired when that is over.
   */
  Optional<Stream<Use>> uses(Cache cache) {
    var kind = cache.list(DEFINITION).stream().flatMap(one -> served(one).stream()).findFirst();
    return kind.equals(listed.get())
        ? Optional.of(kind.stream().flatMap(one -> cache.list(one).stream()).flatMap(Sightings::of))
        : Optional.empty();
  }

  /** In the version the API server keeps them in, once it answers for them. */
  private static Optional<Kind<GenericKubernetesResource>> served(CustomResourceDefinition all) {
    return established(all) && !all.isMarkedForDeletion()
        ? all.getSpec().getVersions().stream()
            .filter(version -> version.getStorage() && version.getServed())
            .map(version -> kind(all.getSpec().getGroup(), version.getName()))
            .findFirst()
        : Optional.empty();
  }

  /** One just stored has a status without conditions. */
  private static boolean established(CustomResourceDefinition all) {
    return all.getStatus() != null
        && all.getStatus().getConditions() != null
        && all.getStatus().getConditions().stream()
            .anyMatch(one -> one.getType().equals("Established") && one.getStatus().equals("True"));
  }

  private static Kind<GenericKubernetesResource> kind(String group, String version) {
    return Kind.untyped(new Kind.Coordinates(group, version, "Machine", "machines", true));
  }
}
