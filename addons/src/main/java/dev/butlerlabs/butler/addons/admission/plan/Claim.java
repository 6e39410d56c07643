package dev.butlerlabs.butler.addons.admission.plan;

import dev.butlerlabs.butler.addons.platform.plan.Belonging;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What of a TenantAddon only the manager may say: that it comes with its cluster. */
public final class Claim {

  private static final String LABEL = "metadata.labels[" + Labels.PLATFORM_ADDON + "]";
  private static final String OWNER = "metadata.ownerReferences";

  private Claim() {}

  /**
   * What somebody else may not do.
   *
   * @param old as it is stored; null for a new one
   * @param clusters names of the TenantClusters beside it
   */
  public static List<Problem> check(
      TenantAddon addon,
      @Nullable TenantAddon old,
      Map<String, AddonDefinitionSpec> catalog,
      Collection<String> clusters) {
    if (old != null && Belonging.cluster(old).isPresent()) {
      return List.of(theirs(old));
    }
    var problems = new ArrayList<Problem>();
    if (labelled(addon) && (old == null || !labelled(old))) {
      problems.add(forged(LABEL, "take the label off", addon));
    }
    if (controlled(addon) && (old == null || !controlled(old))) {
      problems.add(forged(OWNER, "leave controller out", addon));
    }
    if (old == null) {
      name(addon, catalog, clusters).ifPresent(problems::add);
    }
    return List.copyOf(problems);
  }

  /** Its spec would be written over at once. */
  private static Problem theirs(TenantAddon old) {
    return new Problem(
        "spec",
        "TenantAddon %s comes with its cluster and follows that"
            .formatted(old.getMetadata().getName()),
        "change spec.addons of TenantCluster " + old.getSpec().clusterRef().name());
  }

  private static Problem forged(String field, String remedy, TenantAddon addon) {
    return new Problem(
        field,
        "only Butler says what comes with a cluster",
        "%s; what comes with the cluster is said in spec.addons of TenantCluster %s"
            .formatted(remedy, addon.getSpec().clusterRef().name()));
  }

  private static boolean labelled(TenantAddon addon) {
    var labels =
        Objects.requireNonNullElse(addon.getMetadata().getLabels(), Map.<String, String>of());
    return "true".equals(labels.get(Labels.PLATFORM_ADDON));
  }

  private static boolean controlled(TenantAddon addon) {
    return addon.getMetadata().getOwnerReferences().stream()
        .anyMatch(
            owner ->
                "TenantCluster".equals(owner.getKind())
                    && Boolean.TRUE.equals(owner.getController()));
  }

  /** A name that is taken keeps the platform's own addon away. */
  private static Optional<Problem> name(
      TenantAddon addon, Map<String, AddonDefinitionSpec> catalog, Collection<String> clusters) {
    var name = Objects.requireNonNullElse(addon.getMetadata().getName(), "");
    var around = new TreeSet<>(clusters);
    around.add(addon.getSpec().clusterRef().name());
    for (var cluster : around) {
      for (var entry : catalog.entrySet()) {
        if (entry.getValue().essential() && name.equals(Belonging.name(cluster, entry.getKey()))) {
          return Optional.of(
              new Problem(
                  "metadata.name",
                  "%s is the name of the %s that comes with TenantCluster %s"
                      .formatted(name, entry.getKey(), cluster),
                  "choose another name"));
        }
      }
    }
    return Optional.empty();
  }
}
