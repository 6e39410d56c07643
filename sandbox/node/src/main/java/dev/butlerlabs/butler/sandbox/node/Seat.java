package dev.butlerlabs.butler.sandbox.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.sandbox.node.pod.PodName;
import dev.butlerlabs.butler.sandbox.node.run.PodRun;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A pod at this node. */
final class Seat {

  private final PodName pod;
  private final String ip;
  private volatile JsonNode stored;
  private volatile @Nullable PodRun run;

  /**
   * @param ip empty when the pod got none
   */
  Seat(PodName pod, String ip, JsonNode stored) {
    this.pod = pod;
    this.ip = ip;
    this.stored = stored;
  }

  PodName pod() {
    return pod;
  }

  String ip() {
    return ip;
  }

  /** Whether it is one of the pod's containers. */
  boolean has(String container) {
    return Stream.of("containers", "initContainers")
        .flatMap(list -> stored.at("/spec/" + list).valueStream())
        .anyMatch(one -> one.path("name").asText().equals(container));
  }

  /** What runs for it; nothing when it is refused or simulated. */
  @Nullable PodRun run() {
    return run;
  }

  void run(PodRun fresh) {
    run = fresh;
  }

  void stored(JsonNode fresh) {
    stored = fresh;
  }

  boolean deleting() {
    return deleting(stored);
  }

  static boolean deleting(JsonNode pod) {
    return pod.path("metadata").has("deletionTimestamp");
  }
}
