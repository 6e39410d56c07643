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
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * A stand-in for a registry: the pull side of the OCI Distribution Specification 1.1 (end-1, end-2,
 * end-3 and end-8a: the version check, blobs, manifests and tags) and nothing else. Charts are laid
 * out with Helm's published media types.
 */
public final class OciStandIn implements AutoCloseable {

  private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
  private static final String CONFIG = "application/vnd.cncf.helm.config.v1+json";
  private static final String CHART = "application/vnd.cncf.helm.chart.content.v1.tar+gzip";
  private static final String PROVENANCE = "application/vnd.cncf.helm.chart.provenance.v1.prov";
  private static final Pattern PATH =
      Pattern.compile("/v2/(?<name>.+)/(?<what>manifests|blobs|tags)/(?<reference>[^/]+)");

  private final HttpServer server;

  /** A client that opens a connection in reserve and says nothing on it would keep one thread. */
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();
  private final Map<String, String> tags = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private volatile String wanted = "";

  private OciStandIn(HttpServer server) {
    this.server = server;
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
  }

  static OciStandIn start() throws IOException {
    return new OciStandIn(
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
  }

  /** The same over TLS. */
  public static OciStandIn secure(SSLContext context) throws IOException {
    var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return new OciStandIn(server);
  }

  public OciStandIn only(String user, String password) {
    var pair = user + ":" + password;
    wanted = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
    return this;
  }

  /** The address of a chart here. */
  public URI address(String name) {
    return URI.create("oci://127.0.0.1:" + server.getAddress().getPort() + "/" + name);
  }

  public List<String> asked() {
    return List.copyOf(asked);
  }

  public void put(String name, String version, byte[] archive) {
    put(name, version, archive, "");
  }

  /** The same, with what vouches for it. */
  public void putSigned(String name, String version, byte[] archive, byte[] provenance) {
    put(name, version, archive, "," + descriptor(PROVENANCE, provenance));
  }

  private void put(String name, String version, byte[] archive, String more) {
    var simple = name.substring(name.lastIndexOf('/') + 1);
    var config =
        "{\"apiVersion\":\"v2\",\"name\":\"%s\",\"version\":\"%s\"}"
            .formatted(simple, version)
            .getBytes(UTF_8);
    var manifest =
        """
        {"schemaVersion":2,"mediaType":"%s","config":%s,"layers":[%s%s]}"""
            .formatted(MANIFEST, descriptor(CONFIG, config), descriptor(CHART, archive), more)
            .getBytes(UTF_8);
    tags.put(name + ":" + version, keep(manifest));
  }

  private String descriptor(String type, byte[] content) {
    return "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":%d}"
        .formatted(type, keep(content), content.length);
  }

  private String keep(byte[] content) {
    try {
      var sha = MessageDigest.getInstance("SHA-256").digest(content);
      var digest = "sha256:" + HexFormat.of().formatHex(sha);
      blobs.put(digest, content);
      return digest;
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      asked.add(exchange.getRequestMethod() + " " + path);
      var shown = exchange.getRequestHeaders().getFirst("Authorization");
      var match = PATH.matcher(path);
      if (!wanted.isEmpty() && !wanted.equals(shown)) {
        exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"stand-in\"");
        refuse(exchange, 401, "UNAUTHORIZED");
      } else if (path.equals("/v2/")) {
        answer(exchange, "application/json", "{}".getBytes(UTF_8), "");
      } else if (!match.matches()) {
        refuse(exchange, 404, "NAME_UNKNOWN");
      } else {
        var name = match.group("name");
        switch (match.group("what")) {
          case "tags" -> answer(exchange, "application/json", list(name).getBytes(UTF_8), "");
          case "manifests" -> manifest(exchange, name, match.group("reference"));
          default -> blob(exchange, match.group("reference"));
        }
      }
    }
  }

  private String list(String name) {
    var all =
        tags.keySet().stream()
            .filter(tag -> tag.startsWith(name + ":"))
            .map(tag -> "\"" + tag.substring(name.length() + 1) + "\"")
            .sorted()
            .toList();
    return "{\"name\":\"%s\",\"tags\":[%s]}".formatted(name, String.join(",", all));
  }

  private void manifest(HttpExchange exchange, String name, String reference) throws IOException {
    var digest = reference.startsWith("sha256:") ? reference : tags.get(name + ":" + reference);
    var content = digest == null ? null : blobs.get(digest);
    if (digest == null || content == null) {
      refuse(exchange, 404, "MANIFEST_UNKNOWN");
    } else {
      answer(exchange, MANIFEST, content, digest);
    }
  }

  private void blob(HttpExchange exchange, String digest) throws IOException {
    var content = blobs.get(digest);
    if (content == null) {
      refuse(exchange, 404, "BLOB_UNKNOWN");
    } else {
      answer(exchange, "application/octet-stream", content, digest);
    }
  }

  private static void answer(HttpExchange exchange, String type, byte[] content, String digest)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    if (!digest.isEmpty()) {
      exchange.getResponseHeaders().set("Docker-Content-Digest", digest);
    }
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", String.valueOf(content.length));
      exchange.sendResponseHeaders(200, -1);
    } else {
      exchange.sendResponseHeaders(200, content.length);
      exchange.getResponseBody().write(content);
    }
  }

  private static void refuse(HttpExchange exchange, int code, String error) throws IOException {
    var body =
        "{\"errors\":[{\"code\":\"%s\",\"message\":\"told by the stand-in\"}]}".formatted(error);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(code, -1);
    } else {
      exchange.sendResponseHeaders(code, body.length());
      exchange.getResponseBody().write(body.getBytes(UTF_8));
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
