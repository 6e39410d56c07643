package dev.butlerlabs.butler.addons.platform;

import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Orders what a team gives its new clusters, each once in the life of a cluster. */
final class GiftOrders {

  private final KubernetesClient client;
  private final Applier applier;

  GiftOrders(KubernetesClient client, Applier applier) {
    this.client = client;
    this.applier = applier;
  }

  /**
   * What came of it.
   *
   * @param ordered all that were ever ordered, to be written down
   * @param troubles what could not be ordered now
   */
  record Result(List<String> ordered, List<Problem> troubles) {

    Result {
      ordered = List.copyOf(ordered);
      troubles = List.copyOf(troubles);
    }
  }

  /** Ordered first and written down afterwards: killed in between, it is found to be there. */
  Result order(PlatformReading seen, List<String> gifts) {
    if (gifts.isEmpty()) {
      return new Result(seen.ordered(), List.of());
    }
    // The cache may not know yet what was ordered a moment ago, and deleted since.
    var stored = stored(seen.cluster());
    if (stored.isEmpty()) {
      return new Result(seen.ordered(), List.of());
    }
    var ordered = new LinkedHashSet<>(new PlatformReading(stored.get(), seen.cache()).ordered());
    var troubles = new ArrayList<Problem>();
    for (var gift : gifts) {
      if (!ordered.contains(gift)) {
        order(seen, gift).ifPresentOrElse(troubles::add, () -> ordered.add(gift));
      }
    }
    return new Result(List.copyOf(ordered), troubles);
  }

  /** Nothing when it is gone, or another one has its name by now. */
  private Optional<TenantCluster> stored(TenantCluster cluster) {
    var all =
        client.resources(TenantCluster.class).inNamespace(cluster.getMetadata().getNamespace());
    return Asking.ask(
            Attempt.to("read", cluster),
            () -> Optional.ofNullable(all.withName(cluster.getMetadata().getName()).get()))
        .orElseThrow()
        .filter(one -> one.getMetadata().getUid().equals(cluster.getMetadata().getUid()));
  }

  /** One that somebody ordered before us is theirs, and serves as well. */
  private Optional<Problem> order(PlatformReading seen, String gift) {
    if (seen.has(gift)) {
      return Optional.empty();
    }
    var wanted = GivenAddon.of(seen.cluster(), gift, null, Map.of());
    return switch (applier.apply(wanted)) {
      case Answer.Done<TenantAddon> _ -> Optional.empty();
      case Answer.Failed<TenantAddon>(Trouble.Conflict _) -> Optional.empty();
      case Answer.Failed<TenantAddon>(var trouble) -> Optional.of(trouble.problem());
    };
  }
}
