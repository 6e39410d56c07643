package dev.butlerlabs.butler.steward.inside.plan;

import dev.butlerlabs.butler.api.steward.Addons;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Everything that stands inside a tenant for its add-ons. */
public final class AddOns {

  /** The names of all objects there can be; nothing else inside a tenant is looked at. */
  public static final Set<String> NAMES =
      Set.of(
          "coredns",
          "kube-dns",
          "system:coredns",
          "kube-proxy",
          "kubeadm:node-proxier",
          "konnectivity-agent",
          "system:konnectivity-server");

  private AddOns() {}

  /** All objects that shall be there. */
  public static List<HasMetadata> objects(Surroundings around) {
    var addons = around.addons();
    var objects = new ArrayList<HasMetadata>();
    if (addons.coreDNS() != null) {
      objects.addAll(CoreDns.objects(around, addons.coreDNS()));
    }
    if (addons.kubeProxy() != null) {
      objects.addAll(KubeProxy.objects(around, addons.kubeProxy()));
    }
    if (addons.konnectivity() != null) {
      objects.addAll(Agents.objects(around, addons.konnectivity()));
    }
    return objects;
  }

  /** All kinds there are of them. */
  public static Set<Class<? extends HasMetadata>> kinds() {
    return Set.copyOf(Template.KINDS.values());
  }

  /** Whether any is wanted. */
  public static boolean any(Addons addons) {
    return addons.coreDNS() != null || addons.kubeProxy() != null || addons.konnectivity() != null;
  }
}
