package dev.butlerlabs.butler.steward.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.steward.plane.OneTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who is let in, as whom, and to what. */
@ExtendWith(OneTenant.class)
class RightsIT {

  @Test
  void theAdministratorMayDoEverything(ServedTenant tenant) {
    assertThat(tenant.kubectl("auth", "can-i", "*", "*", "--all-namespaces")).startsWith("yes");
    assertThat(tenant.kubectl("auth", "whoami"))
        .contains("kubernetes-admin", "kubeadm:cluster-admins");
  }

  @Test
  void theBreakGlassIdentityNeedsNoBinding(ServedTenant tenant) {
    try (var root = tenant.client("super-admin.conf")) {
      assertThat(root.raw("/apis/authorization.k8s.io/v1")).contains("selfsubjectaccessreviews");
      assertThat(root.secrets().inNamespace("kube-system").list().getItems()).isNotNull();
    }
  }

  @Test
  void nobodyGetsInWithoutAnIdentity(ServedTenant tenant) {
    assertThat(tenant.call(null, "GET", "/api/v1/namespaces", "").statusCode()).isEqualTo(403);
    assertThat(tenant.call(null, "GET", "/api/v1/secrets", "").statusCode()).isEqualTo(403);
    assertThat(tenant.call("no-such-token", "GET", "/api/v1/namespaces", "").statusCode())
        .isEqualTo(401);
  }

  @Test
  void nobodyMayReadMoreThanClusterInfo(ServedTenant tenant) {
    var publicly = "/api/v1/namespaces/kube-public/configmaps";
    assertThat(tenant.call(null, "GET", publicly + "/cluster-info", "").statusCode())
        .isEqualTo(200);
    assertThat(tenant.call(null, "GET", publicly, "").statusCode()).isEqualTo(403);
    assertThat(tenant.call(null, "GET", "/version", "").statusCode()).isEqualTo(200);
  }

  @Test
  void aRoleGivesWhatItSaysAndNoMore(ServedTenant tenant) {
    var namespace = tenant.namespace();
    var token = reader(tenant, namespace);
    var maps = "/api/v1/namespaces/" + namespace + "/configmaps";
    assertThat(tenant.call(token, "GET", maps, "").statusCode()).isEqualTo(200);
    assertThat(tenant.call(token, "POST", maps, "{\"metadata\": {\"name\": \"x\"}}").statusCode())
        .isEqualTo(403);
    assertThat(tenant.call(token, "GET", maps.replace("configmaps", "secrets"), "").statusCode())
        .isEqualTo(403);
    assertThat(tenant.call(token, "GET", "/api/v1/namespaces/default/configmaps", "").statusCode())
        .isEqualTo(403);
  }

  @Test
  void nobodyGivesAwayRightsTheyDoNotHave(ServedTenant tenant) {
    var namespace = tenant.namespace();
    tenant.kubectl("-n", namespace, "create", "serviceaccount", "granter");
    tenant.kubectl(
        "-n",
        namespace,
        "create",
        "role",
        "granter",
        "--verb=create",
        "--resource=roles.rbac.authorization.k8s.io");
    tenant.kubectl(
        "-n",
        namespace,
        "create",
        "rolebinding",
        "granter",
        "--role=granter",
        "--serviceaccount=" + namespace + ":granter");
    awaitMay(tenant, namespace, "granter", "create", "roles.rbac.authorization.k8s.io");
    var answer =
        tenant.call(
            token(tenant, namespace, "granter").getStatus().getToken(),
            "POST",
            "/apis/rbac.authorization.k8s.io/v1/namespaces/" + namespace + "/roles",
            """
            {"metadata": {"name": "all"},
             "rules": [{"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}]}
            """);
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("attempting to grant RBAC permissions not currently held");
  }

  @Test
  void aTokenIsWhoItSays(ServedTenant tenant) {
    var namespace = tenant.namespace();
    tenant.kubectl("-n", namespace, "create", "serviceaccount", "robot");
    var token = token(tenant, namespace, "robot").getStatus().getToken();
    var review = review(tenant, token, List.of());
    assertThat(review.at("/status/authenticated").asBoolean()).isTrue();
    assertThat(review.at("/status/user/username").asText())
        .isEqualTo("system:serviceaccount:" + namespace + ":robot");
    assertThat(review.at("/status/user/groups").toString())
        .contains("system:serviceaccounts:" + namespace);
  }

  @Test
  void aTokenForOneAudienceIsNoTokenForAnother(ServedTenant tenant) {
    var namespace = tenant.namespace();
    tenant.kubectl("-n", namespace, "create", "serviceaccount", "robot");
    var token = token(tenant, namespace, "robot", "vault").getStatus().getToken();
    assertThat(review(tenant, token, List.of("vault")).at("/status/authenticated").asBoolean())
        .isTrue();
    assertThat(review(tenant, token, List.of("bank")).at("/status/authenticated").asBoolean())
        .isFalse();
    assertThat(tenant.call(token, "GET", "/api/v1/namespaces", "").statusCode()).isEqualTo(401);
  }

