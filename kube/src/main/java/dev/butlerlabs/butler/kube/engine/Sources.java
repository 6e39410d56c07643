package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;

/** Where the objects of a kind come from. */
final class Sources {

  /** Lists in pages, so that no reply has to be held in memory whole. */
  private static final long PAGE = 500;

  private static final long NO_RESYNC = 0;

  private Sources() {}

  static <T extends HasMetadata> SharedIndexInformer<T> of(KubernetesClient client, Kind<T> kind) {
    return selected(operation(client, kind), kind).withLimit(PAGE).runnableInformer(NO_RESYNC);
  }

  private static <T extends HasMetadata> Informable<T> selected(
      MixedOperation<T, ? extends KubernetesResourceList<T>, ?> all, Kind<T> kind) {
    var some =
        kind.namespace().isEmpty() ? all.inAnyNamespace() : all.inNamespace(kind.namespace());
    var labelled = kind.selector().isEmpty() ? some : some.withLabelSelector(kind.selector());
    return kind.name().isEmpty() ? labelled : labelled.withField("metadata.name", kind.name());
  }

  // Safe: an untyped kind is a Kind<GenericKubernetesResource> by construction.
  @SuppressWarnings("unchecked")
  private static <T extends HasMetadata>
      MixedOperation<T, ? extends KubernetesResourceList<T>, ?> operation(
          KubernetesClient client, Kind<T> kind) {
    if (kind.type() == GenericKubernetesResource.class) {
      return (MixedOperation<T, ? extends KubernetesResourceList<T>, ?>)
          (MixedOperation<?, ?, ?>)
              client.genericKubernetesResources(kind.coordinates().toContext());
    }
    return client.resources(kind.type());
  }
}
