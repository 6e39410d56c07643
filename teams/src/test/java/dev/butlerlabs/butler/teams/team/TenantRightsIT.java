package dev.butlerlabs.butler.teams.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who may do what where the parts of a team's clusters are, with the real engine. */
@OnRealApiServer
class TenantRightsIT {

  private static final String LOGIN = "secrets/web-admin-kubeconfig";
  private static final String TWO =
      "{access: {users: [{name: ada@x.org, role: admin}, {name: bob@x.org, role: operator}]}}";

  private TestCluster cluster;
  private RunningTown running;
  private Town town;

  @BeforeEach
  void start(TestCluster given) throws InterruptedException {
    cluster = given;
    running = new RunningTown(cluster);
    town = running.town();
  }

  @AfterEach
  void stop() {
    running.close();
  }

  /** H1: beside the kubeconfig lies what the platform itself signs in with. */
  @Test
  void adminsReadTheKubeconfigAndNotThePlatformsPassword() {
    var shop = town.name("login");
    var parts = town.name("login-parts");
    town.team(shop, TWO);
    town.awaitReason(shop, "Ready", "Ready");
    town.order(shop, "web", "{}");
    town.parts(shop, "web", parts);
    secret(parts, "web-admin-kubeconfig");
    secret(parts, "web-nutanix-creds");

    town.awaitMay(true, "ada@x.org", "get", LOGIN, parts);
    town.awaitMay(true, "bob@x.org", "list", "pods", parts);

    assertThat(read("ada@x.org", "secret/web-admin-kubeconfig", parts)).isEmpty();
    assertThat(read("ada@x.org", "secret/web-nutanix-creds", parts)).contains("Forbidden");
    assertThat(read("ada@x.org", "secrets", parts)).contains("Forbidden");
    assertThat(read("bob@x.org", "secret/web-admin-kubeconfig", parts)).contains("Forbidden");
    assertThat(
            List.of(
                town.may("ada@x.org", "watch", "secrets", parts),
                town.may("ada@x.org", "patch", LOGIN, parts),
                town.may("ada@x.org", "create", "secrets", parts),
                town.may("ada@x.org", "patch", "roles.rbac.authorization.k8s.io", parts)))
        .doesNotContain(true);
  }

  /** H1: what is kept of a deleted cluster is no place where rights outlive a membership. */
  @Test
  void removedMembersLoseWhatIsKeptOfADeletedCluster() {
    var shop = town.name("kept");
    var parts = deleted(shop);

    town.team(shop, "{access: {users: [{name: bob@x.org, role: admin}]}}");

    town.awaitMay(true, "bob@x.org", "get", LOGIN, parts);
    town.awaitMay(false, "ada@x.org", "get", LOGIN, parts);
    assertThat(town.may("ada@x.org", "list", "pods", parts)).isFalse();
  }

  @Test
  void rightsInWhatIsKeptGoWithTheTeamAndNamesakesInheritNone() {
    var shop = town.name("heirs");
    var parts = deleted(shop);

    town.team(shop).delete();
    town.awaitGone(town.team(shop));

    town.awaitMay(false, "ada@x.org", "get", LOGIN, parts);
    town.awaitMay(false, "bob@x.org", "list", "pods", parts);
    town.awaitGone(town.namespace(shop));
    var made = Instant.parse(town.namespace(parts).require().getMetadata().getCreationTimestamp());
    Await.untilTrue(
        "times of creation differ",
        Town.PATIENCE,
        () -> Instant.now().isAfter(made.plusSeconds(1)));
    town.team(shop, "{access: {users: [{name: mal@x.org, role: admin}]}}");
    town.awaitReason(shop, "Ready", "Ready");
    town.awaitMay(true, "mal@x.org", "get", "secrets", shop);
    assertThat(town.may("mal@x.org", "get", LOGIN, parts)).isFalse();
    assertThat(town.may("mal@x.org", "list", "pods", parts)).isFalse();
  }

  /** A team whose cluster was deleted; the namespace in which it is kept. */
  private String deleted(String shop) {
    var parts = shop + "-parts";
    town.team(shop, TWO);
    town.awaitReason(shop, "Ready", "Ready");
    town.order(shop, "web", "{}");
    town.parts(shop, "web", parts);
    town.awaitMay(true, "ada@x.org", "get", LOGIN, parts);
    town.awaitMay(true, "bob@x.org", "list", "pods", parts);
    cluster
        .kubectl("label", "namespace", parts, "butler.butlerlabs.dev/kept=of-web")
        .requireSuccess();
    town.order(shop, "web").delete();
    town.awaitGone(town.order(shop, "web"));
    return parts;
  }

  private void secret(String namespace, String name) {
    var secret =
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(name)
            .endMetadata()
            .withStringData(Map.of("password", "of nobody"))
            .build();
    town.client().resource(secret).create();
  }

  /** What kubectl complains of. */
  private String read(String user, String what, String namespace) {
    return cluster
        .kubectl("get", what, "--namespace=" + namespace, "--as=" + user, "-o", "name")
        .stderr();
  }
}
