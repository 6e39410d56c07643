package dev.butlerlabs.butler.addons.admission;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.admission.Requester;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Who the manager is to the API server, asked there once: by certificate, token or service account,
 * it need not be told to anybody. All managers of a platform have the same name.
 */
final class Self {

  private final KubernetesClient client;
  private final AtomicReference<String> name = new AtomicReference<>("");

  Self(KubernetesClient client) {
    this.client = client;
  }

  boolean is(Requester asker) {
    var known = name.get();
    if (known.isEmpty()) {
      known = ask();
      name.set(known);
    }
    return known.equals(asker.name());
  }

  private String ask() {
    var review = new SelfSubjectReviewBuilder().build();
    return Asking.ask(
            new Attempt("create", "SelfSubjectReview", ObjectKey.cluster("(own name)")),
            () -> client.resource(review).create())
        .orElseThrow()
        .getStatus()
        .getUserInfo()
        .getUsername();
  }
}
