package dev.butlerlabs.butler.sandbox.node.forward;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One address and port at which connections are taken and passed on to ready pods. */
final class Listener implements AutoCloseable {

  private static final int CONNECT_MILLIS = 2_000;
  private static final int BACKLOG = 512;

  private final ServerSocket server;
  private final Supplier<List<InetSocketAddress>> targets;
  private final AtomicInteger turn = new AtomicInteger();

  private Listener(ServerSocket server, Supplier<List<InetSocketAddress>> targets) {
    this.server = server;
    this.targets = targets;
  }

  static Listener open(String address, int port, Supplier<List<InetSocketAddress>> targets)
      throws IOException {
    var listener =
        new Listener(new ServerSocket(port, BACKLOG, InetAddress.ofLiteral(address)), targets);
    Thread.ofVirtual().name("forward " + address + ":" + port).start(listener::accept);
    return listener;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        var client = server.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException closed) {
        // The loop's condition tells whether that was wanted.
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      var pod = connect();
      if (pod == null) {
        // Refused, not hung up on: the client shall know at once that nobody is there.
        client.setSoLinger(true, 0);
        return;
      }
      // Small pieces are passed on as they come, not held back until the last was acknowledged.
      client.setTcpNoDelay(true);
      try (pod) {
        var back = Thread.ofVirtual().start(() -> pump(pod, client));
        pump(client, pod);
        back.join();
      }
    } catch (IOException gone) {
      // One side went away; closing both is all there is to do.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Any ready pod that takes the connection, beginning with the next in turn. */
  private @Nullable Socket connect() {
    var ready = new ArrayList<>(targets.get());
    if (!ready.isEmpty()) {
      Collections.rotate(ready, -Math.floorMod(turn.getAndIncrement(), ready.size()));
    }
    for (var target : ready) {
      var socket = new Socket();
      try {
        socket.connect(target, CONNECT_MILLIS);
        socket.setTcpNoDelay(true);
        return socket;
      } catch (IOException refused) {
        closeQuietly(socket);
      }
    }
    return null;
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It was of no use anyway.
    }
  }

  /** Each direction ends by itself, so that a side may stop talking and still listen. */
  private static void pump(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException broken) {
      closeQuietly(from);
      closeQuietly(to);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
