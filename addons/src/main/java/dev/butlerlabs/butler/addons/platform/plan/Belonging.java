package dev.butlerlabs.butler.addons.platform.plan;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Whether a TenantAddon comes with its cluster: by its owner, its name and its label. */
public final class Belonging {

  private Belonging() {}

  /** What the TenantAddon of a definition is called. */
  public static String name(String cluster, String definition) {
    return cluster + "-" + definition;
  }

  /** The UID of the cluster that the addon comes with; nothing for one that somebody ordered. */
  public static Optional<String> cluster(TenantAddon addon) {
    var spec = addon.getSpec();
    var cluster = spec.clusterRef().name();
    var meta = addon.getMetadata();
    var labels = Objects.requireNonNullElse(meta.getLabels(), Map.<String, String>of());
    var named =
        "true".equals(labels.get(Labels.PLATFORM_ADDON))
            && spec.addon() != null
            && name(cluster, spec.addon()).equals(meta.getName());
    return meta.getOwnerReferences().stream()
        .filter(_ -> named)
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .filter(owner -> "TenantCluster".equals(owner.getKind()))
        .filter(owner -> cluster.equals(owner.getName()))
        .map(OwnerReference::getUid)
        .findFirst();
  }

  /**
   * Whose the Helm release of an addon is. One that comes with its cluster belongs to that, so that
   * it is known again when the TenantAddon was deleted and has come back.
   */
  public static String releaseOwner(HasMetadata addon) {
    var own = addon.getMetadata().getUid();
    return addon instanceof TenantAddon tenants ? cluster(tenants).orElse(own) : own;
  }
}
