package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.TlsContext;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * Who answers for control planes that run nothing: a door at the address of each pod, and behind
 * all doors one real API server.
 *
 * <p>A door shows the serving certificate of its tenant and lets in whoever has a certificate of
 * the tenant's authority, so that whatever leads to a tenant must be right. Who is in speaks with
 * the one server as its administrator, and all tenants see the same objects.
 */
final class Reception implements AutoCloseable {

  private static final int PORT = 6443;
  private static final int WAITING = 50;

  private final TenantKeys keys;
  private final URI server;
  private final SSLContext behind;
  private final List<ServerSocket> doors = new ArrayList<>();

  /**
   * Opens the doors.
   *
   * @param client of the management cluster
   * @param behind how the one server is reached
   * @param node the address of the node; pods have those that follow
   * @param pods how many pods there may be
   */
  Reception(KubernetesClient client, Kubeconfig behind, InetAddress node, int pods)
      throws IOException {
    this.keys = new TenantKeys(client);
    this.server = URI.create(behind.address());
    this.behind = TlsContext.of(behind);
    try {
      for (var i = 1; i <= pods; i++) {
        open(after(node, i));
      }
    } catch (IOException failed) {
      close();
      throw failed;
    }
  }

  private static InetAddress after(InetAddress node, int steps) throws IOException {
    var number = ByteBuffer.wrap(node.getAddress()).getInt() + steps;
    return InetAddress.getByAddress(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
  }

  private void open(InetAddress address) throws IOException {
    var door = new ServerSocket(PORT, WAITING, address);
    doors.add(door);
    Thread.ofVirtual().name("door of " + address).start(() -> watch(door));
  }

  private void watch(ServerSocket door) {
    while (!door.isClosed()) {
      try {
        var visitor = door.accept();
        Thread.ofVirtual().start(() -> receive(visitor));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void receive(Socket visitor) {
    try (visitor;
        var front = front(visitor);
        var back = back(front.getApplicationProtocol())) {
      var answers = Thread.ofVirtual().start(() -> pass(back, front));
      pass(front, back);
      answers.join();
    } catch (IOException left) {
      // Whoever was turned away, or went, knows; there is nobody else to be told.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private SSLSocket front(Socket visitor) throws IOException {
    var tenant = keys.of(visitor.getLocalAddress().getHostAddress());
    var front = (SSLSocket) tenant.getSocketFactory().createSocket(visitor, null, true);
    front.setUseClientMode(false);
    front.setNeedClientAuth(true);
    speaking(front, "h2", "http/1.1");
    return front;
  }

  /** Bytes are passed as they come, so both sides must speak the same. */
  private SSLSocket back(String language) throws IOException {
    var sockets = behind.getSocketFactory();
    var back = (SSLSocket) sockets.createSocket(server.getHost(), server.getPort());
    speaking(back, language.isEmpty() ? "http/1.1" : language);
    return back;
  }

  private static void speaking(SSLSocket socket, String... languages) throws IOException {
    var parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(languages);
    socket.setSSLParameters(parameters);
    socket.setTcpNoDelay(true);
    socket.startHandshake();
  }

  private static void pass(SSLSocket from, SSLSocket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException ended) {
      // Then both end.
    }
    close(to);
    close(from);
  }

  private static void close(SSLSocket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // That is what was wanted.
    }
  }

  @Override
  public void close() throws IOException {
    for (var door : doors) {
      door.close();
    }
    keys.close();
  }
}
