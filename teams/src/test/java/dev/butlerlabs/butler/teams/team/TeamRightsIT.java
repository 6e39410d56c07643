package dev.butlerlabs.butler.teams.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.tenancy.TeamStatus;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.Edit;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who may do what in a team's namespaces, with the real engine. */
@OnRealApiServer
class TeamRightsIT {

  private static final String ORDERS = "tenantclusters.butler.butlerlabs.dev";
  private static final String LOGIN = "secrets/web-admin-kubeconfig";
  private static final String THREE =
      "{access: {users: [{name: ada@x.org, role: admin}, {name: Bob@x.org, role: operator},"
          + " {name: eve@x.org}]}}";

  private RunningTown running;
  private Town town;

  @BeforeEach
  void start(TestCluster cluster) throws InterruptedException {
    running = new RunningTown(cluster);
    town = running.town();
  }

  @AfterEach
  void stop() {
    running.close();
  }

  /** H31: what Butler makes keeps strangers out and pods away. */
  @Test
  void teamGetsANamespaceThatHoldsOrdersAndNothingElse() {
    var shop = town.name("shop");

    town.team(shop, THREE);
    town.awaitReason(shop, "Ready", "Ready");

    var namespace = town.namespace(shop).require();
    assertThat(namespace.getMetadata().getLabels())
        .containsEntry("app.kubernetes.io/managed-by", "butler")
        .containsEntry("butler.butlerlabs.dev/team", shop)
        .containsEntry("pod-security.kubernetes.io/enforce", "restricted");
    var policies = town.client().network().v1().networkPolicies().inNamespace(shop).list();
    assertThat(policies.getItems())
        .singleElement()
        .satisfies(
            policy -> {
              assertThat(policy.getSpec().getPolicyTypes()).containsExactly("Ingress", "Egress");
              assertThat(policy.getSpec().getIngress()).isEmpty();
              assertThat(policy.getSpec().getEgress()).isEmpty();
            });
    assertThat(town.client().resourceQuotas().inNamespace(shop).list().getItems())
        .singleElement()
        .satisfies(
            quota ->
                assertThat(quota.getSpec().getHard()).containsEntry("pods", new Quantity("0")));
    var status = Objects.requireNonNull(town.team(shop).require().getStatus());
    assertThat(status.phase()).isEqualTo(TeamStatus.Phase.READY);
    assertThat(status.namespace()).isEqualTo(shop);
    assertThat(status.memberCount()).isEqualTo(3);
  }

  /** H1, and tests 11 and 12 of the specification. */
  @Test
  void rolesReachAsFarAsTheySayAndChangesCountAtOnce() {
    var shop = town.name("rights");
    var parts = town.name("web-parts");
    town.team(shop, THREE);
    town.awaitReason(shop, "Ready", "Ready");
    town.order(shop, "web", "{}");
    town.parts(shop, "web", parts);
    town.awaitMay(true, "ada@x.org", "get", LOGIN, parts);
    town.awaitMay(true, "eve@x.org", "list", "pods", parts);

    town.awaitMay(true, "ada@x.org", "create", ORDERS, shop);
    town.awaitMay(true, "ada@x.org", "get", "secrets", shop);
    town.awaitMay(true, "bob@x.org", "create", ORDERS, shop);
    town.awaitMay(true, "Bob@x.org", "delete", ORDERS, shop);
    town.awaitMay(true, "eve@x.org", "list", ORDERS, shop);
    town.awaitMay(true, "bob@x.org", "list", "configmaps", shop);
    assertThat(
            List.of(
                town.may("eve@x.org", "create", ORDERS, shop),
                town.may("eve@x.org", "get", "secrets", shop),
                town.may("eve@x.org", "get", LOGIN, parts),
                town.may("ada@x.org", "get", "secrets/web-nutanix-creds", parts),
                town.may("ada@x.org", "list", "secrets", parts),
                town.may("eve@x.org", "list", "secrets", parts),
                town.may("bob@x.org", "get", "secrets", shop),
                town.may("bob@x.org", "get", LOGIN, parts),
                town.may("bob@x.org", "create", "rolebindings.rbac.authorization.k8s.io", shop),
                town.may("ada@x.org", "delete", LOGIN, parts),
                town.may("ada@x.org", "get", "secrets", "kube-system"),
                town.may("mal@x.org", "list", ORDERS, shop)))
        .doesNotContain(true);

    town.team(
        shop,
        "{access: {users: [{name: bob@x.org, role: viewer}, {name: eve@x.org, role: admin}]}}");

    town.awaitMay(false, "ada@x.org", "get", LOGIN, parts);
    town.awaitMay(false, "ada@x.org", "list", ORDERS, shop);
    town.awaitMay(false, "bob@x.org", "create", ORDERS, shop);
    town.awaitMay(true, "eve@x.org", "get", LOGIN, parts);
    town.awaitMay(true, "bob@x.org", "list", ORDERS, shop);
    // H36: a changed role breaks nothing.
    town.awaitReason(shop, "Ready", "Ready");

    town.user(town.name("eve"), "{email: Eve@x.org, disabled: true}");

    town.awaitMay(false, "eve@x.org", "get", LOGIN, parts);
    town.user(town.name("eve")).delete();
    town.awaitMay(true, "eve@x.org", "get", LOGIN, parts);
  }

  @Test
  void bindingThatSomebodyChangesComesBack() {
    var shop = town.name("repair");
    town.team(shop, THREE);
    town.awaitReason(shop, "Ready", "Ready");
    var binding =
        town.client().rbac().roleBindings().inNamespace(shop).withName("butler-team-viewer");
    var before = binding.require().getMetadata().getUid();

    binding.edit(
        Edit.atAnyVersion(
            one ->
                new RoleBindingBuilder(one)
                    .addNewSubject()
                    .withApiGroup("rbac.authorization.k8s.io")
                    .withKind("User")
                    .withName("mal@x.org")
                    .endSubject()
                    .build()));
    Await.untilTrue(
        "the stranger is out again",
        Town.PATIENCE,
        () ->
            binding.require().getSubjects().stream()
                .noneMatch(one -> one.getName().startsWith("mal")));
    binding.delete();
    Await.untilTrue(
        "the binding is back",
        Town.PATIENCE,
        () -> {
          var now = binding.get();
          return now != null && !now.getMetadata().getUid().equals(before);
        });

    town.awaitMay(true, "eve@x.org", "list", ORDERS, shop);
  }

  /** H34: names that are alike but for a dot are two people, and each has what is theirs. */
  @Test
  void peopleOfSimilarNamesAreNotMixedUp() {
    var shop = town.name("alike");
    town.team(
        shop,
        "{access: {users: [{name: a.b@x.org, role: admin}, {name: a-b@x.org, role: viewer}]}}");
    town.awaitReason(shop, "Ready", "Ready");

    town.awaitMay(true, "a.b@x.org", "create", ORDERS, shop);
    town.awaitMay(true, "a-b@x.org", "list", ORDERS, shop);
    assertThat(town.may("a-b@x.org", "create", ORDERS, shop)).isFalse();

    town.team(shop, "{access: {users: [{name: a-b@x.org, role: viewer}]}}");

    town.awaitMay(false, "a.b@x.org", "list", ORDERS, shop);
    assertThat(town.may("a-b@x.org", "list", ORDERS, shop)).isTrue();
  }
}
