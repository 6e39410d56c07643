package dev.butlerlabs.butler.sandbox.toolchain.image;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * One repository of one registry, read anonymously over the registry's HTTP API, version 2.
 *
 * <p>Redirects are followed by hand, so that a token never travels to another host.
 */
final class RegistryClient {

  static final String INDEXES =
      "application/vnd.oci.image.index.v1+json,"
          + "application/vnd.docker.distribution.manifest.list.v2+json";
  static final String MANIFESTS =
      "application/vnd.oci.image.manifest.v1+json,"
          + "application/vnd.docker.distribution.manifest.v2+json";

  private static final int REDIRECTS = 5;
  private static final long MANIFEST_BYTES = 4L << 20;
  private static final Duration DOWNLOAD_WITHIN = Duration.ofMinutes(10);
  private static final Pattern CHALLENGE = Pattern.compile("(\\w+)=\"([^\"]*)\"");

  private final HttpClient client;
  private final URI address;
  private final String repository;
  private final Map<String, String> tokenByHost = new HashMap<>();

  RegistryClient(HttpClient client, URI address, String repository) {
    this.client = client;
    this.address = address;
    this.repository = repository;
  }

  /** Bytes of a manifest or index, by tag or digest. */
  byte[] manifest(String name) throws ImageProblem {
    return get(
            at("manifests/" + name),
            INDEXES + "," + MANIFESTS,
            BodyHandlers.limiting(BodyHandlers.ofByteArray(), MANIFEST_BYTES))
        .body();
  }

  /** Writes a blob of at most {@code size} bytes to {@code target}. */
  void download(String digest, long size, Path target) throws ImageProblem {
    get(at("blobs/" + digest), "*/*", BodyHandlers.limiting(BodyHandlers.ofFile(target), size));
    try {
      if (Files.size(target) != size) {
        throw new ImageProblem(digest + " is shorter than its manifest says");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private URI at(String rest) {
    var prefix = address.getPath() == null ? "" : address.getPath().replaceAll("/+$", "");
    return address.resolve(
        "/v2" + (prefix.isEmpty() ? "" : prefix) + "/" + repository + "/" + rest);
  }

  private <T> HttpResponse<T> get(URI start, String accept, BodyHandler<T> body)
      throws ImageProblem {
    var target = start;
    var asked = false;
    for (var hop = 0; hop <= REDIRECTS + 1; hop++) {
      var response = send(target, accept, body);
      var status = response.statusCode();
      if (status == 200) {
        return response;
      } else if (status == 401 && !asked) {
        asked = true;
        tokenByHost.put(target.getAuthority(), token(target, response));
      } else if (status / 100 == 3) {
        target = redirected(target, response);
      } else {
        throw new ImageProblem(target + " answered " + status);
      }
    }
    throw new ImageProblem(start + " redirects more than " + REDIRECTS + " times");
  }

  private static URI redirected(URI from, HttpResponse<?> response) throws ImageProblem {
    var location = response.headers().firstValue("Location");
    if (location.isEmpty()) {
      throw new ImageProblem(from + " redirects to nowhere");
    }
    var target = from.resolve(location.get());
    if ("https".equals(from.getScheme()) && !"https".equals(target.getScheme())) {
      throw new ImageProblem(from + " redirects to the unprotected address " + target);
    }
    return target;
  }

  private String token(URI target, HttpResponse<?> refused) throws ImageProblem {
    var challenge = refused.headers().firstValue("WWW-Authenticate").orElse("");
    var parameters = new HashMap<String, String>();
    for (var found = CHALLENGE.matcher(challenge); found.find(); ) {
      parameters.put(found.group(1), found.group(2));
    }
    var realm = parameters.get("realm");
    if (!challenge.startsWith("Bearer ") || realm == null) {
      throw new ImageProblem(target + " wants a login, which is not supported");
    }
    var query =
        "service="
            + encoded(parameters.getOrDefault("service", ""))
            + "&scope="
            + encoded(parameters.getOrDefault("scope", "repository:" + repository + ":pull"));
    var separator = realm.contains("?") ? "&" : "?";
    var answer = send(target.resolve(realm + separator + query), "*/*", BodyHandlers.ofByteArray());
    if (answer.statusCode() != 200) {
      throw new ImageProblem(realm + " gave no token: it answered " + answer.statusCode());
    }
    var json = json(answer.body(), realm);
    return json.path("token").asText(json.path("access_token").asText());
  }

  private <T> HttpResponse<T> send(URI target, String accept, BodyHandler<T> body)
      throws ImageProblem {
    var request =
        HttpRequest.newBuilder(target).timeout(Duration.ofSeconds(30)).header("Accept", accept);
    var token = tokenByHost.get(target.getAuthority());
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    var pending = client.sendAsync(request.build(), onlyWhenOk(body));
    try {
      return pending.get(DOWNLOAD_WITHIN.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      pending.cancel(true);
      var cause = e.getCause() == null ? e : e.getCause();
      throw new ImageProblem(target + " cannot be read: " + cause, e);
    } catch (InterruptedException e) {
      pending.cancel(true);
      Thread.currentThread().interrupt();
      throw new ImageProblem("interrupted while reading " + target, e);
    }
  }

  /** Keeps the page of a redirect or an error out of the file that is to hold the blob. */
  @SuppressWarnings("NullAway") // a null body stands for "none", and only a 200 is ever read
  private static <T> BodyHandler<T> onlyWhenOk(BodyHandler<T> body) {
    return head ->
        head.statusCode() == 200
            ? body.apply(head)
            : HttpResponse.BodySubscribers.replacing((T) null);
  }

  static JsonNode json(byte[] bytes, String from) throws ImageProblem {
    try {
      var tree = new ObjectMapper().readTree(bytes);
      if (tree instanceof com.fasterxml.jackson.databind.node.ObjectNode) {
        return tree;
      }
      throw new ImageProblem(from + " is not a JSON object");
    } catch (JsonProcessingException e) {
      throw new ImageProblem(from + " is not JSON", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
