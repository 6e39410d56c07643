package dev.butlerlabs.butler.providers.harvester.machines;

/** A kind of Harvester's API. */
enum Kind {
  MACHINE("kubevirt.io", "v1", "virtualmachines"),
  INSTANCE("kubevirt.io", "v1", "virtualmachineinstances"),
  IMAGE("harvesterhci.io", "v1beta1", "virtualmachineimages"),
  NETWORK("k8s.cni.cncf.io", "v1", "network-attachment-definitions"),
  BALANCER("loadbalancer.harvesterhci.io", "v1beta1", "loadbalancers"),
  CLAIM("", "v1", "persistentvolumeclaims"),
  SECRET("", "v1", "secrets"),
  QUOTA("", "v1", "resourcequotas"),
  STORAGE_CLASS("storage.k8s.io", "v1", "storageclasses");

  private final String group;
  private final String version;
  private final String plural;

  Kind(String group, String version, String plural) {
    this.group = group;
    this.version = version;
    this.plural = plural;
  }

  String group() {
    return group;
  }

  String plural() {
    return plural;
  }

  /** All of them in a namespace; for kinds that are in none, everywhere. */
  String path(String namespace) {
    var api = group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
    return this == STORAGE_CLASS
        ? api + "/" + plural
        : api + "/namespaces/" + namespace + "/" + plural;
  }

  String path(String namespace, String name) {
    return path(namespace) + "/" + name;
  }
}
