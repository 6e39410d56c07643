package dev.butlerlabs.butler.teams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.ControlPlaneExposure;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.User;
import dev.butlerlabs.butler.api.tenancy.UserStatus.Membership;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Users and the ButlerConfig are told, with the real engine. */
@OnRealApiServer
class PlatformIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SystemTimeline timeline = new SystemTimeline();
  private TestCluster cluster;
  private KubernetesClient client;
  private Engine engine;

  @BeforeEach
  void start(TestCluster given) {
    cluster = given;
    cluster.installResources(
        "crds/teams.butler.butlerlabs.dev.yaml",
        "crds/users.butler.butlerlabs.dev.yaml",
        "crds/identityproviders.butler.butlerlabs.dev.yaml",
        "crds/butlerconfigs.butler.butlerlabs.dev.yaml",
        "crds/providerconfigs.butler.butlerlabs.dev.yaml",
        "crds/clustercreationpolicies.butler.butlerlabs.dev.yaml",
        "crds/tenantclusters.butler.butlerlabs.dev.yaml");
    client = cluster.client(WireFormat.serialization());
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                new SimpleMeterRegistry(),
                new Random(1)));
    TeamControllers.add(engine, client, timeline, "test");
    engine.start();
  }

  @AfterEach
  void stop() {
    client.resources(ButlerConfig.class).delete();
    client.resources(User.class).delete();
    engine.close();
    timeline.close();
  }

  /** H32: groups count for the identity provider they come from, and nobody disabled is in. */
  @Test
  void usersAreToldTheirTeams() {
    var shop = "shop-" + cluster.namespace();
    var bob = name("bob");
    write("User", bob, "{email: Bob@x.org, authType: sso, ssoProvider: company}");
    write("User", name("mal"), "{email: mal@x.org, authType: sso, ssoProvider: elsewhere}");
    seenIn(bob, "CN=Devs,OU=x");
    seenIn(name("mal"), "devs");
    write("User", name("ada"), "{email: ada@x.org}");

    write(
        "Team",
        shop,
        "{access: {users: [{name: ADA@x.org, role: admin}, {name: bob@x.org}], groups: [{name:"
            + " devs, role: operator, identityProvider: company}]}}");

    awaitTeams(name("ada"), new Membership(shop, "admin"));
    awaitTeams(bob, new Membership(shop, "operator"));
    assertThat(Objects.requireNonNull(find(bob).getStatus()).lastSeenGroups()).hasSize(1);
    assertThat(teams(name("mal"))).isEmpty();

    write("User", bob, "{email: Bob@x.org, authType: sso, ssoProvider: company, disabled: true}");
    awaitTeams(bob);

    cluster.kubectl("delete", "team", shop).requireSuccess();
    awaitTeams(name("ada"));
  }

  @Test
  void configIsInForceAndItsNamespaceIsThere() {
    var lobby = "lobby-" + cluster.namespace();

    write(
        "ButlerConfig",
        "butler",
        "{multiTenancy: {mode: Optional}, defaultNamespace: %s}".formatted(lobby));
    awaitReason("butler", "Configured", "ConfigValid");

    assertThat(client.namespaces().withName(lobby).require().getMetadata().getLabels())
        .containsEntry("app.kubernetes.io/managed-by", "butler")
        .containsEntry("pod-security.kubernetes.io/enforce", "restricted");
    var policies = client.network().v1().networkPolicies().inNamespace(lobby);
    assertThat(policies.withName("butler-deny-all").require().getSpec().getPolicyTypes())
        .containsExactly("Ingress", "Egress");
    assertThat(client.resourceQuotas().inNamespace(lobby).list().getItems()).hasSize(1);
    policies.withName("butler-deny-all").delete();
    Await.untilTrue(
        "the wall is back", PATIENCE, () -> policies.withName("butler-deny-all").get() != null);
    var status = Objects.requireNonNull(config("butler").getStatus());
    assertThat(status.controlPlaneExposureMode())
        .isEqualTo(ControlPlaneExposure.Mode.LOAD_BALANCER);
    assertThat(status.tcpProxyRequired()).isFalse();
    assertThat(status.clusterCount()).isNotNull();

    client.namespaces().withName(lobby).delete();
    Await.untilTrue(
        "the namespace is back",
        PATIENCE,
        () -> {
          var now = client.namespaces().withName(lobby).get();
          return now != null && now.getMetadata().getDeletionTimestamp() == null;
        });

    write("ButlerConfig", "butler", "{multiTenancy: {mode: Enforced}}");
    awaitReason("butler", "NamespaceReady", "NotRequired");
    client.namespaces().withName(lobby).delete();
  }

  private String name(String who) {
    return who + "-" + cluster.namespace();
  }

  private void write(String kind, String name, String spec) {
    cluster
        .kubectlReading(
            """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: %s
            metadata: {name: %s}
            spec: %s
            """
                .formatted(kind, name, spec),
            "apply",
            "-f",
            "-")
        .requireSuccess();
  }

  private void seenIn(String user, String group) {
    cluster
        .kubectl(
            "patch",
            "user",
            user,
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"lastSeenGroups\":[\"%s\"]}}".formatted(group))
        .requireSuccess();
  }

  private User find(String user) {
    return client.resources(User.class).withName(user).require();
  }

  private List<Membership> teams(String user) {
    var status = find(user).getStatus();
    return status == null ? List.of() : status.teams();
  }

  private void awaitTeams(String user, Membership... wanted) {
    Await.untilTrue(
        "%s is in %s".formatted(user, List.of(wanted)),
        PATIENCE,
        () -> teams(user).equals(List.of(wanted)));
  }

  private ButlerConfig config(String name) {
    return client.resources(ButlerConfig.class).withName(name).require();
  }

  private void awaitReason(String name, String type, String reason) {
    Await.untilTrue(
        "%s of %s is %s".formatted(type, name, reason),
        PATIENCE,
        () ->
            Optional.ofNullable(config(name).getStatus())
                .flatMap(status -> new Conditions(status.conditions()).find(type))
                .map(Condition::reason)
                .filter(reason::equals)
                .isPresent());
  }
}
