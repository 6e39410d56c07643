package dev.butlerlabs.butler.kube;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;

/**
 * A kind of object as it is watched: its type, and the part of the cluster that is looked at.
 *
 * <p>Equal kinds share one informer in the process. Secrets are always narrowed by namespace or
 * label, never watched whole.
 *
 * @param namespace {@code ""} for all
 * @param selector a label selector as {@code kubectl -l} takes it, {@code ""} for all
 * @param name of the one object that is looked at, {@code ""} for all
 */
public record Kind<T extends HasMetadata>(
    Class<T> type, Coordinates coordinates, String namespace, String selector, String name) {

  /** Where the API server keeps a kind. */
  public record Coordinates(
      String group, String version, String kind, String plural, boolean namespaced) {

    public ResourceDefinitionContext toContext() {
      return new ResourceDefinitionContext.Builder()
          .withGroup(group)
          .withVersion(version)
          .withKind(kind)
          .withPlural(plural)
          .withNamespaced(namespaced)
          .build();
    }
  }

  /** A kind there is a Java type for. */
  public static <T extends HasMetadata> Kind<T> of(Class<T> type) {
    var from = ResourceDefinitionContext.fromResourceType(type);
    var group = from.getGroup() == null ? "" : from.getGroup();
    var coordinates =
        new Coordinates(
            group, from.getVersion(), from.getKind(), from.getPlural(), from.isNamespaceScoped());
    return new Kind<>(type, coordinates, "", "", "");
  }

  /** A kind of somebody else's, read as a tree of maps. */
  public static Kind<GenericKubernetesResource> untyped(Coordinates coordinates) {
    return new Kind<>(GenericKubernetesResource.class, coordinates, "", "", "");
  }

  public Kind<T> in(String onlyNamespace) {
    return new Kind<>(type, coordinates, onlyNamespace, selector, name);
  }

  public Kind<T> labelled(String onlySelector) {
    return new Kind<>(type, coordinates, namespace, onlySelector, name);
  }

  /** The one object of that name, in each namespace that is looked at. */
  public Kind<T> named(String onlyName) {
    return new Kind<>(type, coordinates, namespace, selector, onlyName);
  }

  @Override
  public String toString() {
    var where = namespace.isEmpty() ? "" : " in " + namespace;
    var which = selector.isEmpty() ? "" : " with " + selector;
    var one = name.isEmpty() ? "" : " named " + name;
    return coordinates.plural() + where + which + one;
  }
}
