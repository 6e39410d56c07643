package dev.butlerlabs.butler.teams.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Members who may do more in one environment than in the rest of their team. */
@OnRealApiServer
class EnvironmentRightsIT {

  private static final String ORDERS = "tenantclusters.butler.butlerlabs.dev";
  private static final String MEMBERS =
      "access: {users: [{name: eve@x.org}, {name: kim@x.org}, {name: bob@x.org, role: operator}]}";
  private static final String RAISED =
      "{%s, environments: [{name: dev, access: {users: [{name: eve@x.org, role: operator}]}},"
          + " {name: prod, access: {users: [{name: kim@x.org, role: admin}]}}]}";

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

  @Test
  void raisedMembersWorkInTheirEnvironmentAndNowhereElse() {
    var shop = town.name("raised");
    town.team(shop, RAISED.formatted(MEMBERS));
    town.awaitReason(shop, "Ready", "Ready");
    town.orderIn("dev", shop, "web");
    town.orderIn("prod", shop, "db");
    town.orderIn("stage", shop, "old");

    for (var verb : List.of("update", "patch", "delete")) {
      town.awaitMay(true, "eve@x.org", verb, ORDERS + "/web", shop);
      town.awaitMay(true, "kim@x.org", verb, ORDERS + "/db", shop);
      assertThat(
              List.of(
                  town.may("eve@x.org", verb, ORDERS + "/db", shop),
                  town.may("eve@x.org", verb, ORDERS + "/old", shop),
                  town.may("eve@x.org", verb, ORDERS, shop),
                  town.may("kim@x.org", verb, ORDERS + "/web", shop)))
          .doesNotContain(true);
    }
    assertThat(town.may("eve@x.org", "create", ORDERS, shop)).isFalse();
    assertThat(town.may("kim@x.org", "get", "secrets", shop)).isFalse();

    town.orderIn("dev", shop, "api");

    town.awaitMay(true, "eve@x.org", "patch", ORDERS + "/api", shop);
  }

  @Test
  void rightsInAnEnvironmentGoWithTheRaiseAndWithItsLastCluster() {
    var shop = town.name("lowered");
    town.team(shop, RAISED.formatted(MEMBERS));
    town.awaitReason(shop, "Ready", "Ready");
    town.orderIn("dev", shop, "web");
    town.orderIn("prod", shop, "db");
    town.awaitMay(true, "eve@x.org", "patch", ORDERS + "/web", shop);
    town.awaitMay(true, "kim@x.org", "patch", ORDERS + "/db", shop);
    var roles = town.client().rbac().roles().inNamespace(shop);

    town.team(shop, "{%s, environments: [{name: dev}, {name: prod}]}".formatted(MEMBERS));

    town.awaitMay(false, "eve@x.org", "patch", ORDERS + "/web", shop);
    town.awaitGone(roles.withName("butler-environment-dev"));

    town.team(shop, RAISED.formatted(MEMBERS));
    town.awaitMay(true, "kim@x.org", "patch", ORDERS + "/db", shop);
    town.order(shop, "db").delete();

    town.awaitGone(roles.withName("butler-environment-prod"));
    town.awaitMay(false, "kim@x.org", "patch", ORDERS + "/db", shop);
    assertThat(town.may("kim@x.org", "patch", ORDERS, shop)).isFalse();
    assertThat(town.may("kim@x.org", "list", ORDERS, shop)).isTrue();
  }
}