  @Test
  void aTokenDiesWithItsServiceAccount(ServedTenant tenant) {
    var namespace = tenant.namespace();
    tenant.kubectl("-n", namespace, "create", "serviceaccount", "robot");
    var token = token(tenant, namespace, "robot").getStatus().getToken();
    tenant.kubectl("-n", namespace, "delete", "serviceaccount", "robot");
    Await.untilTrue(
        "the token is none any more",
        () -> !review(tenant, token, List.of()).at("/status/authenticated").asBoolean());
  }

  @Test
  void aTokenOfAPodDiesWithIt(ServedTenant tenant) {
    var namespace = tenant.namespace();
    tenant.account(namespace);
    var pod = pod(tenant, namespace, "gone");
    var shown = podToken(tenant, namespace, pod);
    // The API server remembers for ten seconds whom it let in, so this one is not shown before.
    var gone = podToken(tenant, namespace, pod);
    var stays = podToken(tenant, namespace, pod(tenant, namespace, "stays"));
    var review = review(tenant, shown, List.of());
    assertThat(review.at("/status/authenticated").asBoolean()).as(review.toString()).isTrue();
    assertThat(review.at("/status/user/extra/authentication.kubernetes.io~1pod-name/0").asText())
        .isEqualTo("gone");

    tenant.kubectl("-n", namespace, "delete", "pod", "gone");
    Await.untilTrue(
        "the token is none any more",
        () -> !review(tenant, gone, List.of()).at("/status/authenticated").asBoolean());
    assertThat(tenant.call(gone, "GET", "/apis", "").statusCode()).isEqualTo(401);
    assertThat(tenant.call(stays, "GET", "/apis", "").statusCode()).isEqualTo(200);
  }

  @Test
  void tokensCanBeCheckedByOthers(ServedTenant tenant) throws Exception {
    var namespace = tenant.namespace();
    tenant.kubectl("-n", namespace, "create", "serviceaccount", "robot");
    var token = token(tenant, namespace, "robot").getStatus().getToken();
    var claims =
        WireFormat.mapper()
            .readTree(new String(Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]), UTF_8));
    var published = tenant.raw("/.well-known/openid-configuration");
    assertThat(published.path("issuer").asText()).isEqualTo(claims.path("iss").asText());
    assertThat(tenant.raw("/openid/v1/jwks").path("keys")).isNotEmpty();
  }

  @Test
  void questionsAboutRightsAreAnswered(ServedTenant tenant) {
    var namespace = tenant.namespace();
    reader(tenant, namespace);
    var who = "--as=system:serviceaccount:" + namespace + ":reader";
    assertThat(tenant.kubectl("auth", "can-i", "get", "configmaps", "-n", namespace, who))
        .startsWith("yes");
    assertThat(tenant.reading("", "auth", "can-i", "get", "secrets", "-n", namespace, who).out())
        .startsWith("no");
  }

  private static String reader(ServedTenant tenant, String namespace) {
    tenant.kubectl("-n", namespace, "create", "serviceaccount", "reader");
    tenant.kubectl(
        "-n", namespace, "create", "role", "reader", "--verb=get,list", "--resource=configmaps");
    tenant.kubectl(
        "-n",
        namespace,
        "create",
        "rolebinding",
        "reader",
        "--role=reader",
        "--serviceaccount=" + namespace + ":reader");
    awaitMay(tenant, namespace, "reader", "list", "configmaps");
    return token(tenant, namespace, "reader").getStatus().getToken();
  }

  /** Rights are in force a moment after they are stored. */
  private static void awaitMay(
      ServedTenant tenant, String namespace, String account, String verb, String kind) {
    var who = "--as=system:serviceaccount:%s:%s".formatted(namespace, account);
    Await.untilTrue(
        account + " may " + verb + " " + kind,
        () -> tenant.reading("", "auth", "can-i", verb, kind, "-n", namespace, who).exit() == 0);
  }

  private static TokenRequest token(
      ServedTenant tenant, String namespace, String account, String... audiences) {
    return tenant
        .admin()
        .serviceAccounts()
        .inNamespace(namespace)
        .withName(account)
        .tokenRequest(
            new TokenRequestBuilder()
                .withNewSpec()
                .withAudiences(audiences)
                .withExpirationSeconds(600L)
                .endSpec()
                .build());
  }

  private static Pod pod(ServedTenant tenant, String namespace, String name) {
    tenant.kubectl("-n", namespace, "run", name, "--image=registry.example/app:1");
    return tenant.admin().pods().inNamespace(namespace).withName(name).require();
  }

  /** What kubelet asks for when it fills the volume of a pod's token. */
  private static String podToken(ServedTenant tenant, String namespace, Pod pod) {
    var meta = pod.getMetadata();
    return tenant
        .admin()
        .serviceAccounts()
        .inNamespace(namespace)
        .withName("default")
        .tokenRequest(
            new TokenRequestBuilder()
                .withNewSpec()
                .withExpirationSeconds(600L)
                .withNewBoundObjectRef("v1", "Pod", meta.getName(), meta.getUid())
                .endSpec()
                .build())
        .getStatus()
        .getToken();
  }

  private static JsonNode review(ServedTenant tenant, String token, List<String> audiences) {
    var answer =
        tenant
            .admin()
            .tokenReviews()
            .create(
                new TokenReviewBuilder()
                    .withNewSpec()
                    .withToken(token)
                    .withAudiences(audiences)
                    .endSpec()
                    .build());
    return WireFormat.mapper().valueToTree(answer);
  }
}
