package dev.butlerlabs.butler.sandbox.node;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.sandbox.node.api.Door;
import dev.butlerlabs.butler.sandbox.node.pod.PodOrder;
import dev.butlerlabs.butler.sandbox.node.pod.Volume;
import dev.butlerlabs.butler.sandbox.node.run.Tokens;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** Asks the API server for tokens bound to one pod. */
record TokenRequests(Door door, Timeline timeline) implements Tokens {

  @Override
  public Token issue(PodOrder pod, Volume.Part.Token wanted)
      throws IOException, InterruptedException {
    var request = JsonNodeFactory.instance.objectNode();
    request.put("apiVersion", "authentication.k8s.io/v1").put("kind", "TokenRequest");
    var spec = request.putObject("spec").put("expirationSeconds", wanted.lifeSeconds());
    if (!wanted.audience().isEmpty()) {
      spec.putArray("audiences").add(wanted.audience());
    }
    spec.putObject("boundObjectRef")
        .put("apiVersion", "v1")
        .put("kind", "Pod")
        .put("name", pod.pod().name())
        .put("uid", pod.pod().uid());
    var path =
        "/api/v1/namespaces/%s/serviceaccounts/%s/token"
            .formatted(pod.pod().namespace(), pod.serviceAccount());
    var answer = door.post(path, request);
    if (!answer.done()) {
      throw new IOException(answer.message());
    }
    var now = timeline.instant();
    var until = Instant.parse(answer.body().at("/status/expirationTimestamp").asText());
    // At four fifths of its life, as nodes do it.
    var renewAt = now.plus(Duration.between(now, until).multipliedBy(4).dividedBy(5));
    return new Token(answer.body().at("/status/token").asText(), renewAt);
  }
}
