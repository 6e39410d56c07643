package dev.butlerlabs.butler.addons.platform;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.platform.plan.Belonging;
import dev.butlerlabs.butler.addons.platform.plan.Care;
import dev.butlerlabs.butler.addons.platform.plan.Entry;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec.DeletionPolicy;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The TenantAddons that a cluster comes with. */
final class PlatformOrders {

  private PlatformOrders() {}

  static ObjectKey key(TenantCluster cluster, String definition) {
    var meta = cluster.getMetadata();
    return new ObjectKey(meta.getNamespace(), Belonging.name(meta.getName(), definition));
  }

  /**
   * One that is chosen.
   *
   * @param there what was ordered before
   */
  static TenantAddon of(TenantCluster cluster, Entry entry, @Nullable TenantAddon there) {
    var name = cluster.getMetadata().getName();
    return addon(
        cluster,
        entry.definition(),
        version(entry, there),
        entry.values(),
        entry.needs().stream().map(one -> new LocalRef(Belonging.name(name, one))).toList(),
        entry.care());
  }

  /**
   * A policy has a say only where no version stands. What is not there yet, or again, gets the one
   * it is to have; from then on it says itself what it has, and is not held back to what the
   * cluster has been told so far.
   */
  private static @Nullable String version(Entry entry, @Nullable TenantAddon there) {
    if (there == null || entry.named() || there.getStatus() == null) {
      return entry.version();
    }
    var installed = given(there.getStatus().installedVersion());
    var open = entry.care().upgrades() != null || given(there.getSpec().version()).isEmpty();
    return open && !installed.isEmpty() ? null : entry.version();
  }

  static Care care(TenantAddon there) {
    return new Care(there.getSpec().driftPolicy(), there.getSpec().upgradePolicy());
  }

  /** What was ordered before, looked after in another way and otherwise as it is. */
  static TenantAddon tended(
      TenantCluster cluster, String definition, TenantAddon there, Care care) {
    var spec = there.getSpec();
    return addon(cluster, definition, spec.version(), spec.values(), spec.dependsOn(), care);
  }

  private static TenantAddon addon(
      TenantCluster cluster,
      String definition,
      @Nullable String version,
      @Nullable JsonNode values,
      List<LocalRef> needs,
      Care care) {
    var addon = new TenantAddon();
    addon.setMetadata(metadata(cluster, definition));
    addon.setSpec(
        new TenantAddonSpec(
            new LocalRef(cluster.getMetadata().getName()),
            definition,
            null,
            version,
            values,
            needs,
            // Whoever deletes the object by hand does not take the network away.
            DeletionPolicy.ORPHAN,
            null,
            care.drift(),
            care.upgrades(),
            List.of(),
            null));
    return addon;
  }

  private static ObjectMeta metadata(TenantCluster cluster, String definition) {
    var meta = cluster.getMetadata();
    return new ObjectMetaBuilder()
        .withNamespace(meta.getNamespace())
        .withName(key(cluster, definition).name())
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER)
        .addToLabels(Labels.PLATFORM_ADDON, "true")
        .addToLabels(Labels.ADDON_DEFINITION, definition)
        .addNewOwnerReference()
        .withApiVersion(cluster.getApiVersion())
        .withKind(cluster.getKind())
        .withName(meta.getName())
        .withUid(meta.getUid())
        .withController(true)
        .endOwnerReference()
        .build();
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

  private static String given(@Nullable String text) {
    return text == null ? "" : text;
  }
}
