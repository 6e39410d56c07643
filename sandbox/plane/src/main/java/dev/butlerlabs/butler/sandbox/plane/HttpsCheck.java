package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.sandbox.plane.supervise.ReadyCheck;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** Ready when an https address answers 200. */
record HttpsCheck(HttpClient client, URI address) implements ReadyCheck {

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int LONGEST = 300;

  @Override
  public Optional<String> missing() throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(address).timeout(PATIENCE).build();
    var answer = client.send(request, BodyHandlers.ofString());
    if (answer.statusCode() == 200) {
      return Optional.empty();
    }
    var body = answer.body().strip();
    var words = body.length() > LONGEST ? body.substring(body.length() - LONGEST) : body;
    return Optional.of("%s answers %d %s".formatted(address, answer.statusCode(), words));
  }
}
