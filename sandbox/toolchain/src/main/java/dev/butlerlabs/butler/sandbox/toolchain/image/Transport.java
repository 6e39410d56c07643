package dev.butlerlabs.butler.sandbox.toolchain.image;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * Anonymous GET requests that follow redirects, fetch a token when asked to, and try again when a
 * server stumbles.
 *
 * <p>Redirects are followed by hand, so that a token never travels to another host.
 */
final class Transport {

  private static final int REDIRECTS = 5;
  private static final int TRIES = 3;
  private static final Duration DOWNLOAD_WITHIN = Duration.ofMinutes(10);
  private static final Pattern CHALLENGE = Pattern.compile("(\\w+)=\"([^\"]*)\"");

  private final HttpClient client;
  private final Map<String, String> tokenByHost = new HashMap<>();

  Transport(HttpClient client) {
    this.client = client;
  }

  /** The answer with status 200; every other end is a problem. */
  <T> HttpResponse<T> get(URI start, String accept, BodyHandler<T> body) throws ImageProblem {
    var target = start;
    var asked = false;
    for (var hop = 0; hop <= REDIRECTS + 1; hop++) {
      var response = sendPatiently(target, accept, body);
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
            + encoded(parameters.getOrDefault("scope", ""));
    var where = target.resolve(realm + (realm.contains("?") ? "&" : "?") + query);
    var answer = sendPatiently(where, "*/*", BodyHandlers.ofByteArray());
    if (answer.statusCode() != 200) {
      throw new ImageProblem(realm + " gave no token: it answered " + answer.statusCode());
    }
    var json = RegistryClient.json(answer.body(), realm);
    return json.path("token").asText(json.path("access_token").asText());
  }

  private <T> HttpResponse<T> sendPatiently(URI target, String accept, BodyHandler<T> body)
      throws ImageProblem {
    for (var attempt = 1; ; attempt++) {
      try {
        var response = send(target, accept, body);
        var stumbled = response.statusCode() >= 500 || response.statusCode() == 429;
        if (!stumbled || attempt == TRIES) {
          return response;
        }
      } catch (IOException e) {
        if (attempt == TRIES) {
          throw new ImageProblem(target + " cannot be read: " + e, e);
        }
      }
      pause(target, Duration.ofMillis(300L * attempt));
    }
  }

  private <T> HttpResponse<T> send(URI target, String accept, BodyHandler<T> body)
      throws ImageProblem, IOException {
    var request =
        HttpRequest.newBuilder(target).timeout(Duration.ofSeconds(30)).header("Accept", accept);
    var token = tokenByHost.get(target.getAuthority());
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    var pending = client.sendAsync(request.build(), onlyWhenOk(body));
    try {
      return pending.get(DOWNLOAD_WITHIN.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } catch (TimeoutException e) {
      pending.cancel(true);
      throw new ImageProblem(
          target + " did not end within " + DOWNLOAD_WITHIN.toMinutes() + " minutes", e);
    } catch (InterruptedException e) {
      pending.cancel(true);
      throw interrupted(target, e);
    }
  }

  private static void pause(URI target, Duration length) throws ImageProblem {
    try {
      Thread.sleep(length);
    } catch (InterruptedException e) {
      throw interrupted(target, e);
    }
  }

  private static ImageProblem interrupted(URI target, InterruptedException e) {
    Thread.currentThread().interrupt();
    return new ImageProblem("interrupted while reading " + target, e);
  }

  /** Keeps the page of a redirect or an error out of the file that is to hold the content. */
  @SuppressWarnings("NullAway") // a null body stands for "none", and only a 200 is ever read
  private static <T> BodyHandler<T> onlyWhenOk(BodyHandler<T> body) {
    return head ->
        head.statusCode() == 200
            ? body.apply(head)
            : HttpResponse.BodySubscribers.replacing((T) null);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
