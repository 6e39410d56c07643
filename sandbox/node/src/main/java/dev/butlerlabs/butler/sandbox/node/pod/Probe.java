package dev.butlerlabs.butler.sandbox.node.pod;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A question asked again and again to learn how a container is. */
public record Probe(
    Action action, Duration delay, Duration period, Duration timeout, int successes, int failures) {

  /** How the question is put. */
  public sealed interface Action {

    /**
     * An http request; an answer from 200 to 399 is good.
     *
     * @param host empty for the pod's own address
     */
    record Http(boolean tls, String host, int port, String path, Map<String, String> headers)
        implements Action {
      public Http {
        headers = Map.copyOf(headers);
      }
    }

    /** A connection; being accepted is good. */
    record Tcp(String host, int port) implements Action {}

    /** A command inside the container; ending with 0 is good. */
    record Exec(List<String> command) implements Action {
      public Exec {
        command = List.copyOf(command);
      }
    }
  }
}
