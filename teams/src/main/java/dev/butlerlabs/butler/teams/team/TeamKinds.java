package dev.butlerlabs.butler.teams.team;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.api.tenancy.User;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.teams.team.plan.Roles;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;

/** What is looked at for teams: all that people write, and of other kinds what we made. */
final class TeamKinds {

  static final Kind<Team> TEAMS = Kind.of(Team.class);
  static final Kind<User> USERS = Kind.of(User.class);
  static final Kind<ButlerConfig> CONFIGS = Kind.of(ButlerConfig.class);
  static final Kind<TenantCluster> CLUSTERS = Kind.of(TenantCluster.class);
  static final Kind<Namespace> NAMESPACES = Kind.of(Namespace.class);

  /** Those with parts of clusters, by the namespace that the cluster was ordered in. */
  static final Index<Namespace> BY_TEAM = Index.byLabel(NAMESPACES, Labels.SOURCE_NAMESPACE);

  static final Kind<ClusterRole> ROLES = ours(ClusterRole.class);
  static final Kind<Role> LOCAL_ROLES = ours(Role.class);
  static final Kind<RoleBinding> BINDINGS = ours(RoleBinding.class);
  static final Kind<ClusterRoleBinding> ASKING = ours(ClusterRoleBinding.class);
  static final Kind<NetworkPolicy> POLICIES = ours(NetworkPolicy.class);
  static final Kind<ResourceQuota> QUOTAS = ours(ResourceQuota.class);

  private TeamKinds() {}

  private static <T extends HasMetadata> Kind<T> ours(Class<T> type) {
    return Kind.of(type).labelled(Roles.APPLIED_BY + "=" + Roles.TEAMS);
  }
}
