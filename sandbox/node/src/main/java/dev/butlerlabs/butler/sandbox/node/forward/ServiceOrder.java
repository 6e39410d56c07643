package dev.butlerlabs.butler.sandbox.node.forward;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a Service asks for.
 *
 * @param wantedIp an address its owner chose; empty for any
 */
record ServiceOrder(
    String namespace,
    String name,
    String uid,
    boolean balancer,
    String wantedIp,
    Map<String, String> selector,
    List<Port> ports) {

  /**
   * One port.
   *
   * @param target a number, or a port's name in the pod
   * @param nodePort 0 for none
   */
  record Port(int number, String target, int nodePort) {

    int targetIn(PodBoard.Ready pod) {
      return target.matches("\\d+")
          ? Integer.parseInt(target)
          : pod.ports().getOrDefault(target, 0);
    }
  }

  ServiceOrder {
    selector = Map.copyOf(selector);
    ports = List.copyOf(ports);
  }

  static ServiceOrder of(JsonNode service) {
    var spec = service.path("spec");
    var metadata = service.path("metadata");
    var selector = new LinkedHashMap<String, String>();
    spec.path("selector")
        .properties()
        .forEach(entry -> selector.put(entry.getKey(), entry.getValue().asText()));
    var ports = new ArrayList<Port>();
    for (var port : spec.path("ports")) {
      if (port.path("protocol").asText("TCP").equals("TCP")) {
        var number = port.path("port").asInt();
        var target = port.path("targetPort").asText(Integer.toString(number));
        ports.add(new Port(number, target, port.path("nodePort").asInt(0)));
      }
    }
    return new ServiceOrder(
        metadata.path("namespace").asText(),
        metadata.path("name").asText(),
        metadata.path("uid").asText(),
        spec.path("type").asText().equals("LoadBalancer") && !spec.has("loadBalancerClass"),
        spec.path("loadBalancerIP").asText(""),
        selector,
        ports);
  }

  /** A Service without a selector, without an address or by another name is not ours to serve. */
  boolean servedHere(JsonNode service) {
    var spec = service.path("spec");
    return !selector.isEmpty()
        && !spec.path("clusterIP").asText().equals("None")
        && !spec.path("type").asText().equals("ExternalName");
  }

  /** The names under which pods look for it. */
  String hostsLine(String address) {
    var base = name + "." + namespace;
    return "%s\t%s %s.svc %s.svc.cluster.local\n".formatted(address, base, base, base);
  }

  String path() {
    return "/api/v1/namespaces/" + namespace + "/services/" + name;
  }
}
