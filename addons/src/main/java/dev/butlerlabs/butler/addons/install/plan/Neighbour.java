package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec;
import java.util.List;

/**
 * A TenantAddon of the same namespace, as another one sees it.
 *
 * @param created when it was made, as the API server writes it: such texts are in the order of
 *     times
 * @param holds whether Helm was asked to make its release
 * @param installed whether it is installed and serves
 * @param platform whether it comes with its cluster
 */
public record Neighbour(
    String namespace,
    String name,
    TenantAddonSpec spec,
    String created,
    boolean holds,
    boolean installed,
    boolean platform) {

  boolean on(String cluster) {
    return spec.clusterRef().name().equals(cluster);
  }

  List<String> needs() {
    return spec.dependsOn().stream().map(LocalRef::name).toList();
  }

  /** Of two that want the same, the one that has it keeps it; else the older one gets it. */
  boolean before(Neighbour other) {
    if (holds != other.holds) {
      return holds;
    }
    var byAge = created.compareTo(other.created);
    return byAge != 0 ? byAge < 0 : name.compareTo(other.name) < 0;
  }
}
