package dev.butlerlabs.butler.kube.write;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Objects;

/** An object as it is stored right now, not as a cache has it. */
final class Live {

  private Live() {}

  /** Reads the same object again; a namesake that came after it is somebody else. */
  static <T extends HasMetadata> Answer<T> read(KubernetesClient client, T seen) {
    var attempt = Attempt.to("read", seen);
    var answer = Asking.ask(attempt, () -> client.resource(seen).require());
    var replaced =
        answer instanceof Answer.Done<T>(var value)
            && !Objects.equals(value.getMetadata().getUid(), seen.getMetadata().getUid());
    return replaced
        ? Answer.failed(new Trouble.NotFound(attempt, "it was deleted and made anew"))
        : answer;
  }
}
