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

  /** Kinds of Kubernetes and of ours. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "Secret", "secrets",
          "Namespace", "namespaces",
          "NetworkPolicy", "networkpolicies",
          "ResourceQuota", "resourcequotas",
          "StewardControlPlane", "stewardcontrolplanes",
          "LocalCluster", "localclusters",
          "LocalMachineTemplate", "localmachinetemplates");

  private final KubernetesClient client;
  private final Map<String, String> plurals = Tables.plurals();

  StrictDoor(TestCluster cluster) {
    // This one takes a refusal for an answer; others ask again for half a minute and more.
    this.client = cluster.recording(Faults.none()).client();
  }

  /** Everything the server says against the object, an error or a warning each. */
  List<String> objections(Manifest object) {
    return objections(object.toString(), path(object), object.tree().toString());
  }

  /** The same, for an object of Kubernetes' own or of ours. */
  List<String> objections(String object, String path, String json) {
    var response = patch(object, path, json);
    var objections = new ArrayList<String>();
    if (!response.isSuccessful()) {
      objections.add("%s: %d %s".formatted(object, response.code(), response.body()));
    }
    response.headers("Warning").forEach(warning -> objections.add(object + ": " + warning));
    return objections;
  }

  private HttpResponse<String> patch(String object, String path, String json) {
    var http = client.getHttpClient();
    var request =
        http.newHttpRequestBuilder()
            .uri(client.getMasterUrl() + path + QUERY)
            .patch("application/apply-patch+yaml", json);
    try {
      return http.sendAsync(request.build(), String.class).join();
    } catch (CompletionException failed) {
      throw new AssertionError("cannot apply " + object, failed);
    }
  }

  private String path(Manifest object) {
    return path(object.apiVersion(), object.kind(), object.namespace(), object.name());
  }

  String path(String api, String kind, String namespace, String name) {
    var plural = OTHERS.getOrDefault(kind, plurals.get(kind));
    if (plural == null) {
      throw new AssertionError("no table has the kind " + kind);
    }
    return (api.contains("/") ? "apis/" : "api/")
        + api
        + (namespace.isEmpty() ? "" : "/namespaces/" + namespace)
        + "/%s/%s".formatted(plural, name);
  }
}
