package dev.butlerlabs.butler.apps.tcpproxy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Somebody to be led to: takes connections and hands them to the test. */
final class Upstream implements AutoCloseable {

  private static final int PATIENCE = 60_000;

  /** What is done with a connection before the test gets it. */
  interface Welcome {
    Socket receive(Socket accepted) throws IOException;
  }

  private final ServerSocket door;
  private final Welcome welcome;
  private final BlockingQueue<Socket> arrived = new LinkedBlockingQueue<>();
  private final BlockingQueue<IOException> failed = new LinkedBlockingQueue<>();

  Upstream(Welcome welcome) throws IOException {
    this.welcome = welcome;
    door = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::receive);
  }

  static Upstream plain() throws IOException {
    return new Upstream(accepted -> accepted);
  }

  private void receive() {
    while (!door.isClosed()) {
      try {
        var accepted = door.accept();
        accepted.setSoTimeout(PATIENCE);
        Thread.ofVirtual().start(() -> welcome(accepted));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void welcome(Socket accepted) {
    try {
      arrived.add(welcome.receive(accepted));
    } catch (IOException refused) {
      failed.add(refused);
    }
  }

  HostPort place() {
    return new HostPort("127.0.0.1", door.getLocalPort());
  }

  /** The next one that came in. */
  Socket next() throws InterruptedException {
    return present(arrived.poll(PATIENCE, TimeUnit.MILLISECONDS), "nobody came");
  }

  /** Why the next one did not come in. */
  IOException refusal() throws InterruptedException {
    return present(failed.poll(PATIENCE, TimeUnit.MILLISECONDS), "nobody was refused");
  }

  boolean nobodyCame() {
    return arrived.isEmpty();
  }

  private static <T> T present(@Nullable T found, String otherwise) {
    if (found == null) {
      throw new AssertionError(otherwise);
    }
    return found;
  }

  static void say(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(US_ASCII));
  }

  /** Reads just that text. */
  static String hear(Socket socket, int length) throws IOException {
    return new String(socket.getInputStream().readNBytes(length), US_ASCII);
  }

  /** Reads to the end. */
  static String hearAll(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), US_ASCII);
  }

  @Override
  public void close() throws IOException {
    door.close();
    arrived.forEach(Ends::quietly);
  }
}
