package dev.butlerlabs.butler.steward.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.TroubleException;
import dev.butlerlabs.butler.steward.admission.plan.Objections.Answer;
import dev.butlerlabs.butler.steward.admission.plan.Objections.Cause;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Asks the API server whether it would take a Deployment, to the letter; nothing is stored. */
final class DryRuns {

  private static final String QUERY = "?dryRun=All&fieldValidation=Strict";

  private final KubernetesClient client;

  DryRuns(KubernetesClient client) {
    this.client = client;
  }

  Answer ask(String namespace, JsonNode deployment) {
    var path = "/apis/apps/v1/namespaces/" + namespace + "/deployments" + QUERY;
    try {
      client.raw(path, "POST", deployment.toString());
      return new Answer.Accepted();
    } catch (KubernetesClientException refusal) {
      var status = Optional.ofNullable(refusal.getStatus());
      var message = status.map(Status::getMessage).orElse("");
      return switch (refusal.getCode()) {
        case 422 -> new Answer.Invalid(causes(status, message));
        case 400 -> new Answer.Unreadable(message);
        default -> throw new TroubleException(Asking.trouble(attempt(namespace), refusal));
      };
    }
  }

  private static Attempt attempt(String namespace) {
    return new Attempt("dry-run", "Deployment", new ObjectKey(namespace, ""));
  }

  private static List<Cause> causes(Optional<Status> status, String message) {
    var causes =
        status.map(Status::getDetails).map(StatusDetails::getCauses).orElse(List.of()).stream()
            .map(DryRuns::cause)
            .toList();
    return causes.isEmpty() ? List.of(new Cause("", message)) : causes;
  }

  private static Cause cause(StatusCause cause) {
    return new Cause(
        Objects.requireNonNullElse(cause.getField(), ""),
        Objects.requireNonNullElse(cause.getMessage(), ""));
  }
}
