package dev.butlerlabs.butler.providers.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/** Where an API server could be: ends every connection at once, and counts them. */
final class ClosedDoor implements AutoCloseable {

  private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final AtomicInteger knocks = new AtomicInteger();

  ClosedDoor() throws IOException {
    Thread.startVirtualThread(this::listen);
  }

  int port() {
    return socket.getLocalPort();
  }

  int knocks() {
    return knocks.get();
  }

  private void listen() {
    try {
      while (true) {
        socket.accept().close();
        knocks.incrementAndGet();
      }
    } catch (IOException closed) {
      // Nobody listens any more.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
