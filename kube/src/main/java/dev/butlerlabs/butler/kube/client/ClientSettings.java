package dev.butlerlabs.butler.kube.client;

import java.time.Duration;

/**
 * How a client behaves, wherever it leads.
 *
 * @param userAgent how we show up in the API server's audit log
 * @param callTimeout for the answer to begin, and again for it to end; watches are not bound by it
 * @param maxConcurrentCalls further callers wait their turn, as long as one call may take
 */
public record ClientSettings(
    String userAgent, Duration connectTimeout, Duration callTimeout, int maxConcurrentCalls) {

  public ClientSettings {
    if (!connectTimeout.isPositive() || !callTimeout.isPositive() || maxConcurrentCalls < 1) {
      throw new IllegalArgumentException(
          "a client needs positive timeouts and room for at least one call, not "
              + connectTimeout
              + ", "
              + callTimeout
              + ", "
              + maxConcurrentCalls);
    }
  }

  /** For the cluster we live in: patient enough for a busy API server. */
  public static ClientSettings named(String userAgent) {
    return new ClientSettings(userAgent, Duration.ofSeconds(5), Duration.ofSeconds(10), 64);
  }

  public ClientSettings withCallTimeout(Duration timeout) {
    return new ClientSettings(userAgent, connectTimeout, timeout, maxConcurrentCalls);
  }

  public ClientSettings withMaxConcurrentCalls(int most) {
    return new ClientSettings(userAgent, connectTimeout, callTimeout, most);
  }
}
