package dev.butlerlabs.butler.ipam.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.ipam.infrastructure.InfrastructureReconciler;
import dev.butlerlabs.butler.ipam.infrastructure.Machines;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A Service of the management cluster with an address out of a tenants' range. */
@OnRealApiServer
class ForeignUseIT {

  private final SteppedTimeline timeline = Lab.today();
  private TestCluster cluster;
  private Lab lab;
  private Onlooker onlooker;

  @BeforeEach
  void prepare(TestCluster given) {
    cluster = given;
    lab = Lab.in(given);
    onlooker = Onlooker.of(given, lab);
    lab.tenant("t", "{}");
  }

  @Test
  @DisplayName("point 8: an address somebody else uses is not given out, and a conflict if it was")
  void point8_foreignUseIsNotGivenOutAndAConflictWhereItWas() {
    lab.pool("p", "{cidr: 10.45.0.0/29}");
    service("console", "10.45.0.1");
    try (var engine = engine()) {
      engine.start();
      onlooker.pool(
          "p",
          "the use is kept back",
          pool -> pool.getStatus() != null && Objects.equals(pool.getStatus().availableIPs(), 5));
      lab.claim("a", "p", "t", "type: nodes, count: 1");
      lab.claim(
          "b",
          "p",
          "t",
          "type: nodes, pinnedRange: {startAddress: 10.45.0.1, endAddress: 10.45.0.1}");
      onlooker.phase("a", Phase.ALLOCATED);
      onlooker.phase("b", Phase.FAILED);
      assertThat(lab.status("a").startAddress()).isEqualTo("10.45.0.2");
      assertThat(onlooker.told("b"))
          .startsWith(
              "PinnedConflict: 10.45.0.1 is in use by Service %s/console"
                  .formatted(lab.namespace()));

      service("late", "10.45.0.2");
      assertThat(onlooker.condition("p", "AddressConflict", true).message())
          .contains(
              "10.45.0.2/32 is held by IPAllocation %1$s/a of TenantCluster %1$s/t and is in use by"
                      .formatted(lab.namespace())
                  + " Service %s/late".formatted(lab.namespace()));
      assertThat(lab.status("a").phase()).as("nobody loses it").isEqualTo(Phase.ALLOCATED);
      lab.client().services().inNamespace(lab.namespace()).withName("late").delete();
      onlooker.condition("p", "AddressConflict", false);
    }
  }

  private void service(String name, String address) {
    cluster
        .kubectlReading(
            "{apiVersion: v1, kind: Service, metadata: {name: %s}, spec: {type: LoadBalancer, ports: [{port: 80}]}}"
                .formatted(name),
            "apply",
            "-f",
            "-")
        .requireSuccess();
    var status =
        "{\"status\":{\"loadBalancer\":{\"ingress\":[{\"ip\":\"%s\"}]}}}".formatted(address);
    cluster
        .kubectl("patch", "service", name, "--subresource=status", "--type=merge", "-p", status)
        .requireSuccess();
  }

  private Engine engine() {
    var meters = new SimpleMeterRegistry();
    var client = lab.client();
    var engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                meters,
                new Random(1)));
    AddressControllers.usual(client, lab.scope(), timeline, meters, "test").addTo(engine);
    var machines = new Machines();
    engine.add("machines", machines.watches(), machines, ControllerSettings.DEFAULT);
    var infrastructure = new InfrastructureReconciler(client, timeline, machines);
    return engine.add(
        "infrastructure", infrastructure.watches(), infrastructure, ControllerSettings.DEFAULT);
  }
}
