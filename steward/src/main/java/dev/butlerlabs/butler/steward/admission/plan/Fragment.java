package dev.butlerlabs.butler.steward.admission.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.butlerlabs.butler.api.WireFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A part of a Deployment that users write inside one of our objects.
 *
 * @param given where it stands in their object
 * @param placed where it belongs in the Deployment
 * @param usual what the schema fills in; missing for nothing. It is not tried.
 */
public record Fragment(FieldPath given, FieldPath placed, JsonNode usual) {

  private static final String POD = "spec.template.spec.";
  private static final String ROLLOUT =
      "{\"rollingUpdate\":{\"maxSurge\":\"100%\",\"maxUnavailable\":0},\"type\":\"RollingUpdate\"}";
  private static final String AGENT_TOLERATIONS =
      "[{\"key\":\"CriticalAddonsOnly\",\"operator\":\"Exists\"}]";

  /** Steward's own containers, in the order of {@link #container}. */
  static final List<String> CONTAINERS =
      List.of(
          "kube-apiserver",
          "kube-controller-manager",
          "kube-scheduler",
          "kine",
          "konnectivity-server");

  /** Of a TenantControlPlane. */
  public static List<Fragment> hosted() {
    var base = "spec.controlPlane.deployment.";
    var fragments = new ArrayList<>(pods(base));
    fragments.add(of(base + "additionalInitContainers", POD + "initContainers"));
    fragments.add(of(base + "additionalContainers", POD + "containers"));
    fragments.add(of(base + "additionalVolumes", POD + "volumes"));
    var components = List.of("apiServer", "controllerManager", "scheduler", "kine");
    for (var i = 0; i < components.size(); i++) {
      var name = components.get(i);
      fragments.add(of(base + "resources." + name, container(i) + "resources"));
      fragments.add(of(base + "additionalVolumeMounts." + name, container(i) + "volumeMounts"));
    }
    fragments.addAll(konnectivity("spec."));
    return List.copyOf(fragments);
  }

  /**
   * Of a StewardControlPlane or its template.
   *
   * @param base where the settings stand: {@code spec.} or {@code spec.template.spec.}
   */
  public static List<Fragment> settings(String base) {
    var fragments = new ArrayList<>(pods(base + "deployment."));
    fragments.add(of(base + "deployment.extraInitContainers", POD + "initContainers"));
    fragments.add(of(base + "deployment.extraContainers", POD + "containers"));
    fragments.add(of(base + "deployment.extraVolumes", POD + "volumes"));
    var components = List.of("apiServer", "controllerManager", "scheduler", "kine");
    for (var i = 0; i < components.size(); i++) {
      var name = base + components.get(i);
      fragments.add(of(name + ".resources", container(i) + "resources"));
      fragments.add(of(name + ".extraVolumeMounts", container(i) + "volumeMounts"));
    }
    fragments.addAll(konnectivity(base));
    return List.copyOf(fragments);
  }

  private static List<Fragment> pods(String base) {
    var same =
        Stream.of(
                "nodeSelector",
                "tolerations",
                "affinity",
                "topologySpreadConstraints",
                "runtimeClassName")
            .map(name -> of(base + name, POD + name));
    var account =
        new Fragment(
            FieldPath.of(base + "serviceAccountName"),
            FieldPath.of(POD + "serviceAccountName"),
            TextNode.valueOf("default"));
    var strategy =
        new Fragment(FieldPath.of(base + "strategy"), FieldPath.of("spec.strategy"), json(ROLLOUT));
    var metadata =
        Stream.of("labels", "annotations")
            .flatMap(
                name ->
                    Stream.of(
                        of(base + "additionalMetadata." + name, "metadata." + name),
                        of(
                            base + "podAdditionalMetadata." + name,
                            "spec.template.metadata." + name)));
    return Stream.of(same, Stream.of(account, strategy), metadata).flatMap(part -> part).toList();
  }

  /** The agent runs elsewhere, but what it may ask of a pod is the same. */
  private static List<Fragment> konnectivity(String base) {
    var tolerations =
        new Fragment(
            FieldPath.of(base + "addons.konnectivity.agent.tolerations"),
            FieldPath.of(POD + "tolerations"),
            json(AGENT_TOLERATIONS));
    var server = of(base + "addons.konnectivity.server.resources", container(4) + "resources");
    return List.of(tolerations, server);
  }

  private static String container(int index) {
    return POD + "containers[" + index + "].";
  }

  private static Fragment of(String given, String placed) {
    return new Fragment(FieldPath.of(given), FieldPath.of(placed), MissingNode.getInstance());
  }

  /** In whatever order its fields stand. */
  boolean isUsual(JsonNode value) {
    return value.equals(usual);
  }

  private static JsonNode json(String text) {
    return WireFormat.serialization().unmarshal(text, JsonNode.class);
  }
}
