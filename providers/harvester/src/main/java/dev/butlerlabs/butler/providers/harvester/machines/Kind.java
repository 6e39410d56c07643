package dev.butlerlabs.butler.providers.harvester.machines;

import java.util.Set;

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
  NODE("", "v1", "nodes"),
  POD("", "v1", "pods"),
  STORAGE_CLASS("storage.k8s.io", "v1", "storageclasses");

  /** Looked at in the whole cluster. */
  private static final Set<Kind> EVERYWHERE = Set.of(NODE, POD, STORAGE_CLASS);

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

  boolean everywhere() {
    return EVERYWHERE.contains(this);
  }

  /** All of them in a namespace, or everywhere. */
  String path(String namespace) {
    var api = group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
    return everywhere() ? api + "/" + plural : api + "/namespaces/" + namespace + "/" + plural;
  }

  String path(String namespace, String name) {
    return path(namespace) + "/" + name;
  }
}
