package dev.butlerlabs.butler.ipam.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The whole way by watches alone: the clock stands still, so no timer helps. */
@OnRealApiServer
class WatchedTenantIT {

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();

  @Test
  @DisplayName("point 17: a Service in the tenant leads to a claim at once, without a poll")
  void point17_serviceLeadsToAClaimWithoutAPoll(TestCluster cluster) throws InterruptedException {
    var estate = Estate.in(cluster);
    var client = cluster.client(WireFormat.serialization());
    try (var process = new ByHand(client, estate, timeline);
        var engine = engine(client)) {
      engine.add(
          "demand",
          process.reconciler().watches(process.news()),
          process.reconciler(),
          ControllerSettings.DEFAULT);
      engine.start();
      assertThat(engine.awaitSynced(Duration.ofMinutes(2))).isTrue();
      estate.provider("poolRefs: [{name: a}], loadBalancer: {allocationMode: elastic}");
      estate.pool("a", "10.40.0.0/24", 254, 254);
      estate.order("shop", "addons: {ingress: {enabled: false}}");
      Await.untilTrue("it is ready without a claim", () -> ready(estate));
      estate.reach("shop", cluster.kubeconfig());
      Await.untilTrue(
          "the tenant is seen",
          () -> estate.condition("shop", "LoadBalancerCapacity").reason().equals("Sufficient"));

      estate.service("web");

      Await.untilTrue("addresses are asked for", () -> estate.all().size() == 1);
      var claim = estate.all().getFirst();
      assertThat(Estate.words(claim)).isEqualTo("lb a 2");
      bound(estate, claim);
      Await.untilTrue(
          "they are there",
          () -> estate.condition("shop", "LoadBalancerCapacity").message().startsWith("2 addr"));
    }
  }

  private static void bound(Estate estate, IPAllocation claim) {
    estate.bind(claim, "10.40.0.2/31");
  }

  private static boolean ready(Estate estate) {
    var status = estate.cluster("shop").getStatus();
    return status != null && !status.conditions().isEmpty();
  }

  private Engine engine(KubernetesClient client) {
    return new Engine(
        new Engine.Parts(
            client,
            timeline,
            Leadership.always(),
            new PatchedFinalizers(client),
            new SimpleMeterRegistry(),
            new Random(1)));
  }
}
