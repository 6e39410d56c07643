package dev.butlerlabs.butler.tenants.access;

import dev.butlerlabs.butler.api.clusters.AdminKubeconfig;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.tenants.access.plan.AccessRole;
import dev.butlerlabs.butler.tenants.access.plan.Ask;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * Whether somebody's rights in the management cluster reach as far as a role inside a tenant: who
 * sees the order may look, who changes it may work, and who reads the administrator's kubeconfig
 * among its parts may do everything.
 */
record Rights(KubernetesClient client) {

  Answer<Boolean> reach(Ask ask, AccessRole role, String partsIn) {
    var review =
        new SubjectAccessReviewBuilder()
            .withNewSpec()
            .withUser(ask.user())
            .withGroups(ask.groups())
            .withResourceAttributes(needed(ask.cluster(), role, partsIn))
            .endSpec()
            .build();
    return Asking.ask(
            new Attempt("ask about the rights of", "user", ObjectKey.cluster(ask.user())),
            () -> client.authorization().v1().subjectAccessReview().create(review))
        .map(
            said -> said.getStatus() != null && Boolean.TRUE.equals(said.getStatus().getAllowed()));
  }

  private static ResourceAttributes needed(ObjectKey cluster, AccessRole role, String partsIn) {
    return switch (role) {
      case VIEWER -> order(cluster, "get");
      case OPERATOR -> order(cluster, "update");
      case ADMIN ->
          new ResourceAttributesBuilder()
              .withNamespace(partsIn)
              .withResource("secrets")
              .withName(AdminKubeconfig.secret(cluster.name()))
              .withVerb("get")
              .build();
    };
  }

  private static ResourceAttributes order(ObjectKey cluster, String verb) {
    return new ResourceAttributesBuilder()
        .withNamespace(cluster.namespace())
        .withGroup("butler.butlerlabs.dev")
        .withResource("tenantclusters")
        .withName(cluster.name())
        .withVerb(verb)
        .build();
  }
}
