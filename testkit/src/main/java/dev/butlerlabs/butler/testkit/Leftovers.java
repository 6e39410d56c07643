package dev.butlerlabs.butler.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;

/**
 * Takes namespaces that tests have done with out of the store itself, with all that lies in them.
 * Kubernetes asks two questions for each kind there is before it lets a namespace go, empty or not:
 * that was most of what API servers of tests did.
 */
final class Leftovers implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String ALL = "/registry/";
  private static final String AFTER_ALL = "/registry0";

  /** Less than etcd takes in one transaction. */
  private static final int AT_ONCE = 100;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http;
  private final URI store;

  Leftovers(URI store, SSLContext tls) {
    this.store = store;
    this.http = HttpClient.newBuilder().sslContext(tls).build();
  }

  /** Watchers see each object go; nobody's finalizers are waited for. */
  void remove(Collection<String> namespaces) {
    if (namespaces.isEmpty()) {
      return;
    }
    var keys = keys().stream().filter(key -> namespaces.stream().anyMatch(in(key))).toList();
    for (var first = 0; first < keys.size(); first += AT_ONCE) {
      delete(keys.subList(first, Math.min(first + AT_ONCE, keys.size())));
    }
  }

  private static Predicate<String> in(String key) {
    return namespace ->
        key.contains("/" + namespace + "/") || key.equals(ALL + "namespaces/" + namespace);
  }

  private List<String> keys() {
    var range =
        JSON.createObjectNode()
            .put("key", encoded(ALL))
            .put("range_end", encoded(AFTER_ALL))
            .put("keys_only", true);
    var keys = new ArrayList<String>();
    ask("range", range).path("kvs").forEach(one -> keys.add(decoded(one.path("key").asText())));
    return keys;
  }

  private void delete(List<String> keys) {
    var transaction = JSON.createObjectNode();
    var steps = transaction.putArray("success");
    keys.forEach(
        key -> steps.addObject().putObject("request_delete_range").put("key", encoded(key)));
    ask("txn", transaction);
  }

  private JsonNode ask(String verb, ObjectNode body) {
    var request =
        HttpRequest.newBuilder(store.resolve("/v3/kv/" + verb))
            .timeout(PATIENCE)
            .POST(BodyPublishers.ofString(body.toString()))
            .build();
    try {
      var answer = http.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(
            "etcd at %s answers %s with %d: %s"
                .formatted(store, verb, answer.statusCode(), answer.body()));
      }
      return JSON.readTree(answer.body());
    } catch (JsonProcessingException wrong) {
      throw new IllegalStateException("etcd at %s answers no JSON".formatted(store), wrong);
    } catch (IOException failed) {
      throw new UncheckedIOException("etcd at %s does not answer".formatted(store), failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while namespaces of tests went", interrupted);
    }
  }

  private static String encoded(String key) {
    return Base64.getEncoder().encodeToString(key.getBytes(UTF_8));
  }

  private static String decoded(String key) {
    return new String(Base64.getDecoder().decode(key), UTF_8);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
