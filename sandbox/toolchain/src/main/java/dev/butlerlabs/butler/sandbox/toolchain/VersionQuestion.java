package dev.butlerlabs.butler.sandbox.toolchain;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** How a program is asked for its version; the answer is read without its "v". */
enum VersionQuestion {
  ETCD("--version", "etcd Version: (\\S+)"),
  KUBERNETES("--version", "Kubernetes v(\\S+)"),
  KUBECTL("version --client", "Client Version: v(\\S+)"),
  KUBEADM("version -o short", "^v(\\S+)"),
  HELM("version --template {{.Version}}", "^v(\\S+)"),
  GO("version", "go version go(\\d+(?:\\.\\d+)*)"),
  /** The program has no flag for it, so nothing found on {@code PATH} can be trusted. */
  NONE("", "$^(.)");

  private final String arguments;
  private final String answer;

  VersionQuestion(String arguments, String answer) {
    this.arguments = arguments;
    this.answer = answer;
  }

  List<String> arguments() {
    return List.of(arguments.split(" ", -1));
  }

  Optional<String> read(String output) {
    var found = Pattern.compile(answer).matcher(output);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }
}
