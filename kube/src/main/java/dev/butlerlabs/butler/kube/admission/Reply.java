package dev.butlerlabs.butler.kube.admission;

import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;

/**
 * What the API server is told.
 *
 * @param code the HTTP code the user's request ends with when it is refused
 * @param reason Kubernetes' word for that code
 */
record Reply(
    boolean allowed,
    int code,
    String reason,
    String message,
    List<Problem> problems,
    List<String> warnings) {

  Reply {
    problems = List.copyOf(problems);
    warnings = List.copyOf(warnings);
  }

  static Reply allow(List<String> warnings) {
    return new Reply(true, 200, "", "", List.of(), warnings);
  }

  static Reply deny(List<Problem> problems) {
    var message =
        problems.size() == 1
            ? problems.getFirst().sentence()
            : problems.size() + " problems:\n" + Problem.list(problems);
    return new Reply(false, 422, "Invalid", message, problems, List.of());
  }

  static Reply unable(int code, String reason, String message) {
    return new Reply(false, code, reason, message, List.of(), List.of());
  }

  /** One word for the metrics. */
  String outcome() {
    if (allowed) {
      return "allowed";
    }
    return code == 422 ? "denied" : "unable";
  }
}
