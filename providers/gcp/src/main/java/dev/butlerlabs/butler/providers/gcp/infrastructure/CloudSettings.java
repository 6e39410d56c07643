package dev.butlerlabs.butler.providers.gcp.infrastructure;

import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.api.infra.GcpSettings;
import dev.butlerlabs.butler.providers.spi.infrastructure.CloudController;
import dev.butlerlabs.butler.providers.spi.infrastructure.Firsts;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the cloud controller of a cluster on Google Cloud is started with. */
final class CloudSettings {

  private CloudSettings() {}

  static CloudController of(
      WorkerOrder order, GcpSettings settings, InfrastructureOverride.@Nullable Gcp override) {
    var lines = new StringBuilder("[Global]\n");
    add(lines, "project-id", settings.projectID());
    add(lines, "network-name", settings.network());
    add(lines, "subnetwork-name", Machines.subnetwork(settings, override));
    // Nodes carry the tag; load balancers open the firewall for it.
    add(lines, "node-tags", order.uniqueName());
    add(lines, "node-instance-prefix", order.name());
    add(lines, "multizone", "true");
    return new CloudController(
        "gce",
        order.uniqueName(),
        lines.toString(),
        Map.of("allocate-node-cidrs", "false", "configure-cloud-routes", "false"));
  }

  private static void add(StringBuilder lines, String key, @Nullable String value) {
    Firsts.text(value).ifPresent(text -> lines.append("%s = %s\n".formatted(key, text)));
  }
}
