package dev.butlerlabs.butler.tenants.access.plan;

import dev.butlerlabs.butler.api.Labels;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How far somebody gets inside a tenant. */
public enum AccessRole {
  /** Sees everything but Secrets. */
  VIEWER("butler:tenant-viewers", "view"),
  /** Runs workloads. */
  OPERATOR("butler:tenant-operators", "edit"),
  /** May do everything. */
  ADMIN("butler:tenant-admins", "cluster-admin");

  private final String group;
  private final String clusterRole;

  AccessRole(String group, String clusterRole) {
    this.group = group;
    this.clusterRole = clusterRole;
  }

  /** As people write it: {@code viewer}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The group in the certificate, which the tenant knows. */
  public String group() {
    return group;
  }

  public static Optional<AccessRole> of(String word) {
    return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
  }

  /** What the groups may do inside a tenant: Kubernetes' own roles for people. */
  public static List<ClusterRoleBinding> bindings() {
    return Arrays.stream(values()).map(AccessRole::binding).toList();
  }

  private ClusterRoleBinding binding() {
    return new ClusterRoleBindingBuilder()
        .withNewMetadata()
        .withName(group)
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER)
        .endMetadata()
        .withNewRoleRef()
        .withApiGroup("rbac.authorization.k8s.io")
        .withKind("ClusterRole")
        .withName(clusterRole)
        .endRoleRef()
        .addNewSubject()
        .withApiGroup("rbac.authorization.k8s.io")
        .withKind("Group")
        .withName(group)
        .endSubject()
        .build();
  }
}
