package dev.butlerlabs.butler.providers.infratests;

import dev.butlerlabs.butler.providers.spi.infrastructure.Manifest;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Faults;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;

/** Applies objects so that the API server refuses every field it does not know. */
final class StrictDoor {

  private static final String QUERY =
      "?fieldManager=butler-tenants&force=true&fieldValidation=Strict";

  private final KubernetesClient client;
  private final Map<String, String> plurals = Tables.plurals();

  StrictDoor(TestCluster cluster) {
    // This one takes a refusal for an answer; others ask again for half a minute and more.
    this.client = cluster.recording(Faults.none()).client();
  }

  /** Everything the server says against the object, an error or a warning each. */
  List<String> objections(Manifest object) {
    var response = patch(object);
    var objections = new ArrayList<String>();
    if (!response.isSuccessful()) {
      objections.add("%s: %d %s".formatted(object, response.code(), response.body()));
    }
    response.headers("Warning").forEach(warning -> objections.add(object + ": " + warning));
    return objections;
  }

  private HttpResponse<String> patch(Manifest object) {
    var http = client.getHttpClient();
    var request =
        http.newHttpRequestBuilder()
            .uri(client.getMasterUrl() + path(object) + QUERY)
            .patch("application/apply-patch+yaml", object.tree().toString());
    try {
      return http.sendAsync(request.build(), String.class).join();
    } catch (CompletionException failed) {
      throw new AssertionError("cannot apply " + object, failed);
    }
  }

  private String path(Manifest object) {
    var api = object.apiVersion();
    var plural = object.kind().equals("Secret") ? "secrets" : plurals.get(object.kind());
    if (plural == null) {
      throw new AssertionError("no table has the kind " + object.kind());
    }
    return (api.contains("/") ? "apis/" : "api/")
        + api
        + (object.namespace().isEmpty() ? "" : "/namespaces/" + object.namespace())
        + "/%s/%s".formatted(plural, object.name());
  }
}
