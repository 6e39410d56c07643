package dev.butlerlabs.butler.sandbox.platform.charts;

import java.util.List;

/** A workload of a stand-in. */
enum Part {
  /** A Deployment with a Service. */
  CONTROLLER("operator"),
  /** A DaemonSet: a pod on every node. */
  AGENT("agent"),
  /** A StatefulSet with a Service. */
  STORE("store");

  private final String word;

  Part(String word) {
    this.word = word;
  }

  /** What is put behind the release's name, and above its values, where it is not the first. */
  String word() {
    return word;
  }

  /** The file of its template. */
  String template() {
    return word + ".yaml";
  }

  /** What the thing itself consists of, roughly; the first one bears the release's name. */
  static List<Part> of(String definition, String category) {
    return switch (definition) {
      case "otel-collector", "vector-agent" -> List.of(AGENT);
      case "tempo", "victoria-logs" -> List.of(STORE);
      case "loki" -> List.of(STORE, AGENT);
      case "prometheus-operator", "victoria-metrics" -> List.of(CONTROLLER, STORE, AGENT);
      case "cnpg" -> List.of(CONTROLLER);
      default -> ofCategory(category);
    };
  }

  private static List<Part> ofCategory(String category) {
    return switch (category) {
      case "cni" -> List.of(AGENT, CONTROLLER);
      case "loadbalancer", "storage" -> List.of(CONTROLLER, AGENT);
      case "database", "messaging" -> List.of(STORE);
      default -> List.of(CONTROLLER);
    };
  }
}
