package dev.butlerlabs.butler.addons.helm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** A Helm repository: a folder of files over HTTP or HTTPS, for everybody or for one user. */
public final class RepositoryServer implements AutoCloseable {

  private final HttpServer server;
  private final Path folder;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private volatile String wanted = "";
  private volatile String failing = "";

  private RepositoryServer(HttpServer server, Path folder) {
    this.server = server;
    this.folder = folder;
    // A client that opens a connection in reserve and says nothing on it would keep one thread.
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
  }

  public static RepositoryServer plain(Path folder) throws IOException {
    return new RepositoryServer(HttpServer.create(anywhere(), 0), folder);
  }

  /** Where one was before. */
  public static RepositoryServer at(int port, Path folder) throws IOException {
    var place = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return new RepositoryServer(HttpServer.create(place, 0), folder);
  }

  static RepositoryServer secure(Path folder, SSLContext context) throws IOException {
    var server = HttpsServer.create(anywhere(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return new RepositoryServer(server, folder);
  }

  private static InetSocketAddress anywhere() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** From now on only this user gets anything. */
  public RepositoryServer only(String user, String password) {
    var pair = user + ":" + password;
    wanted = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
    return this;
  }

  /** From now on it answers that it cannot for what ends so. */
  void failing(String ending) {
    failing = ending;
  }

  public URI address() {
    var scheme = server instanceof HttpsServer ? "https" : "http";
    return URI.create(scheme + "://127.0.0.1:" + server.getAddress().getPort());
  }

  public List<String> asked() {
    return List.copyOf(asked);
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      asked.add(path);
      var shown = exchange.getRequestHeaders().getFirst("Authorization");
      var file = folder.resolve(path.substring(1)).normalize();
      if (!wanted.isEmpty() && !wanted.equals(shown)) {
        exchange.sendResponseHeaders(401, -1);
      } else if (!failing.isEmpty() && path.endsWith(failing)) {
        exchange.sendResponseHeaders(503, -1);
      } else if (!file.startsWith(folder) || !Files.isRegularFile(file)) {
        exchange.sendResponseHeaders(404, -1);
      } else {
        var content = Files.readAllBytes(file);
        exchange.sendResponseHeaders(200, content.length);
        exchange.getResponseBody().write(content);
      }
    }
  }

  /** Nobody answers from now on. */
  public void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  @Override
  public void close() {
    stop();
  }
}
