package dev.butlerlabs.butler.tenants.life;

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

/**
 * A kind of Cluster API's, which may be installed, moved to another version or removed at any time.
 *
 * <p>Its definition is what is looked at; its objects are watched while that stands. A watch that
 * was named from the start would hold up everything else where nobody serves the kind.
 */
final class Served implements Reconciler<CustomResourceDefinition> {

  private final Kind<CustomResourceDefinition> definition;
  private final Trigger news;
  private final Trigger keptNews;
  private final AtomicReference<Optional<Kind<GenericKubernetesResource>>> listed =
      new AtomicReference<>(Optional.empty());

  /**
   * Looks at nothing yet.
   *
   * @param name of the definition
   * @param news fired with each cluster that a change concerns
   * @param keptNews fired with each place of a deleted cluster that a change concerns
   */
  Served(String name, Trigger news, Trigger keptNews) {
    this.definition = Kind.of(CustomResourceDefinition.class).named(name);
    this.news = news;
    this.keptNews = keptNews;
  }

  /** Of the definition. */
  String name() {
    return definition.name();
  }

  Watches<CustomResourceDefinition> watches() {
    return Watches.on(definition)
        .following(one -> served(one).stream().toList(), this::changed)
        .reading(LifeKinds.NAMESPACES)
        .reading(LifeKinds.KEPT)
        .reading(LifeKinds.CLUSTERS);
  }

  /** Concerns clusters and not the definition. Before the first look is over it is part of that. */
  private Collection<ObjectKey> changed(GenericKubernetesResource object, Cache cache) {
    if (listed.get().isPresent()) {
      LifeKinds.ownerOf(object, cache).forEach(news::fire);
      LifeKinds.keptWith(object, cache).forEach(keptNews::fire);
    }
    return List.of();
  }

  /** Runs only after the objects were listed, since they are followed. */
  @Override
  public Outcome reconcile(CustomResourceDefinition found, Context context) {
    known(served(found), context.cache());
    return Outcome.settled();
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    known(Optional.empty(), context.cache());
  }

  private void known(Optional<Kind<GenericKubernetesResource>> kind, Cache cache) {
    if (!kind.equals(listed.getAndSet(kind))) {
      LifeKinds.everybody(cache).forEach(news::fire);
      cache.list(LifeKinds.KEPT).forEach(one -> keptNews.fire(LifeKinds.keyOf(one)));
    }
  }

  /**
   * Whether it can be told what is there: nobody serves the kind, it is being listed, or it was.
   */
  Sight.Clarity clarity(Cache cache) {
    var kind = cache.find(definition, ObjectKey.cluster(name())).flatMap(Served::served);
    if (kind.isEmpty()) {
      return Sight.Clarity.MISSING;
    }
    return kind.equals(listed.get()) ? Sight.Clarity.CLEAR : Sight.Clarity.LOOKING;
  }

  /** What is looked at. */
  Kind<CustomResourceDefinition> definition() {
    return definition;
  }

  /** The kind, once its objects were listed. */
  Optional<Kind<GenericKubernetesResource>> listed() {
    return listed.get();
  }

  /** In the version the API server keeps them in, once it answers for them. */
  private static Optional<Kind<GenericKubernetesResource>> served(CustomResourceDefinition all) {
    var spec = all.getSpec();
    return established(all) && !all.isMarkedForDeletion()
        ? spec.getVersions().stream()
            .filter(version -> version.getStorage() && version.getServed())
            .map(
                version ->
                    Kind.untyped(
                        new Kind.Coordinates(
                            spec.getGroup(),
                            version.getName(),
                            spec.getNames().getKind(),
                            spec.getNames().getPlural(),
                            true)))
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
}
