package dev.butlerlabs.butler.bench.engine;

import io.fabric8.kubernetes.client.KubernetesClient;

/** An engine that runs the three duties. */
interface Contender {

  /** The threads each of the three controllers may use. */
  int WORKERS = 16;

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
