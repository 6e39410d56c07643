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
 * The one rule that makes the admin an admin. Its certificate alone gives it nothing, so the right
 * can be taken back without changing a certificate.
 */
final class AdminRule {

  private static final String NAME = "butler:admins";

  private static final String BINDING =
      """
      {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "ClusterRoleBinding",
        "metadata": {"name": "%s"},
        "roleRef": {
          "apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "cluster-admin"
        },
        "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "Group", "name": "%s"}]
      }
      """
          .formatted(NAME, Identities.ADMIN_GROUP);

  private AdminRule() {}

  static void apply(HttpClient founder, URI server) throws InterruptedException {
    var address =
        server.resolve(
            "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/"
                + NAME
                + "?fieldManager=butler-sandbox&force=true");
    var request =
        HttpRequest.newBuilder(address)
            .timeout(Duration.ofSeconds(30))
            .header("Content-Type", "application/apply-patch+yaml")
            .method("PATCH", BodyPublishers.ofString(BINDING))
            .build();
    try {
      var answer = founder.send(request, BodyHandlers.ofString());
      if (answer.statusCode() / 100 != 2) {
        throw new Refusal(
            "ClusterRoleBinding " + NAME,
            "was not accepted by " + server + ": " + answer.body(),
            "start again; if it stays, read the log of kube-apiserver");
      }
    } catch (IOException e) {
      throw new Refusal(
          "ClusterRoleBinding " + NAME,
          "could not be written to " + server + ": " + e,
          "read the log of kube-apiserver and start again");
    }
  }
}
