package dev.butlerlabs.butler.bench.engine;

import io.fabric8.kubernetes.client.KubernetesClient;

/** An engine that runs the three duties. */
interface Contender {

  /** The threads one controller may use; JOSDK has one pool of that size for all three. */
  int WORKERS = 48;

  /** What all objects of the benchmark carry. */
  String SELECTOR = "bench=engine";

  void start(KubernetesClient client, Duties duties);

  void stop();

  static Contender named(String name) {
    return switch (name) {
      case "josdk" -> new JosdkContender();
      case "ours" -> new OurContender();
      default -> throw new IllegalArgumentException("no such contender: " + name);
    };
  }
}
