package dev.butlerlabs.butler.teams.team.plan;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.clusters.AdminKubeconfig;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.Role;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What members may do, as ClusterRoles of Butler's own. Only admins read Secrets of their team, and
 * of a cluster's parts nothing but its kubeconfig: the platform's own passwords lie beside it. The
 * manager must have every right that stands here, or Kubernetes does not let it hand the right out.
 */
public final class Roles {

  /** Marks what this feature applied. */
  public static final String APPLIED_BY = "butler.butlerlabs.dev/applied-by";

  /** The value of {@link #APPLIED_BY}: the feature's field manager. */
  public static final String TEAMS = "butler-teams";

  /** The Role, where the parts of a cluster are, by which its kubeconfig is read. */
  public static final String KUBECONFIG = "butler-kubeconfig";

  /** The ClusterRole by which members ask for a way into a cluster; asking gives nothing yet. */
  public static final String ASK = "butler-tenant-access";

  /** How Roles for those are called who may work in one environment of a team only. */
  public static final String ENVIRONMENT = "butler-environment-";

  private static final List<String> LOOK = List.of("get", "list", "watch");
  private static final List<String> CHANGE = List.of("create", "update", "patch", "delete");

  /** The manager itself may not update Secrets; it patches them, as kubectl apply and edit do. */
  private static final List<String> KEEP = List.of("create", "patch", "delete");

  private static final List<String> ORDERS =
      List.of("tenantclusters", "tenantaddons", "workspaces");

  /** In which sort of namespace a role holds. */
  public enum Place {
    /** Where a team orders. */
    TEAM,

    /** Where the parts of one cluster are. */
    TENANT;

    /** {@code butler-team-viewer}. */
    public String role(Role role) {
      return "butler-%s-%s"
          .formatted(name().toLowerCase(Locale.ROOT), role.name().toLowerCase(Locale.ROOT));
    }
  }

  private Roles() {}

  public static List<ClusterRole> all() {
    return Stream.concat(
            Arrays.stream(Place.values())
                .flatMap(place -> Arrays.stream(Role.values()).map(role -> of(place, role))),
            Stream.of(named(ASK, ask())))
        .toList();
  }

  private static ClusterRole of(Place place, Role role) {
    return named(
        place.role(role),
        switch (place) {
          case TEAM -> team(role);
          case TENANT -> tenant();
        });
  }

  private static ClusterRole named(String name, List<PolicyRule> rules) {
    return new ClusterRoleBuilder()
        .withNewMetadata()
        .withName(name)
        .withLabels(Map.of(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER, APPLIED_BY, TEAMS))
        .endMetadata()
        .withRules(rules)
        .build();
  }

  /** Requests have no namespace, and rights to make them cannot be narrowed to one signer. */
  private static List<PolicyRule> ask() {
    return List.of(
        rule(
            "certificates.k8s.io",
            List.of("certificatesigningrequests"),
            List.of("create", "get", "watch")));
  }

  private static List<PolicyRule> team(Role role) {
    var rules = new ArrayList<PolicyRule>();
    rules.add(rule("butler.butlerlabs.dev", ORDERS, LOOK));
    rules.add(rule("butler.butlerlabs.dev", List.of("imagesyncs"), LOOK));
    rules.add(rule("", List.of("events"), LOOK));
    if (role != Role.VIEWER) {
      rules.add(rule("butler.butlerlabs.dev", ORDERS, CHANGE));
      // Deleted clusters are had back from their records; nothing secret is in ConfigMaps there.
      rules.add(rule("", List.of("configmaps"), LOOK));
    }
    if (role == Role.ADMIN) {
      rules.add(rule("", List.of("secrets"), LOOK));
      rules.add(rule("", List.of("secrets"), KEEP));
    }
    return rules;
  }

  private static List<PolicyRule> tenant() {
    var rules = new ArrayList<PolicyRule>();
    rules.add(
        rule(
            "cluster.x-k8s.io",
            List.of("clusters", "machines", "machinedeployments", "machinesets"),
            LOOK));
    rules.add(rule("controlplane.cluster.x-k8s.io", List.of("stewardcontrolplanes"), LOOK));
    rules.add(rule("steward.butlerlabs.dev", List.of("tenantcontrolplanes"), LOOK));
    rules.add(rule("", List.of("events", "pods", "services"), LOOK));
    return rules;
  }

  /** To get the administrator's kubeconfig of one cluster. */
  static PolicyRule kubeconfig(String cluster) {
    return new PolicyRuleBuilder()
        .withApiGroups("")
        .withResources("secrets")
        .withResourceNames(AdminKubeconfig.secrets(cluster))
        .withVerbs("get")
        .build();
  }

  /**
   * To work on these clusters. Kubernetes cannot narrow creating to names.
   *
   * @param clusters some: a rule that names none would be about all
   */
  static PolicyRule working(List<String> clusters) {
    return new PolicyRuleBuilder()
        .withApiGroups("butler.butlerlabs.dev")
        .withResources("tenantclusters")
        .withResourceNames(clusters)
        .withVerbs("get", "update", "patch", "delete")
        .build();
  }

  private static PolicyRule rule(String group, List<String> resources, List<String> verbs) {
    return new PolicyRuleBuilder()
        .withApiGroups(group)
        .withResources(resources)
        .withVerbs(verbs)
        .build();
  }
}
