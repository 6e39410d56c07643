package dev.butlerlabs.butler.providers.simulators.harvester;

/** What the controllers look at and write. */
enum Kind {
  MACHINE("/apis/kubevirt.io/v1", "virtualmachines"),
  INSTANCE("/apis/kubevirt.io/v1", "virtualmachineinstances"),
  IMAGE("/apis/harvesterhci.io/v1beta1", "virtualmachineimages"),
  NETWORK("/apis/k8s.cni.cncf.io/v1", "network-attachment-definitions"),
  BALANCER("/apis/loadbalancer.harvesterhci.io/v1beta1", "loadbalancers"),
  CLAIM("/api/v1", "persistentvolumeclaims"),
  SECRET("/api/v1", "secrets");

  private final String api;
  private final String plural;

  Kind(String api, String plural) {
    this.api = api;
    this.plural = plural;
  }

  String path(String namespace) {
    return api + "/namespaces/" + namespace + "/" + plural;
  }

  /** Whether the path of a call is about this kind. */
  boolean concerns(String path) {
    return path.matches("\\Q" + api + "\\E/namespaces/[^/]+/" + plural + "(/.*)?");
  }
}
