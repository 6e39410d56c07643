package dev.butlerlabs.butler.sandbox.toolchain.image;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

/** A registry on loopback that serves what it is given, speaking the HTTP API of version 2. */
public final class LoopbackRegistry implements AutoCloseable {

  private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
  private static final String INDEX = "application/vnd.oci.image.index.v1+json";

  private final HttpServer server;
  private final Map<String, byte[]> manifests = new ConcurrentHashMap<>();
  private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final AtomicInteger stumbles = new AtomicInteger();
  private volatile boolean wantsToken;
  private volatile String blobsLiveAt = "";

  public LoopbackRegistry(HttpServer server) {
    this.server = server;
    server.createContext("/v2/", this::serve);
    server.createContext("/token", this::giveToken);
    server.start();
  }

  public static LoopbackRegistry start() throws IOException {
    return new LoopbackRegistry(
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** From now on nothing is given without a token from {@code /token}. */
  void wantToken() {
    wantsToken = true;
  }

  /** Answers the next so many requests with 503. */
  void stumble(int times) {
    stumbles.set(times);
  }

  void redirectBlobsTo(LoopbackRegistry other) {
    blobsLiveAt = other.address().toString();
  }

  /** Each line is method-less: path, then the Authorization header or a dash. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  /** Stores an image for linux/amd64 and linux/arm64 under an index; returns the index's digest. */
  public String put(String repository, String tag, List<byte[]> layers) {
    var manifest = manifest(repository, layers);
    var entries =
        List.of("amd64", "arm64").stream()
            .map(
                it ->
                    "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":1,\"platform\":{\"os\":\"linux\",\"architecture\":\"%s\"}}"
                        .formatted(MANIFEST, manifest, it))
            .collect(Collectors.joining(","));
    var index =
        "{\"schemaVersion\":2,\"mediaType\":\"%s\",\"manifests\":[%s]}".formatted(INDEX, entries);
    manifests.put(repository + "/" + tag, bytes(index));
    manifests.put(repository + "/" + digest(bytes(index)), bytes(index));
    return digest(bytes(index));
  }

  /** Stores an image that has no index, as older ones do. */
  String putPlain(String repository, String tag, List<byte[]> layers) {
    var digest = manifest(repository, layers);
    manifests.put(repository + "/" + tag, manifests.get(repository + "/" + digest));
    return digest;
  }

  /** Serves {@code content} in place of the blob, under the old digest. */
  public void tamper(byte[] original, byte[] content) {
    blobs.put(digest(original), content);
  }

  void tamperManifests() {
    manifests.replaceAll(
        (name, content) ->
            name.contains("sha256:")
                ? bytes(new String(content, StandardCharsets.UTF_8) + " ")
                : content);
  }

  private String manifest(String repository, List<byte[]> layers) {
    var list = new CopyOnWriteArrayList<String>();
    for (var layer : layers) {
      blobs.put(digest(layer), layer);
      list.add(
          "{\"mediaType\":\"application/vnd.oci.image.layer.v1.tar+gzip\",\"digest\":\"%s\",\"size\":%d}"
              .formatted(digest(layer), layer.length));
    }
    var manifest =
        bytes(
            "{\"schemaVersion\":2,\"mediaType\":\"%s\",\"layers\":[%s]}"
                .formatted(MANIFEST, String.join(",", list)));
    manifests.put(repository + "/" + digest(manifest), manifest);
    return digest(manifest);
  }

  private void serve(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().getPath();
    var authorization = exchange.getRequestHeaders().getFirst("Authorization");
    requests.add(path + " " + (authorization == null ? "-" : authorization));
    if (stumbles.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      answer(exchange, 503, bytes("later"));
    } else if (wantsToken && !"Bearer let-me-in".equals(authorization)) {
      exchange
          .getResponseHeaders()
          .add(
              "WWW-Authenticate",
              "Bearer realm=\"%s/token\",service=\"loopback\",scope=\"repository:any:pull\""
                  .formatted(address()));
      answer(exchange, 401, bytes("no"));
    } else if (path.contains("/blobs/") && !blobsLiveAt.isEmpty()) {
      exchange.getResponseHeaders().add("Location", blobsLiveAt + path);
      answer(exchange, 307, bytes("there"));
    } else {
      var name = path.substring("/v2/".length());
      var content =
          name.contains("/blobs/")
              ? blobs.get(name.substring(name.indexOf("/blobs/") + 7))
              : manifests.get(name.replace("/manifests/", "/"));
      answer(exchange, content == null ? 404 : 200, content == null ? bytes("none") : content);
    }
  }

  private void giveToken(HttpExchange exchange) throws IOException {
    requests.add(exchange.getRequestURI().toString());
    answer(exchange, 200, bytes("{\"token\":\"let-me-in\"}"));
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }

  static String digest(byte[] content) {
    return "sha256:" + Sha256.of(content);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A gzipped tar with files from {@code name, content} pairs. */
  public static byte[] layer(String... namesAndContents) {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      for (var i = 0; i < namesAndContents.length; i += 2) {
        var content = bytes(namesAndContents[i + 1]);
        out.write(tarHeader(namesAndContents[i], content.length));
        out.write(content);
        out.write(new byte[(512 - content.length % 512) % 512]);
      }
      out.write(new byte[1024]);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return packed.toByteArray();
  }

  private static byte[] tarHeader(String name, int size) {
    var header = new byte[512];
    put(header, 0, name);
    put(header, 100, "0000755\0");
    put(header, 124, "%011o\0".formatted(size));
    put(header, 156, "0");
    put(header, 257, "ustar\00000");
    return header;
  }

  private static void put(byte[] header, int at, String text) {
    System.arraycopy(bytes(text), 0, header, at, text.length());
  }
}
