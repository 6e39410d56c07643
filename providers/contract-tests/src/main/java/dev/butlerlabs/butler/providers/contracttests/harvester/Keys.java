package dev.butlerlabs.butler.providers.contracttests.harvester;

import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Service accounts of one namespace with exactly the rights that the documentation names. */
final class Keys {

  /** The API server remembers tokens for ten seconds, and permissions until it is told. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final String MACHINES = "butler-machines";
  private static final String CLASSES = "butler-storage-classes";
  private static final String CAPACITY = "butler-capacity";

  private final KubernetesClient admin;
  private final String namespace;

  Keys(KubernetesClient admin, String namespace) {
    this.admin = admin;
    this.namespace = namespace;
  }

  /** A token of a new account. */
  String issue(String account) {
    admin
        .resource(
            new ServiceAccountBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(account)
                .endMetadata()
                .build())
        .create();
    grant(account, all());
    everywhere(account, CLASSES);
    everywhere(account, CAPACITY);
    Await.untilTrue(
        "the account may make machines",
        PATIENCE,
        () ->
            mayMake(account)
                && may(account, "storage.k8s.io", "storageclasses", "get", null)
                && may(account, "", "pods", "list", null));
    return Objects.requireNonNull(
        admin
            .serviceAccounts()
            .inNamespace(namespace)
            .withName(account)
            .tokenRequest(new TokenRequestBuilder().withNewSpec().endSpec().build())
            .getStatus()
            .getToken());
  }

  private static List<PolicyRule> all() {
    return Stream.of(MACHINES, "butler-balancers", "butler-images")
        .flatMap(role -> Page.rules(role).stream())
        .toList();
  }

  private void grant(String account, List<PolicyRule> rules) {
    allow(rules);
    admin
        .resource(
            new RoleBindingBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(account)
                .endMetadata()
                .addNewSubject()
                .withKind("ServiceAccount")
                .withName(account)
                .withNamespace(namespace)
                .endSubject()
                .withNewRoleRef("rbac.authorization.k8s.io", "Role", MACHINES)
                .build())
        .create();
  }

  private void everywhere(String account, String role) {
    admin
        .resource(
            new ClusterRoleBuilder()
                .withNewMetadata()
                .withName(role)
                .endMetadata()
                .withRules(Page.rules(role))
                .build())
        .serverSideApply();
    admin
        .resource(
            new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName(binding(account, role))
                .endMetadata()
                .addNewSubject()
                .withKind("ServiceAccount")
                .withName(account)
                .withNamespace(namespace)
                .endSubject()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                .build())
        .create();
  }

  private String binding(String account, String role) {
    return "%s-%s-%s".formatted(namespace, account, role);
  }

  /** The account may not look at hosts any more. */
  void hideHosts(String account) {
    admin.rbac().clusterRoleBindings().withName(binding(account, CAPACITY)).delete();
    Await.untilTrue(
        "looking at pods is forbidden",
        PATIENCE,
        () -> !may(account, "", "pods", "list", null) && !may(account, "", "nodes", "list", null));
  }

  private void allow(List<PolicyRule> rules) {
    admin
        .resource(
            new RoleBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(MACHINES)
                .endMetadata()
                .withRules(rules)
                .build())
        .forceConflicts()
        .serverSideApply();
  }

  /** The account is gone, and the server has forgotten its token. */
  void revoke(String account, String token) {
    admin.serviceAccounts().inNamespace(namespace).withName(account).delete();
    Await.untilTrue("the token is refused", PATIENCE, () -> !known(token));
  }

  private boolean known(String token) {
    var review = new TokenReviewBuilder().withNewSpec().withToken(token).endSpec().build();
    var status = admin.tokenReviews().create(review).getStatus();
    return Boolean.TRUE.equals(status.getAuthenticated());
  }

  /** Nobody may make machines any more. */
  void forbid(String account) {
    var left =
        all().stream()
            .map(
                rule -> {
                  if (rule.getResources().contains("virtualmachines")) {
                    rule.setVerbs(
                        rule.getVerbs().stream().filter(verb -> !verb.equals("create")).toList());
                  }
                  return rule;
                })
            .toList();
    allow(left);
    Await.untilTrue("making machines is forbidden", PATIENCE, () -> !mayMake(account));
  }

  private boolean mayMake(String account) {
    return may(account, "kubevirt.io", "virtualmachines", "create", namespace);
  }

  private boolean may(
      String account, String group, String resource, String verb, @Nullable String where) {
    var review =
        new SubjectAccessReviewBuilder()
            .withNewSpec()
            .withUser("system:serviceaccount:" + namespace + ":" + account)
            .withNewResourceAttributes()
            .withGroup(group)
            .withResource(resource)
            .withVerb(verb)
            .withNamespace(where)
            .endResourceAttributes()
            .endSpec()
            .build();
    return admin.authorization().v1().subjectAccessReview().create(review).getStatus().getAllowed();
  }
}
