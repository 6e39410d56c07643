package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.write.TroubleException;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** How something a reconciler threw reads as an outcome. */
final class Thrown {

  private Thrown() {}

  static Outcome outcomeOf(Throwable thrown) {
    return switch (thrown) {
      case TroubleException told -> told.trouble().outcome();
      case KubernetesClientException fault ->
          Outcome.failed(reason(fault.getCode()), new Problem("", message(fault), ""));
      default -> Outcome.failed("UnexpectedError", new Problem("", message(thrown), ""));
    };
  }

  /** A fault of ours, for which the stack must be seen. */
  static boolean unexpected(Throwable thrown) {
    return !(thrown instanceof KubernetesClientException || thrown instanceof TroubleException);
  }

  private static String reason(int code) {
    return switch (code) {
      case 0 -> "Unreachable";
      case 401, 403 -> "Forbidden";
      case 404 -> "NotFound";
      case 409 -> "Conflict";
      case 422 -> "Invalid";
      case 429 -> "Throttled";
      default -> code >= 500 ? "ServerError" : "Refused";
    };
  }

  private static String message(Throwable thrown) {
    var text = thrown.getMessage();
    return text == null ? thrown.getClass().getSimpleName() : text;
  }
}
