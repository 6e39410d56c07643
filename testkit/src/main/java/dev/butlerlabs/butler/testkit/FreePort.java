package dev.butlerlabs.butler.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;

/**
 * Ports for programs that a test starts. They lie below those that a system gives to outgoing
 * connections, one of which would otherwise take a port between our asking and the program's start.
 */
public final class FreePort {

  private static final int LOWEST = 11_000;
  private static final int HIGHEST = 19_999;
  private static final int TRIES = 100;
  private static final SecureRandom CHANCE = new SecureRandom();

  private FreePort() {}

  /** One that nobody listens on now. */
  public static int next() {
    for (var i = 0; i < TRIES; i++) {
      var port = CHANCE.nextInt(LOWEST, HIGHEST + 1);
      if (free(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "no free port between %d and %d after %d tries".formatted(LOWEST, HIGHEST, TRIES));
  }

  private static boolean free(int port) {
    try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
