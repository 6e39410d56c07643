package dev.butlerlabs.butler.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Ports for programs that a test starts. They lie below those that a system gives to outgoing
 * connections, one of which would otherwise take a port between our asking and the program's start.
 *
 * <p>Tests of several modules run at the same time, and a port that was asked for is not listened
 * on yet. So each JVM has a slice of the ports to itself, and gives each of them only once until
 * all were given.
 */
public final class FreePort {

  private static final int LOWEST = 11_000;
  private static final int SLICES = 30;
  private static final int SLICE = 300;
  private static final FreePort OURS = claim();

  /** Whoever listens at the first port of a slice holds the slice; the kernel lets only one. */
  private final ServerSocket claim;

  private final AtomicInteger given = new AtomicInteger();

  private FreePort(ServerSocket claim) {
    this.claim = claim;
  }

  /** One that nobody listens on now, and that no other test was given. */
  public static int next() {
    return IntStream.range(0, SLICE)
        .map(_ -> OURS.following())
        .filter(port -> listen(port).map(FreePort::closed).isPresent())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "no free port among the %d after %d"
                        .formatted(SLICE - 1, OURS.claim.getLocalPort())));
  }

  private int following() {
    return claim.getLocalPort() + 1 + Math.floorMod(given.getAndIncrement(), SLICE - 1);
  }

  private static FreePort claim() {
    return IntStream.range(0, SLICES)
        .mapToObj(slice -> listen(LOWEST + slice * SLICE))
        .flatMap(Optional::stream)
        .findFirst()
        .map(FreePort::new)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "all %d slices of the ports from %d on are held; end other test runs"
                        .formatted(SLICES, LOWEST)));
  }

  private static Optional<ServerSocket> listen(int port) {
    try {
      return Optional.of(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
    } catch (IOException taken) {
      return Optional.empty();
    }
  }

  private static ServerSocket closed(ServerSocket socket) {
    try {
      socket.close();
      return socket;
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot close the look at " + socket, failed);
    }
  }
}
