package dev.butlerlabs.butler.bench.machines;

import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;

/**
 * How the controllers come to the API server: by the token of a service account, as they do
 * wherever they run. A certificate is looked at anew with each call, and read anew by each process.
 */
final class Login {

  private static final String NAME = "manager";

  /** Longer than any run. */
  private static final Duration LIFE = Duration.ofDays(7);

  private Login() {}

  static Config issue(KubernetesClient admin, String namespace) {
    var account =
        admin
            .resource(
                new ServiceAccountBuilder()
                    .withNewMetadata()
                    .withNamespace(namespace)
                    .withName(NAME)
                    .endMetadata()
                    .build())
            .create();
    admin
        .resource(
            new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName(NAME + "-" + namespace)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "cluster-admin")
                .addNewSubject("", "ServiceAccount", NAME, namespace)
                .build())
        .create();
    var token =
        admin
            .serviceAccounts()
            .resource(account)
            .tokenRequest(
                new TokenRequestBuilder()
                    .withNewSpec()
                    .withExpirationSeconds(LIFE.toSeconds())
                    .endSpec()
                    .build())
            .getStatus()
            .getToken();
    return new ConfigBuilder(admin.getConfiguration())
        .withClientCertFile(null)
        .withClientCertData(null)
        .withClientKeyFile(null)
        .withClientKeyData(null)
        .withOauthToken(token)
        .build();
  }
}
