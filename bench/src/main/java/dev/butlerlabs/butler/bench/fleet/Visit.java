package dev.butlerlabs.butler.bench.fleet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** One request at the path of one tenant. */
record Visit(Shelf shelf, Reply reply, HttpExchange exchange, ObjectMapper json) {

  private static final String NODES = "/api/v1/nodes";
  private static final Pattern ONE_NODE = Pattern.compile(NODES + "/([^/]+)(/status)?");
  private static final Pattern IN_NAMESPACE =
      Pattern.compile(
          "(/api/v1|/apis/coordination\\.k8s\\.io/v1)/namespaces/[^/]+/(secrets|leases)(/[^/]+)?");
  private static final Pattern SECONDS = Pattern.compile("(?:^|&)timeoutSeconds=(\\d+)");
  private static final Pattern SINCE = Pattern.compile("(?:^|&)resourceVersion=(\\d+)");

  /** Cluster API sends Secrets in a format without field names; this name stands out in it. */
  private static final Pattern TOKEN = Pattern.compile("bootstrap-token-[a-z0-9]{6}");

  private static final long LONGEST_WATCH = 600;

  void receive(String path) throws IOException, InterruptedException {
    var node = ONE_NODE.matcher(path);
    var kept = IN_NAMESPACE.matcher(path);
    var known = Discovery.at(path, json);
    if (known.isPresent()) {
      reply.send(200, known.get());
    } else if (path.equals(NODES)) {
      nodes();
    } else if (node.matches()) {
      node(node.group(1));
    } else if (kept.matches()) {
      kept(path, kept.group(3) == null);
    } else {
      reply.missing(path);
    }
  }

  private void nodes() throws IOException, InterruptedException {
    var query = Objects.requireNonNullElse(exchange.getRequestURI().getQuery(), "");
    if (exchange.getRequestMethod().equals("POST")) {
      reply.send(201, shelf.put((ObjectNode) json.readTree(exchange.getRequestBody())));
    } else if (query.contains("watch=true") || query.contains("watch=1")) {
      watch(query);
    } else {
      reply.send(200, shelf.list());
    }
  }

  private void watch(String query) throws IOException, InterruptedException {
    var seconds = Math.min(number(SECONDS, query).orElse(LONGEST_WATCH), LONGEST_WATCH);
    var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    var watcher =
        query.contains("sendInitialEvents=true")
            ? shelf.watchAll()
            : shelf.watchSince(number(SINCE, query).orElse(0L));
    try {
      reply.begin();
      for (var left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
        var event = watcher.events().poll(left, TimeUnit.NANOSECONDS);
        if (event != null) {
          reply.next(event);
        }
      }
    } finally {
      shelf.leave(watcher);
    }
  }

  private static Optional<Long> number(Pattern pattern, String query) {
    var found = pattern.matcher(query);
    return found.find() ? Optional.of(Long.parseLong(found.group(1))) : Optional.empty();
  }

  private void node(String name) throws IOException {
    Optional<ObjectNode> found =
        switch (exchange.getRequestMethod()) {
          case "PATCH" -> shelf.patch(name, json.readTree(exchange.getRequestBody()));
          case "DELETE" -> shelf.remove(name);
          default -> shelf.node(name);
        };
    if (found.isPresent()) {
      reply.send(200, found.get());
    } else {
      reply.missing("Node " + name);
    }
  }

  /** Whoever writes one of these gets back what was written, and so does whoever reads it. */
  private void kept(String path, boolean all) throws IOException {
    switch (exchange.getRequestMethod()) {
      case "POST", "PUT" -> {
        var format =
            Objects.requireNonNullElse(
                exchange.getRequestHeaders().getFirst("Content-Type"), Reply.FORMAT);
        var body = new Shelf.Kept(format, exchange.getRequestBody().readAllBytes());
        shelf.keep(all ? path + "/" + name(body) : path, body);
        reply.send(all ? 201 : 200, body);
      }
      default -> {
        var found = shelf.kept(path);
        if (found.isPresent()) {
          reply.send(200, found.get());
        } else {
          reply.missing(path);
        }
      }
    }
  }

  private String name(Shelf.Kept body) throws IOException {
    if (body.format().startsWith(Reply.FORMAT)) {
      return json.readTree(body.body()).at("/metadata/name").asText();
    }
    var token = TOKEN.matcher(new String(body.body(), ISO_8859_1));
    return token.find() ? token.group() : "unnamed";
  }
}
