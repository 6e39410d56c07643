package dev.butlerlabs.butler.providers.aws.infrastructure;

import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.api.infra.AwsSettings;
import dev.butlerlabs.butler.providers.spi.infrastructure.Firsts;
import dev.butlerlabs.butler.providers.spi.infrastructure.Gap;
import dev.butlerlabs.butler.providers.spi.infrastructure.Gap.Reason;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.Sketch;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import org.jspecify.annotations.Nullable;

/** What AWS and CAPA do not do as ordered. */
final class AwsGaps {

  private AwsGaps() {}

  static void tell(
      WorkerOrder order,
      AwsSettings settings,
      InfrastructureOverride.@Nullable Aws override,
      Sketch sketch) {
    if (order.addressing() instanceof NodeAddressing.FromPools pools) {
      sketch.gap(Gap.nodeRangeNotTaken(pools, "subnets give workers on AWS their addresses"));
    }
    if (Firsts.text(settings.iamInstanceProfile()).isEmpty()) {
      sketch.gap(
          Gap.of(
              Reason.NO_NODE_IDENTITY,
              "spec.aws.iamInstanceProfile of the ProviderConfig",
              "nodes have no identity, so the cluster's cloud controller cannot sign in to AWS",
              "name an instance profile with the cloud controller's policy"));
    }
    order.pools().stream()
        .filter(pool -> !Machines.inSecretsManager(pool.os(), settings))
        .forEach(pool -> sketch.gap(readable(pool)));
    if (settings.subnetIDs().size() > 1 && (override == null || override.subnetID() == null)) {
      order.pools().stream()
          .filter(pool -> pool.replicas() > 1)
          .forEach(
              pool ->
                  sketch.gap(
                      Gap.of(
                          Reason.ONE_ZONE_PER_POOL,
                          "worker pool " + pool.name(),
                          "all its machines stand in subnet "
                              + Machines.subnet(pool, settings, override).orElse(""),
                          "order one pool per zone for nodes in several")));
    }
  }

  private static Gap readable(Pool pool) {
    return Gap.of(
        Reason.BOOTSTRAP_DATA_READABLE,
        "worker pool " + pool.name(),
        "bootstrap data stands in the user data of its instances, where whoever may describe them"
            + " can read it",
        "keep bootstrap tokens short-lived; with rocky, set spec.aws.iamInstanceProfile and CAPA"
            + " uses Secrets Manager");
  }
}
