package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * Switches etcd's authentication on, over its JSON door: that door is open to whoever has a
 * certificate until authentication is on, and knows nobody afterwards.
 */
record StoreAuthentication(HttpClient http, URI server) {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String TURNED_AWAY = "CommonName of client";

  static void ensureOn(HttpClient http, URI server) throws InterruptedException {
    var store = new StoreAuthentication(http, server);
    if (store.isOn()) {
      return;
    }
    // Each step may have been taken before a kill.
    store.ask("user/add", "{\"name\":\"root\",\"options\":{\"no_password\":true}}");
    store.ask("role/add", "{\"name\":\"root\"}");
    store.ask("user/grant", "{\"user\":\"root\",\"role\":\"root\"}");
    var answer = store.ask("enable", "{}");
    if (!store.isOn()) {
      throw new Refusal(
          server.toString(),
          "did not switch authentication on: " + answer,
          "read the log of " + TenantStore.NAME + " and start again");
    }
  }

  /** Once it is on, callers with a name in their certificate are turned away from this door. */
  private boolean isOn() throws InterruptedException {
    var answer = ask("status", "{}");
    return answer.contains("\"enabled\":true") || answer.contains(TURNED_AWAY);
  }

  private String ask(String path, String body) throws InterruptedException {
    var request =
        HttpRequest.newBuilder(server.resolve("/v3/auth/" + path))
            .timeout(PATIENCE)
            .POST(BodyPublishers.ofString(body))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new Refusal(server.toString(), "does not answer: " + e, "start again");
    }
  }
}
