package dev.butlerlabs.butler.providers.gcp.infrastructure;

import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.api.infra.GcpSettings;
import dev.butlerlabs.butler.providers.spi.infrastructure.CloudFile;
import dev.butlerlabs.butler.providers.spi.infrastructure.Firsts;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import org.jspecify.annotations.Nullable;

/** What the programs of Google Cloud find on workers. */
final class CloudSettings {

  private static final String PATH = "/etc/kubernetes/gce.conf";

  private CloudSettings() {}

  static CloudFile of(
      WorkerOrder order, GcpSettings settings, InfrastructureOverride.@Nullable Gcp override) {
    var lines = new StringBuilder("[Global]\n");
    add(lines, "project-id", settings.projectID());
    add(lines, "network-name", settings.network());
    add(lines, "subnetwork-name", Machines.subnetwork(settings, override));
    // Nodes carry the tag; load balancers open the firewall for it.
    add(lines, "node-tags", order.uniqueName());
    add(lines, "node-instance-prefix", order.name());
    add(lines, "multizone", "true");
    return new CloudFile(PATH, lines.toString());
  }

  private static void add(StringBuilder lines, String key, @Nullable String value) {
    Firsts.text(value).ifPresent(text -> lines.append("%s = %s\n".formatted(key, text)));
  }
}
