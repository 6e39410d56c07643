package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.install.plan.LeftNamespace.Inhabitant;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Kind.Coordinates;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** All that is in a namespace, of whatever kind. */
final class Contents {

  private Contents() {}

  static Answer<List<Inhabitant>> of(Destination on, String namespace) {
    return switch (on.call(Contents::versions)) {
      case Answer.Failed<Set<String>>(var trouble) -> Answer.failed(trouble);
      case Answer.Done<Set<String>>(var versions) ->
          switch (on.call(client -> ServedKinds.of(client, versions))) {
            case Answer.Failed<ServedKinds>(var trouble) -> Answer.failed(trouble);
            case Answer.Done<ServedKinds>(var served) -> of(on, namespace, served);
          };
    };
  }

  /** All API versions, each group in the one it prefers. */
  static Answer<Set<String>> versions(KubernetesClient client) {
    return Asking.ask(
        new Attempt("ask for the kinds of", "cluster", ObjectKey.cluster("all")),
        () -> {
          Set<String> versions = new TreeSet<>(Set.of("v1"));
          client
              .getApiGroups()
              .getGroups()
              .forEach(group -> versions.add(group.getPreferredVersion().getGroupVersion()));
          return versions;
        });
  }

  private static Answer<List<Inhabitant>> of(Destination on, String namespace, ServedKinds served) {
    var found = new ArrayList<Inhabitant>();
    for (var kind : served.stored()) {
      switch (on.call(client -> list(client, namespace, kind))) {
        // It went since, with its definition.
        case Answer.Failed<List<GenericKubernetesResource>>(Trouble.NotServed _) -> {}
        case Answer.Failed<List<GenericKubernetesResource>>(var trouble) -> {
          return Answer.failed(trouble);
        }
        case Answer.Done<List<GenericKubernetesResource>>(var objects) ->
            objects.forEach(one -> found.add(inhabitant(kind, one, served)));
      }
    }
    return Answer.done(found);
  }

  private static Answer<List<GenericKubernetesResource>> list(
      KubernetesClient client, String namespace, Coordinates kind) {
    return Asking.ask(
        new Attempt("list", kind.kind(), new ObjectKey(namespace, "*")),
        () ->
            client
                .genericKubernetesResources(kind.toContext())
                .inNamespace(namespace)
                .list()
                .getItems());
  }

  /** Owners of the whole cluster outlive a namespace; the others are in it and speak for it. */
  private static Inhabitant inhabitant(
      Coordinates kind, GenericKubernetesResource one, ServedKinds served) {
    var meta = one.getMetadata();
    var follows =
        !meta.getOwnerReferences().isEmpty()
            && meta.getOwnerReferences().stream()
                .allMatch(owner -> served.namespaced(owner.getApiVersion(), owner.getKind()));
    return new Inhabitant(
        kind.group(), kind.kind(), meta.getName(), follows, meta.getDeletionTimestamp() != null);
  }
}
