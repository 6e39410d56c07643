package dev.butlerlabs.butler.sandbox.node.pod;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.sandbox.node.pod.PodOrder.RestartPolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a pod's JSON as the API server gives it. */
public final class PodReader {

  /** What a pod turned out to ask for. */
  public sealed interface Reading {

    /** Everything in it can be done here. */
    record Understood(PodOrder order) implements Reading {}

    /** Something in it cannot, by field. */
    record Refused(List<String> reasons) implements Reading {
      public Refused {
        reasons = List.copyOf(reasons);
      }
    }
  }

  private static final Set<String> DONE =
      Set.of(
          "containers",
          "initContainers",
          "volumes",
          "restartPolicy",
          "terminationGracePeriodSeconds",
          "serviceAccountName",
          "securityContext",
          "hostAliases");

  /** Matters of scheduling, of other components, or without meaning where images are programs. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "nodeName",
          "nodeSelector",
          "affinity",
          "tolerations",
          "topologySpreadConstraints",
          "schedulerName",
          "priority",
          "priorityClassName",
          "preemptionPolicy",
          "schedulingGates",
          "imagePullSecrets",
          "serviceAccount",
          "automountServiceAccountToken",
          "enableServiceLinks",
          "dnsPolicy",
          "hostname",
          "subdomain",
          "os");

  private static final Set<String> SECURITY =
      Set.of(
          "runAsUser",
          "runAsGroup",
          "runAsNonRoot",
          "fsGroup",
          "fsGroupChangePolicy",
          "supplementalGroups",
          "seccompProfile");

  private final Fields fields = new Fields();
  private final JsonNode pod;

  private PodReader(JsonNode pod) {
    this.pod = pod;
  }

  public static Reading read(JsonNode pod) {
    var reader = new PodReader(pod);
    var order = reader.order();
    var refusals = reader.fields.refusals();
    return refusals.isEmpty() ? new Reading.Understood(order) : new Reading.Refused(refusals);
  }

  private PodOrder order() {
    var spec = pod.path("spec");
    var known = new HashSet<>(DONE);
    known.addAll(ELSEWHERE);
    fields.only(spec, "spec", known);
    fields.only(spec.path("securityContext"), "spec.securityContext", SECURITY);
    var volumes = new VolumeReader(fields).read(spec.path("volumes"));
    var metadata = pod.path("metadata");
    return new PodOrder(
        PodName.of(pod),
        Fields.textMap(metadata.path("labels")),
        Fields.textMap(metadata.path("annotations")),
        spec.path("serviceAccountName").asText("default"),
        restartPolicy(spec.path("restartPolicy").asText("Always")),
        spec.path("terminationGracePeriodSeconds").asInt(30),
        containers("initContainers"),
        containers("containers"),
        volumes,
        ports(spec),
        hostAliases(spec.path("hostAliases")));
  }

  private List<ContainerOrder> containers(String field) {
    var containers = new ArrayList<ContainerOrder>();
    for (var container : pod.path("spec").path(field)) {
      var path = "spec." + field + "[" + container.path("name").asText() + "]";
      var reader = new ContainerReader(fields, path, pod.path("spec").path("securityContext"));
      containers.add(reader.read(container));
    }
    return containers;
  }

  private static Map<String, Integer> ports(JsonNode spec) {
    var ports = new LinkedHashMap<String, Integer>();
    for (var list : List.of("initContainers", "containers")) {
      for (var container : spec.path(list)) {
        for (var port : container.path("ports")) {
          if (port.has("name")) {
            ports.put(port.path("name").asText(), port.path("containerPort").asInt());
          }
        }
      }
    }
    return ports;
  }

  private static RestartPolicy restartPolicy(String text) {
    return switch (text) {
      case "Never" -> RestartPolicy.NEVER;
      case "OnFailure" -> RestartPolicy.ON_FAILURE;
      default -> RestartPolicy.ALWAYS;
    };
  }

  private static List<String> hostAliases(JsonNode aliases) {
    var lines = new ArrayList<String>();
    for (var alias : aliases) {
      lines.add(
          alias.path("ip").asText()
              + "\t"
              + String.join(" ", Fields.texts(alias.path("hostnames"))));
    }
    return lines;
  }
}
