package dev.butlerlabs.butler.kube.write;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Removes what one feature applied for an owner and no longer wants. */
final class Pruner {

  private final KubernetesClient client;
  private final FieldManager manager;

  Pruner(KubernetesClient client, FieldManager manager) {
    this.client = client;
    this.manager = manager;
  }

  Applied prune(Owner owner, List<HasMetadata> wanted, Set<? extends Kind<?>> where) {
    var keep = wanted.stream().map(one -> one.getMetadata().getUid()).collect(Collectors.toSet());
    var pruned = new ArrayList<Attempt>();
    var troubles = new ArrayList<Trouble>();
    for (var kind : where) {
      switch (ours(owner, kind)) {
        case Answer.Failed<List<GenericKubernetesResource>>(var trouble) -> troubles.add(trouble);
        case Answer.Done<List<GenericKubernetesResource>>(var all) ->
            all.stream()
                .filter(one -> !keep.contains(one.getMetadata().getUid()))
                .filter(one -> one.getMetadata().getDeletionTimestamp() == null)
                .forEach(one -> remove(kind, one, pruned, troubles));
      }
    }
    return new Applied(wanted, pruned, troubles);
  }

  private Answer<List<GenericKubernetesResource>> ours(Owner owner, Kind<?> kind) {
    var namespaced = kind.coordinates().namespaced();
    if (namespaced && kind.namespace().isEmpty() && kind.coordinates().kind().equals("Secret")) {
      throw new IllegalArgumentException(
          "Secrets are never listed in all namespaces; name the one to prune in");
    }
    var attempt =
        new Attempt("list", kind.coordinates().kind(), new ObjectKey(kind.namespace(), "*"));
    return Asking.ask(
        attempt,
        () -> {
          var all = client.genericKubernetesResources(kind.coordinates().toContext());
          var there =
              kind.namespace().isEmpty() ? all.inAnyNamespace() : all.inNamespace(kind.namespace());
          return there.withLabels(owner.labels(manager)).list().getItems().stream()
              .filter(one -> ManagedFields.ownsLabel(manager, one, Owner.UID_LABEL))
              .toList();
        });
  }

  /** By resourceVersion: what changed since the look is judged anew next time. */
  private void remove(
      Kind<?> kind, GenericKubernetesResource one, List<Attempt> pruned, List<Trouble> troubles) {
    var attempt = Attempt.to("prune", one);
    var answer =
        Asking.ask(
            attempt,
            () ->
                client
                    .genericKubernetesResources(kind.coordinates().toContext())
                    .resource(one)
                    .lockResourceVersion(one.getMetadata().getResourceVersion())
                    .delete());
    switch (answer) {
      case Answer.Done<?> _ -> pruned.add(attempt);
      case Answer.Failed<?>(Trouble.NotFound _) -> {}
      case Answer.Failed<?>(var trouble) -> troubles.add(trouble);
    }
  }
}
