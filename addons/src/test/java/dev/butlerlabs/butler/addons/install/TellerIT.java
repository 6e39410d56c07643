package dev.butlerlabs.butler.addons.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.install.plan.AddonReport;
import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.install.plan.Stage;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.write.EventQueue;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is told of an addon, while others write into it. */
@OnRealApiServer
class TellerIT {

  @Test
  void editThatCameBetweenIsToldAsObservedAlsoWhenAllElseIsTheSame(TestCluster cluster) {
    cluster.installResources("crds/tenantaddons.butler.butlerlabs.dev.yaml");
    var client = cluster.client(WireFormat.serialization());
    var timeline = SteppedTimeline.atNewYear();
    var events = new Events(client, "test", "test", timeline);
    var later = new EventQueue(events, Runnable::run, new SimpleMeterRegistry(), 1);
    var teller = new Teller(new Teller.Parts(client, events, later, timeline), TenantStatus.FIELDS);
    var order =
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: shop}
        spec: {clusterRef: {name: web}, addon: some, driftPolicy: %s}
        """;
    var addon =
        client.resources(TenantAddon.class).inNamespace(cluster.namespace()).withName("shop");
    cluster.kubectlReading(order.formatted("Report"), "apply", "-f", "-").requireSuccess();
    var seen = addon.require();
    cluster.kubectlReading(order.formatted("Repair"), "apply", "-f", "-").requireSuccess();

    tell(teller, seen, timeline);
    tell(teller, addon.require(), timeline);

    var now = addon.require();
    assertThat(now.getMetadata().getGeneration()).isEqualTo(2);
    assertThat(now.getStatus()).isNotNull();
    assertThat(now.getStatus().observedGeneration()).isEqualTo(2);
  }

  private static void tell(Teller teller, TenantAddon seen, SteppedTimeline timeline) {
    var verdict = Verdict.no(AddonReport.READY, "Waiting", "it waits");
    var report =
        new AddonReport(
            Stage.PENDING, "it waits", List.of(verdict), Facts.none(), Optional.empty());
    var before = TenantStatus.read(seen, timeline.instant());
    teller.tell(seen, report, before, TenantStatus.write(report, before, timeline.instant()));
  }
}
