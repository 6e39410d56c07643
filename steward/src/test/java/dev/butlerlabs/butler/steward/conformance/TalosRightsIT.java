package dev.butlerlabs.butler.steward.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.steward.inside.AddOnReconciler;
import dev.butlerlabs.butler.steward.plane.OneTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What nodes of a real tenant may while Talos workers are wanted there. */
@OnRealApiServer
@ExtendWith(OneTenant.class)
class TalosRightsIT {

  private static final String ROLE = "clusterrole/steward:node-endpointslice-reader";

  @Test
  void nodesFindApiServersWhileTalosWorkersAreWantedAndNoLonger(
      TestCluster cluster, ServedTenant tenant) {
    assertThat(nodesMayLook(tenant)).isEqualTo("no");
    try (var landlord = new Landlord(cluster);
        var addOns = reconciler(landlord)) {
      landlord.order(tenant, "{workerBootstrap: {provider: talos}}");
      landlord.start(addOns.watches(), addOns);
      landlord
          .await()
          .until(
              "installed",
              landlord.plane(),
              plane ->
                  new Conditions(Objects.requireNonNull(plane.getStatus()).conditions())
                      .holds("AddonsInstalled"));
      Await.untilTrue("nodes may look", () -> nodesMayLook(tenant).equals("yes"));

      landlord.edit("{\"spec\": {\"addons\": null}}");
      landlord
          .await()
          .until(
              "nothing is told any more",
              landlord.plane(),
              plane ->
                  new Conditions(Objects.requireNonNull(plane.getStatus()).conditions())
                      .find("AddonsInstalled")
                      .isEmpty());
      Await.untilTrue("nodes may no more", () -> nodesMayLook(tenant).equals("no"));
      assertThat(tenant.reading("", "get", ROLE).exit()).isNotZero();
    }
  }

  private static String nodesMayLook(ServedTenant tenant) {
    return tenant
        .reading(
            "",
            "auth",
            "can-i",
            "watch",
            "endpointslices.discovery.k8s.io",
            "--as=system:node:worker",
            "--as-group=system:nodes")
        .out()
        .strip();
  }

  private static AddOnReconciler reconciler(Landlord landlord) {
    return new AddOnReconciler(
        landlord.client,
        landlord.timeline,
        landlord.tenants,
        ClientSettings.named("steward-test").withCallTimeout(Duration.ofSeconds(5)),
        "super-admin.conf");
  }
}
