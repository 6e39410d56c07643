package dev.butlerlabs.butler.steward.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A tenant whose Services and pods have two ranges each. */
class DualStackIT {

  @Test
  void servicesAndNodesGetAddressesOfBothFamilies() throws IOException {
    var networks =
        "serviceCidr: '10.97.0.0/16,fd00:97::/112', podCidr: '10.245.0.0/16,fd00:245::/56'";
    try (var tenant = ServedTenant.inNetworks(networks)) {
      assertThat(addresses(tenant, "SingleStack")).singleElement().asString().startsWith("10.97.");
      for (var policy : List.of("PreferDualStack", "RequireDualStack")) {
        var addresses = addresses(tenant, policy);
        assertThat(addresses).as(policy).hasSize(2);
        assertThat(addresses.getFirst()).startsWith("10.97.");
        assertThat(addresses.getLast()).startsWith("fd00:97::");
      }

      var ranges = podRanges(tenant, "worker-1");
      assertThat(ranges.getFirst()).startsWith("10.245.").endsWith("/24");
      assertThat(ranges.getLast()).startsWith("fd00:245:").endsWith("/64");
      assertThat(podRanges(tenant, "worker-2")).doesNotContainAnyElementsOf(ranges);
    }
  }

  private static List<String> addresses(ServedTenant tenant, String policy) {
    var namespace = tenant.namespace();
    tenant.apply(
        """
        apiVersion: v1
        kind: Service
        metadata: {name: web, namespace: %s}
        spec: {ipFamilyPolicy: %s, selector: {app: web}, ports: [{port: 80}]}
        """
            .formatted(namespace, policy));
    var made = tenant.admin().services().inNamespace(namespace).withName("web").require();
    return made.getSpec().getClusterIPs();
  }

  private static List<String> podRanges(ServedTenant tenant, String name) {
    var nodes = tenant.admin().nodes();
    nodes
        .resource(new NodeBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
    return new Await(tenant.admin())
        .until(
            "it has ranges of both families",
            nodes.withName(name),
            node -> node.getSpec().getPodCIDRs().size() == 2)
        .getSpec()
        .getPodCIDRs();
  }
}
