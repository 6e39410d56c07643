package dev.butlerlabs.butler.bench.hosted;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.TlsContext;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;

/** The administrator of a tenant at work in it, on a new connection for each task. */
final class Insider {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Kubeconfig login;

  Insider(Kubeconfig login) {
    this.login = login;
  }

  /** Makes what is asked for by the load, and answers a token that may ask for it too. */
  String furnish() {
    created(
        "/api/v1/namespaces/default/configmaps",
        """
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "kept"}, "data": {"a": "b"}}
        """);
    created(
        "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
        """
        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding",
         "metadata": {"name": "load"},
         "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole",
                     "name": "cluster-admin"},
         "subjects": [{"kind": "ServiceAccount", "name": "default", "namespace": "default"}]}
        """);
    return created(
            "/api/v1/namespaces/default/serviceaccounts/default/token",
            """
        {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest",
         "spec": {"expirationSeconds": 7200}}
        """)
        .at("/status/token")
        .asText();
  }

  /** The controllers that make accounts and namespaces may be a moment behind. */
  private JsonNode created(String path, String body) {
    return Waiting.until(
        path,
        PATIENCE,
        () -> {
          var answer = send("POST", path, body);
          return answer.statusCode() < 300 ? Optional.of(json(answer)) : Optional.empty();
        });
  }

  /** The version it says it runs. */
  String version() {
    return json(send("GET", "/version", "")).path("gitVersion").asText();
  }

  /** What it shows for itself. */
  X509Certificate certificate() {
    try {
      var session = send("GET", "/version", "").sslSession().orElseThrow();
      return (X509Certificate) session.getPeerCertificates()[0];
    } catch (SSLPeerUnverifiedException impossible) {
      throw new IllegalStateException(login + " showed no certificate", impossible);
    }
  }

  private HttpResponse<String> send(String method, String path, String body) {
    var request =
        HttpRequest.newBuilder(login.server().resolve(path))
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    try (var http = HttpClient.newBuilder().sslContext(TlsContext.of(login)).build()) {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(method + " " + path + " of " + login + " failed: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking " + login, e);
    }
  }

  private static JsonNode json(HttpResponse<String> answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("no JSON came from " + answer.uri(), e);
    }
  }
}
