package dev.butlerlabs.butler.addons.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.install.plan.Health;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ManifestsTest {

  @Test
  void point16_everyWorkloadOfALargeReleaseIsLookedAt() {
    var workloads = Manifests.workloads(deployments(120), "shop");

    assertThat(workloads)
        .hasSize(120)
        .startsWith("Deployment shop/part-0000")
        .endsWith("Deployment shop/part-0119");
    assertThat(Health.troubles(new ReleaseKey("shop", "web"), workloads, List.of()))
        .endsWith("117 more");
  }

  @Test
  void point16_whatIsTooMuchForAStatusIsToldAsNotLookedAt() {
    var workloads = Manifests.workloads(deployments(1_003), "shop");

    assertThat(workloads)
        .hasSize(1_001)
        .endsWith("Deployment shop/part-0999", "3 more workloads, which are not looked at");
    assertThat(
            Health.troubles(
                new ReleaseKey("shop", "web"), workloads.subList(1_000, 1_001), List.of()))
        .isEmpty();
  }

  private static String deployments(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: part-%04d}\n"::formatted)
        .collect(Collectors.joining());
  }
}
