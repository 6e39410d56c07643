package dev.butlerlabs.butler.teams.team;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.api.tenancy.User;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Teams and what is around them on the real API server, as people write and see it. */
final class Town {

  static final Duration PATIENCE = Duration.ofMinutes(2);

  private final TestCluster cluster;
  private final KubernetesClient client;

  Town(TestCluster cluster) {
    this.cluster = cluster;
    install(cluster);
    this.client = cluster.client(WireFormat.serialization());
  }

  static void install(TestCluster cluster) {
    cluster.installResources(
        "crds/teams.butler.butlerlabs.dev.yaml",
        "crds/users.butler.butlerlabs.dev.yaml",
        "crds/identityproviders.butler.butlerlabs.dev.yaml",
        "crds/butlerconfigs.butler.butlerlabs.dev.yaml",
        "crds/providerconfigs.butler.butlerlabs.dev.yaml",
        "crds/clustercreationpolicies.butler.butlerlabs.dev.yaml",
        "crds/tenantclusters.butler.butlerlabs.dev.yaml");
  }

  KubernetesClient client() {
    return client;
  }

  /** A name that no other test has. */
  String name(String purpose) {
    return purpose + "-" + cluster.namespace();
  }

  void team(String name, String spec) {
    write("Team", "{name: %s}".formatted(name), spec, cluster.namespace());
  }

  void user(String name, String spec) {
    write("User", "{name: %s}".formatted(name), spec, cluster.namespace());
  }

  void order(String team, String name, String spec) {
    write("TenantCluster", "{name: %s, namespace: %s}".formatted(name, team), spec, team);
  }

  void orderIn(String environment, String team, String name) {
    var labels = "{butler.butlerlabs.dev/environment: %s}".formatted(environment);
    var meta = "{name: %s, namespace: %s, labels: %s}".formatted(name, team, labels);
    write("TenantCluster", meta, "{}", team);
  }

  /** An infrastructure, so that orders may go on. */
  void lab(String namespace) {
    write("ProviderConfig", "{name: lab}", "{provider: local}", namespace);
  }

  private void write(String kind, String meta, String spec, String namespace) {
    cluster
        .kubectlReading(
            """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: %s
            metadata: %s
            spec: %s
            """
                .formatted(kind, meta, spec),
            "apply",
            "-f",
            "-",
            "-n",
            namespace)
        .requireSuccess();
  }

  void namespace(String name, Map<String, String> labels) {
    client
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .build())
        .create();
  }

  /** The namespace with a cluster's parts, as whoever makes clusters would make it. */
  void parts(String team, String order, String namespace) {
    namespace(
        namespace,
        Map.of(
            "butler.butlerlabs.dev/source-namespace", team,
            "butler.butlerlabs.dev/source-name", order));
    cluster
        .kubectl(
            "patch",
            "tenantcluster",
            order,
            "-n",
            team,
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"tenantNamespace\":\"%s\"}}".formatted(namespace))
        .requireSuccess();
  }

  Resource<Team> team(String name) {
    return client.resources(Team.class).withName(name);
  }

  Resource<TenantCluster> order(String team, String name) {
    return client.resources(TenantCluster.class).inNamespace(team).withName(name);
  }

  Resource<Namespace> namespace(String name) {
    return client.namespaces().withName(name);
  }

  Resource<User> user(String name) {
    return client.resources(User.class).withName(name);
  }

  Optional<Condition> condition(String team, String type) {
    return Optional.ofNullable(team(team).get())
        .map(Team::getStatus)
        .flatMap(status -> new Conditions(status.conditions()).find(type));
  }

  void awaitReason(String team, String type, String reason) {
    Await.untilTrue(
        "%s of %s is %s, not %s".formatted(type, team, reason, condition(team, type)),
        PATIENCE,
        () -> condition(team, type).filter(one -> one.reason().equals(reason)).isPresent());
  }

  void awaitGone(Resource<?> object) {
    Await.untilTrue("it is gone", PATIENCE, () -> object.get() == null);
  }

  /**
   * As {@code kubectl auth can-i --as} asks.
   *
   * @param what such as {@code secrets}, {@code secrets/web} or {@code teams.butler.butlerlabs.dev}
   */
  boolean may(String user, String verb, String what, String namespace) {
    var named = what.split("/", -1);
    var dot = named[0].indexOf('.');
    var review =
        new SubjectAccessReviewBuilder()
            .withNewSpec()
            .withUser(user)
            .withNewResourceAttributes()
            .withGroup(dot < 0 ? "" : named[0].substring(dot + 1))
            .withResource(dot < 0 ? named[0] : named[0].substring(0, dot))
            .withName(named.length > 1 ? named[1] : "")
            .withVerb(verb)
            .withNamespace(namespace)
            .endResourceAttributes()
            .endSpec()
            .build();
    return client
        .authorization()
        .v1()
        .subjectAccessReview()
        .create(review)
        .getStatus()
        .getAllowed();
  }

  void awaitMay(boolean wanted, String user, String verb, String what, String namespace) {
    Await.untilTrue(
        "%s may %s%s %s in %s".formatted(user, wanted ? "" : "not ", verb, what, namespace),
        PATIENCE,
        () -> may(user, verb, what, namespace) == wanted);
  }
}
