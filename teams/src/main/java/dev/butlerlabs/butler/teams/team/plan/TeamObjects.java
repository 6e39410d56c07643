package dev.butlerlabs.butler.teams.team.plan;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.Role;
import dev.butlerlabs.butler.teams.team.plan.Observation.TenantPlace;
import dev.butlerlabs.butler.teams.team.plan.Roles.Place;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.api.model.rbac.SubjectBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The objects a team is made of.
 *
 * @param uid of the Team, which stands on everything made for it
 */
record TeamObjects(String team, String uid) {

  /** Names the UID of the Team an object was made for. */
  static final String OWNER = "butler.butlerlabs.dev/owner-uid";

  private static final String RBAC = "rbac.authorization.k8s.io";

  /** Where its orders live. */
  Namespace namespace() {
    return place().made("clusters that team " + team + " orders");
  }

  private OrderPlace place() {
    return new OrderPlace(team, labels());
  }

  /** What stands in the namespace besides orders. */
  List<HasMetadata> inside(Members members) {
    var all = new ArrayList<HasMetadata>(bindings(Place.TEAM, team, members));
    all.addAll(place().walls());
    return all;
  }

  /**
   * Lets members ask for ways into clusters. It goes with the Team, which is of the cluster too.
   */
  ClusterRoleBinding asking(Members members) {
    return new ClusterRoleBindingBuilder()
        .withNewMetadata()
        .withName(Roles.ASK + "-" + team)
        .withLabels(labels())
        .addNewOwnerReference()
        .withApiVersion("butler.butlerlabs.dev/v1alpha1")
        .withKind("Team")
        .withName(team)
        .withUid(uid)
        .endOwnerReference()
        .endMetadata()
        .withNewRoleRef(RBAC, "ClusterRole", Roles.ASK)
        .withSubjects(subjects(members))
        .build();
  }

  /** The rights in the namespace with the parts of a cluster. */
  List<HasMetadata> inTenant(TenantPlace place, Members members) {
    var all = new ArrayList<HasMetadata>(bindings(Place.TENANT, place.namespace(), members));
    all.addAll(
        granted(
            meta(place.namespace(), Roles.KUBECONFIG),
            Roles.kubeconfig(place.cluster()),
            subjects(Role.ADMIN, members)));
    return all;
  }

  /**
   * The right to work on the clusters of one environment, for those who may not on others.
   *
   * @param clusters at least one
   */
  List<HasMetadata> inEnvironment(String environment, List<String> clusters, Members raised) {
    return granted(
        meta(team, Roles.ENVIRONMENT + environment), Roles.working(clusters), subjects(raised));
  }

  private static List<HasMetadata> granted(
      ObjectMeta meta, PolicyRule rule, List<Subject> subjects) {
    return List.of(
        new RoleBuilder().withMetadata(meta).withRules(rule).build(),
        new RoleBindingBuilder()
            .withMetadata(meta)
            .withNewRoleRef(RBAC, "Role", meta.getName())
            .withSubjects(subjects)
            .build());
  }

  /** One for each role, also for one that nobody has. */
  private List<RoleBinding> bindings(Place place, String namespace, Members members) {
    return Arrays.stream(Role.values())
        .map(role -> binding(place.role(role), namespace, subjects(role, members)))
        .toList();
  }

  private RoleBinding binding(String role, String namespace, List<Subject> subjects) {
    return new RoleBindingBuilder()
        .withMetadata(meta(namespace, role))
        .withNewRoleRef(RBAC, "ClusterRole", role)
        .withSubjects(subjects)
        .build();
  }

  private static List<Subject> subjects(Members members) {
    return Arrays.stream(Role.values()).flatMap(role -> subjects(role, members).stream()).toList();
  }

  private static List<Subject> subjects(Role role, Members members) {
    return Stream.concat(
            Members.having(members.users(), role).stream().map(name -> subject("User", name)),
            Members.having(members.groups(), role).stream().map(name -> subject("Group", name)))
        .toList();
  }

  private static Subject subject(String kind, String name) {
    return new SubjectBuilder().withApiGroup(RBAC).withKind(kind).withName(name).build();
  }

  private ObjectMeta meta(String namespace, String name) {
    return new ObjectMetaBuilder()
        .withNamespace(namespace)
        .withName(name)
        .withLabels(labels())
        .build();
  }

  private Map<String, String> labels() {
    return Map.of(
        Labels.MANAGED_BY,
        Labels.MANAGED_BY_BUTLER,
        Labels.TEAM,
        team,
        Roles.APPLIED_BY,
        Roles.TEAMS,
        OWNER,
        uid);
  }
}
