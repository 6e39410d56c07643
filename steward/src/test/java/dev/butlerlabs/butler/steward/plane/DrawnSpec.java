package dev.butlerlabs.butler.steward.plane;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Orders by chance: any mixture of what a spec may say, as YAML. */
final class DrawnSpec {

  private final Random random;

  DrawnSpec(Random random) {
    this.random = random;
  }

  String next() {
    var way = List.of("", "", "", "", "ingress", "gateway").get(random.nextInt(6));
    return "kubernetes: "
        + kubernetes()
        + "\ncontrolPlane: "
        + controlPlane(way)
        + "\nnetworkProfile: "
        + network()
        + "\nsecurity: "
        + security()
        + "\naddons: "
        + addons(way.isEmpty())
        + "\nwritePermissions: "
        + some(List.of("blockCreation: true", "blockUpdate: true", "blockDeletion: true"))
        + "\n";
  }

  private String kubernetes() {
    var kubelet =
        some(
            List.of(
                "cgroupfs: systemd",
                "configurationJSONPatches: [{op: add, path: /maxPods, value: 60}]"));
    return "{version: v1.3%d.3, kubelet: %s}".formatted(5 + random.nextInt(2), kubelet);
  }

  private String controlPlane(String way) {
    var metadata = "additionalMetadata: {labels: {z: y, a: b, m: n}, annotations: {d: c, c: d}}";
    var service = "{serviceType: %s, %s}".formatted(one("LoadBalancer", "ClusterIP"), metadata);
    var ports = "{serviceType: NodePort, additionalPorts: [{name: x, port: 99, targetPort: 98}]}";
    var reached =
        switch (way) {
          case "ingress" ->
              ", ingress: {hostname: \"a.example.com:8443\", controllerType: %s, %s}"
                  .formatted(one("nginx", "haproxy", "generic"), metadata);
          case "gateway" ->
              ", gateway: {hostname: a.example.com, parentRefs: [{name: edge}], " + metadata + "}";
          default -> "";
        };
    return "{service: %s%s, deployment: %s}"
        .formatted(random.nextInt(3) > 0 ? service : ports, reached, deployment());
  }

  private String deployment() {
    var said =
        new ArrayList<>(
            List.of(
                "tolerations: [{key: x, operator: Exists, unheard: of}]",
                "nodeSelector: {b: c, a: d, x: y}",
                "strategy: {type: Recreate}",
                "additionalContainers: [{name: x, image: y}]",
                "additionalInitContainers: [{name: w, image: y}]",
                "additionalVolumes: [{name: x, emptyDir: {}}]",
                "podAdditionalMetadata: {labels: {z: y, a: b}, annotations: {d: c, c: d}}",
                "extraArgs: {apiServer: [--v=2, --v=3], scheduler: [--v=4]}",
                "resources: {apiServer: {limits: {memory: 1Gi, cpu: 1, a: 1}, requests: {memory:"
                    + " 1Gi, cpu: 1}}, scheduler: {limits: {memory: 1Gi}}}",
                "registrySettings: {registry: example.com/a}"));
    said.removeIf(_ -> random.nextBoolean());
    said.addFirst("replicas: " + random.nextInt(4));
    return "{" + String.join(", ", said) + "}";
  }

  private String network() {
    var ranges =
        one(
            "podCidr: 10.7.0.0/16",
            "serviceCidr: \"10.0.0.0/16,fd00::/108\", podCidr: \"10.1.0.0/16,fd01::/64\"",
            "serviceCidr: \"fd00::/108,10.0.0.0/16\", podCidr: \"fd01::/64,10.1.0.0/16\"");
    return "{port: %d, %s, %s"
        .formatted(
            6443 + random.nextInt(3),
            ranges,
            some(List.of(
                    "certSANs: [z.example.com, 192.0.2.1, a.example.com]",
                    "clusterDomain: my.domain",
                    "loadBalancerSourceRanges: [192.0.2.0/24, 10.0.0.0/8]"))
                .substring(1));
  }

  private String security() {
    return some(
        List.of(
            "audit: {policyConfigMapName: p}",
            "oidc: {issuerURL: \"https://x\", clientID: k, groupsClaim: g, caSecretName: c,"
                + " requiredClaims: {z: y, a: b, m: n}}",
            "encryption: {resources: [secrets, configmaps], cipher: "
                + one("secretbox", "aescbc")
                + "}"));
  }

  /** Nodes reach the tunnel and trustd by address only. */
  private String addons(boolean byAddress) {
    var said = new ArrayList<>(List.of("tcpProxy: {}", "coreDNS: {}", "kubeProxy: {}"));
    if (byAddress) {
      said.add("konnectivity: {server: {resources: {limits: {memory: 1Gi, cpu: 1}}}}");
      said.add("workerBootstrap: {provider: talos, talos: {certSANs: [z.example.com]}}");
    }
    return some(said);
  }

  private String one(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String some(List<String> choices) {
    var chosen = new ArrayList<>(choices);
    chosen.removeIf(_ -> random.nextBoolean());
    return "{" + String.join(", ", chosen) + "}";
  }
}
