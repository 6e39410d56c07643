package dev.butlerlabs.butler.kube.admission;

import java.util.Map;

/**
 * Bounds of the JDK's HTTP server. It takes them from system properties only, once per process when
 * the first server is made, so they are set before ours is.
 */
final class HttpLimits {

  private static final Map<String, String> WANTED =
      Map.of(
          // Seconds for a whole request to arrive, the TLS handshake included.
          "sun.net.httpserver.maxReqTime", "5",
          // Seconds for the answer: what a rule may take, and time to write.
          "sun.net.httpserver.maxRspTime", "15",
          // Longer than API servers keep a connection, so that they close it and never we: a
          // request sent into a connection that is just being closed would be lost.
          "sun.net.httpserver.idleInterval", "150",
          "jdk.httpserver.maxConnections", "256",
          "sun.net.httpserver.maxReqHeaders", "64",
          // Else head and body of an answer leave 40 ms apart.
          "sun.net.httpserver.nodelay", "true");

  private HttpLimits() {}

  /** Leaves alone what whoever started the process has chosen. */
  static void set() {
    WANTED.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
  }
}
