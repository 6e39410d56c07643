package dev.butlerlabs.butler.addons.platform;

import dev.butlerlabs.butler.addons.platform.plan.Belonging;
import dev.butlerlabs.butler.addons.platform.plan.Entry;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec.DeletionPolicy;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;

/** The TenantAddons that a cluster comes with. */
final class PlatformOrders {

  private PlatformOrders() {}

  static ObjectKey key(TenantCluster cluster, String definition) {
    var meta = cluster.getMetadata();
    return new ObjectKey(meta.getNamespace(), Belonging.name(meta.getName(), definition));
  }

  static TenantAddon of(TenantCluster cluster, Entry entry) {
    var meta = cluster.getMetadata();
    var addon = new TenantAddon();
    addon.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(meta.getNamespace())
            .withName(key(cluster, entry.definition()).name())
            .addToLabels(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER)
            .addToLabels(Labels.PLATFORM_ADDON, "true")
            .addToLabels(Labels.ADDON_DEFINITION, entry.definition())
            .addNewOwnerReference()
            .withApiVersion(cluster.getApiVersion())
            .withKind(cluster.getKind())
            .withName(meta.getName())
            .withUid(meta.getUid())
            .withController(true)
            .endOwnerReference()
            .build());
    addon.setSpec(
        new TenantAddonSpec(
            new LocalRef(meta.getName()),
            entry.definition(),
            null,
            entry.version(),
            entry.values(),
            entry.needs().stream()
                .map(name -> new LocalRef(Belonging.name(meta.getName(), name)))
                .toList(),
            // Whoever deletes the object by hand does not take the network away.
            DeletionPolicy.ORPHAN,
            null,
            null,
            null,
            List.of()));
    return addon;
  }

  /** Whether it is what was ordered; then nothing needs to be written. */
  static boolean stands(TenantAddon seen, TenantAddon wanted) {
    return Belonging.cluster(seen).equals(Belonging.cluster(wanted))
        && seen.getMetadata()
            .getLabels()
            .entrySet()
            .containsAll(wanted.getMetadata().getLabels().entrySet())
        && seen.getSpec().equals(wanted.getSpec());
  }
}
