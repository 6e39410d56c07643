package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.Outcome;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** How something a reconciler threw reads as an outcome. */
final class Trouble {

  private Trouble() {}

  static Outcome.Failed outcomeOf(Throwable thrown) {
    return new Outcome.Failed(reason(thrown), new Problem("", message(thrown), ""));
  }

  /** A fault of ours, for which the stack must be seen. */
  static boolean unexpected(Throwable thrown) {
    return !(thrown instanceof KubernetesClientException);
  }

  private static String reason(Throwable thrown) {
    if (!(thrown instanceof KubernetesClientException fault)) {
      return "UnexpectedError";
    }
    return switch (fault.getCode()) {
      case 0 -> "Unreachable";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "NotFound";
      case 409 -> "Conflict";
      case 410 -> "Gone";
      case 422 -> "Invalid";
      case 429 -> "Throttled";
      default -> fault.getCode() >= 500 ? "ServerError" : "Refused";
    };
  }

  private static String message(Throwable thrown) {
    var text = thrown.getMessage();
    return text == null ? thrown.getClass().getSimpleName() : text;
  }
}
