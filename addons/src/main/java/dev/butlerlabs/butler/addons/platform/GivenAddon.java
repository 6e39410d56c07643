package dev.butlerlabs.butler.addons.platform;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.platform.plan.Belonging;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster is given by others than its users: an addon like any that a user orders. It goes
 * with the cluster and is otherwise its users'.
 */
public final class GivenAddon {

  private GivenAddon() {}

  public static TenantAddon of(
      TenantCluster cluster,
      String definition,
      @Nullable JsonNode values,
      Map<String, String> labels) {
    var meta = cluster.getMetadata();
    var addon = new TenantAddon();
    addon.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(meta.getNamespace())
            .withName(Belonging.name(meta.getName(), definition))
            .addToLabels(Labels.ADDON_DEFINITION, definition)
            .addToLabels(labels)
            .addNewOwnerReference()
            .withApiVersion(cluster.getApiVersion())
            .withKind(cluster.getKind())
            .withName(meta.getName())
            .withUid(meta.getUid())
            .endOwnerReference()
            .build());
    addon.setSpec(
        new TenantAddonSpec(
            new LocalRef(meta.getName()),
            definition,
            null,
            null,
            values,
            List.of(),
            null,
            null,
            null,
            null,
            List.of(),
            null));
    return addon;
  }
}
