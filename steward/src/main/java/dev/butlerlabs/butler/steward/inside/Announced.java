package dev.butlerlabs.butler.steward.inside;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Owner;
import dev.butlerlabs.butler.steward.inside.plan.ProxySlices;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/**
 * What a tenant's API servers announced of themselves before they were told not to. It goes in the
 * moment proxies are announced in its place, and not before.
 */
record Announced(KubernetesClient client, Applier applier, String uid) {

  /** Removes it if one of the wanted has its place. */
  Answer<Boolean> makeWay(List<HasMetadata> wanted) {
    return wanted.stream()
        .filter(EndpointSlice.class::isInstance)
        .filter(object -> object.getMetadata().getName().equals(ProxySlices.KUBERNETES))
        .findFirst()
        .map(this::makeWay)
        .orElseGet(() -> Answer.done(false));
  }

  private Answer<Boolean> makeWay(HasMetadata slice) {
    return Asking.ask(
            Attempt.to("look at", slice), () -> Optional.ofNullable(client.resource(slice).get()))
        .then(
            stored ->
                stored.isEmpty() || ours(stored.get())
                    ? Answer.done(false)
                    : applier.remove(stored.get()).then(_ -> removeOlderForm()));
  }

  private boolean ours(HasMetadata stored) {
    var labels = stored.getMetadata().getLabels();
    return labels != null && uid.equals(labels.get(Owner.UID_LABEL));
  }

  /** API servers tell the same in Endpoints, for whoever does not read slices. */
  private Answer<Boolean> removeOlderForm() {
    return Asking.ask(
        new Attempt("remove", "Endpoints", new ObjectKey(ProxySlices.HOME, ProxySlices.KUBERNETES)),
        () ->
            !client
                .endpoints()
                .inNamespace(ProxySlices.HOME)
                .withName(ProxySlices.KUBERNETES)
                .delete()
                .isEmpty());
  }
}
