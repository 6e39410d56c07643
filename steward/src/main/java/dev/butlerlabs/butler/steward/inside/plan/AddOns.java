package dev.butlerlabs.butler.steward.inside.plan;

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
          "system:konnectivity-server",
          TalosWorkers.NAME,
          Proxies.NAME,
          Proxies.KEYS,
          ProxySlices.KUBERNETES,
          ProxySlices.KUBERNETES + "-ipv4",
          ProxySlices.KUBERNETES + "-ipv6");

  private AddOns() {}

  /** Whether the object is looked at. */
  public static boolean known(HasMetadata object) {
    return NAMES.contains(object.getMetadata().getName()) || ProxySlices.ofTheProxies(object);
  }

  /** All objects that shall be there, with what follows from which proxies are ready. */
  public static List<HasMetadata> objects(Surroundings around, ProxySlices proxies) {
    var objects = new ArrayList<>(objects(around));
    if (around.addons().tcpProxy() != null) {
      objects.addAll(proxies.slices(around));
    }
    return objects;
  }

  /** All objects that shall be there before a proxy is ready. */
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
    objects.addAll(TalosWorkers.rights(addons));
    if (addons.tcpProxy() != null) {
      objects.addAll(Proxies.objects(around, addons.tcpProxy()));
    }
    return objects;
  }

  /** All kinds there are of them, where no proxy is concerned. */
  public static Set<Class<? extends HasMetadata>> kinds() {
    return Set.copyOf(Template.KINDS.values());
  }
}
