package dev.butlerlabs.butler.providers.harvester.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.http.HttpSettings;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.secret.Redaction;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls of a Kubernetes API, each made once and with a deadline. Writes are refused when they hold
 * a field that the server does not know: it would drop it in silence.
 */
final class KubeApi implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KubeApi.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PAGE = 250;
  private static final String STRICT = "?fieldValidation=Strict&fieldManager=butler";
  private static final String CALLED_OFF = "the call was called off";
  private static final String METADATA =
      "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";

  private final KubernetesClient client;
  private final Redaction redaction;
  private final Duration deadline;

  KubeApi(KubernetesClient client, Redaction redaction, Duration deadline) {
    this.client = client;
    this.redaction = redaction;
    this.deadline = deadline;
  }

  /** Where calls go, in one spelling. */
  String address() {
    return HttpSettings.address(URI.create(client.getMasterUrl().toString()));
  }

  JsonNode get(String what, String path) throws Trouble {
    var reply = send(what, request(path), List.of());
    return reply.good() ? reply.tree(what) : refused(what, reply);
  }

  /** Empty when the server says that there is none; a kind it does not know is trouble. */
  Optional<JsonNode> find(String what, String path) throws Trouble {
    return found(what, send(what, request(path), List.of()));
  }

  /** Its metadata alone: the content stays where it is. */
  Optional<JsonNode> findMetadata(String what, String path) throws Trouble {
    return found(what, send(what, request(path).header("Accept", METADATA), List.of()));
  }

  private static Optional<JsonNode> found(String what, Reply reply) throws Trouble {
    if (reply.code() == 404 && reply.namesObject()) {
      return Optional.empty();
    }
    return Optional.of(reply.good() ? reply.tree(what) : refused(what, reply));
  }

  List<JsonNode> list(String what, String path, String selector) throws Trouble {
    var query = selector.isEmpty() ? "" : "&labelSelector=" + URLEncoder.encode(selector, UTF_8);
    var items = new ArrayList<JsonNode>();
    each(what, path, query, items::add);
    return items;
  }

  /**
   * Goes through a list page by page.
   *
   * @param query what narrows it, with an ampersand before it
   */
  void each(String what, String path, String query, Consumer<JsonNode> row) throws Trouble {
    var next = "";
    do {
      var page = get(what, path + "?limit=" + PAGE + query + next);
      page.path("items").forEach(row);
      var rest = page.at("/metadata/continue").asText("");
      next = rest.isEmpty() ? "" : "&continue=" + URLEncoder.encode(rest, UTF_8);
    } while (!next.isEmpty());
  }

  /** What was made, or empty when something of that name is there. */
  Optional<JsonNode> create(String what, String path, Fields object, List<SecretText> secrets)
      throws Trouble {
    var request = request(path + STRICT).post("application/json", text(object));
    var reply = send(what, request, secrets);
    if (reply.code() == 409 && reply.reason().equals("AlreadyExists")) {
      return Optional.empty();
    }
    return Optional.of(reply.good() ? reply.tree(what) : refused(what, reply));
  }

  /** Asks the server something that it does not store. */
  JsonNode ask(String what, String path, Fields question) throws Trouble {
    var reply = send(what, request(path).post("application/json", text(question)), List.of());
    return reply.good() ? reply.tree(what) : refused(what, reply);
  }

  JsonNode patch(String what, String path, Fields change) throws Trouble {
    var request = request(path + STRICT).patch("application/merge-patch+json", text(change));
    var reply = send(what, request, List.of());
    return reply.good() ? reply.tree(what) : refused(what, reply);
  }

  /** Deletes the very object that was looked at; one that is gone or another by now is left. */
  void delete(String what, String path, JsonNode seen) throws Trouble {
    var options =
        Fields.of("apiVersion", "v1")
            .with("kind", "DeleteOptions")
            .with("propagationPolicy", "Background")
            .with("preconditions", Fields.of("uid", Seen.uid(seen)));
    var reply = send(what, request(path).delete("application/json", text(options)), List.of());
    if (!reply.good() && reply.code() != 404 && reply.code() != 409) {
      refused(what, reply);
    }
  }

  static String text(Fields object) {
    try {
      return JSON.writeValueAsString(object.map());
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("maps and texts can always be written", impossible);
    }
  }

  private HttpRequest.Builder request(String path) {
    var base = client.getConfiguration().getMasterUrl().replaceAll("/+$", "");
    return client.getHttpClient().newHttpRequestBuilder().uri(base + path);
  }

  /** Whoever was interrupted sends nothing more. */
  private Reply send(String what, HttpRequest.Builder call, List<SecretText> secrets)
      throws Trouble {
    if (Thread.currentThread().isInterrupted()) {
      throw silence(what, CALLED_OFF);
    }
    var request = call.timeout(deadline.toMillis(), TimeUnit.MILLISECONDS).build();
    var pending = client.getHttpClient().sendAsync(request, String.class);
    try {
      var response = pending.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
      LOG.debug("{} {}: {}", request.method(), request.uri().getPath(), response.code());
      return reply(response, secrets);
    } catch (TimeoutException _) {
      pending.cancel(true);
      throw silence(what, "no answer within " + deadline.toSeconds() + " s");
    } catch (InterruptedException _) {
      pending.cancel(true);
      Thread.currentThread().interrupt();
      throw silence(what, CALLED_OFF);
    } catch (ExecutionException failed) {
      LOG.debug("{} {}: no answer", request.method(), request.uri().getPath());
      throw broken(what, failed.getCause() == null ? failed : failed.getCause(), secrets);
    }
  }

  private Reply reply(HttpResponse<String> response, List<SecretText> secrets) {
    var body = response.body() == null ? "" : response.body();
    var good = response.isSuccessful();
    var retryAfter = response.header("Retry-After");
    return new Reply(
        response.code(),
        good ? body : redaction.and(secrets).apply(body),
        retryAfter == null ? "" : retryAfter);
  }

  private Trouble broken(String what, Throwable cause, List<SecretText> secrets) {
    var words = redaction.and(secrets).apply(String.valueOf(cause.getMessage()));
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof CertificateException) {
        return new Trouble(
            new Fault.Invalid(
                what,
                "the certificate authority in the kubeconfig, or the endpoint's host name",
                "the certificate of " + server() + " is not trusted: " + KubeFaults.quote(words)));
      }
    }
    if (cause instanceof IOException) {
      return silence(what, "connection broke: " + KubeFaults.quote(words));
    }
    throw new IllegalStateException(what + ": " + cause.getClass().getName() + ": " + words);
  }

  private Trouble silence(String what, String detail) {
    return new Trouble(new Fault.Unavailable(what, server() + ": " + detail));
  }

  private String server() {
    return String.valueOf(client.getMasterUrl().getAuthority());
  }

  private static JsonNode refused(String what, Reply reply) throws Trouble {
    throw new Trouble(KubeFaults.of(what, reply.code(), reply.body(), reply.retryAfter()));
  }

  /** An answer; the body of a refusal has no secrets in it. */
  private record Reply(int code, String body, String retryAfter) {

    boolean good() {
      return code >= 200 && code < 300;
    }

    JsonNode tree(String what) throws Trouble {
      var tree = parsed();
      if (tree == null || !tree.isObject()) {
        throw new Trouble(new Fault.Unavailable(what, "the answer is no JSON"));
      }
      return tree;
    }

    String reason() {
      var tree = parsed();
      return tree == null ? "" : tree.path("reason").asText();
    }

    /** A kind that is not served is answered by 404 as well, but then no object is named. */
    boolean namesObject() {
      var tree = parsed();
      return tree != null && tree.at("/details").hasNonNull("name");
    }

    private @Nullable JsonNode parsed() {
      try {
        return JSON.readTree(body);
      } catch (JsonProcessingException broken) {
        return null;
      }
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
