package dev.butlerlabs.butler.providers.simulators.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A proxy on loopback that lets TLS through, as RFC 9110 says of CONNECT, and notes to whom. */
public final class LittleProxy implements AutoCloseable {

  private final ServerSocket door;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<String> asked = new ArrayList<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private LittleProxy(ServerSocket door) {
    this.door = door;
  }

  public static LittleProxy start() {
    try {
      var proxy = new LittleProxy(new ServerSocket(0, 0, InetAddress.getLoopbackAddress()));
      proxy.threads.execute(proxy::serve);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), door.getLocalPort());
  }

  /** Whom callers wanted to reach, as host:port, in order. */
  public List<String> asked() {
    synchronized (asked) {
      return List.copyOf(asked);
    }
  }

  private void serve() {
    try {
      while (true) {
        var caller = door.accept();
        open.add(caller);
        threads.execute(() -> lead(caller));
      }
    } catch (IOException _) {
      // Closed.
    }
  }

  private void lead(Socket caller) {
    try (caller) {
      var words = head(caller.getInputStream()).split(" ", 3);
      if (!words[0].equals("CONNECT")) {
        answer(caller, "405 Method Not Allowed");
        return;
      }
      synchronized (asked) {
        asked.add(words[1]);
      }
      var colon = words[1].lastIndexOf(':');
      try (var server =
          new Socket(
              words[1].substring(0, colon), Integer.parseInt(words[1].substring(colon + 1)))) {
        open.add(server);
        answer(caller, "200 Connection established");
        var back = threads.submit(() -> pass(server, caller));
        pass(caller, server);
        back.cancel(true);
      }
    } catch (IOException _) {
      // Either side has gone.
    }
  }

  private static void answer(Socket caller, String status) throws IOException {
    caller.getOutputStream().write(("HTTP/1.1 " + status + "\r\n\r\n").getBytes(ISO_8859_1));
  }

  /** All up to the empty line, of which the first is told; byte by byte, to take nothing more. */
  private static String head(InputStream in) throws IOException {
    var text = new StringBuilder();
    while (!text.toString().endsWith("\r\n\r\n")) {
      var next = in.read();
      if (next < 0) {
        throw new IOException("hung up");
      }
      text.append((char) next);
    }
    return text.toString();
  }

  private static void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException _) {
      // Either side has gone.
    } finally {
      close(from);
      close(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException _) {
      // It is gone.
    }
  }

  @Override
  public void close() {
    end();
  }

  /** Nobody gets through any more. */
  public void end() {
    try {
      door.close();
    } catch (IOException _) {
      // It is gone.
    }
    open.forEach(LittleProxy::close);
    threads.shutdownNow();
  }
}
