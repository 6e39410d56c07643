package dev.butlerlabs.butler.kube.client;

import dev.butlerlabs.butler.kernel.Problem;
import io.fabric8.kubernetes.client.Config;

/** What a kubeconfig turned out to be. */
public sealed interface Access {

  /** An address and credentials that have the right form; nobody has tried them yet. */
  record Usable(Config config) implements Access {

    public Usable {
      config = new QuietConfig(config);
    }

    /** The address alone, since the rest is secret. */
    @Override
    public String toString() {
      return config.toString();
    }
  }

  /** Not to be used until somebody corrects it. */
  record Unusable(Problem problem) implements Access {}

  /** The configuration, or an exception that tells the problem. */
  default Config orElseThrow() {
    return switch (this) {
      case Usable(var config) -> config;
      case Unusable(var problem) -> throw new IllegalArgumentException(problem.sentence());
    };
  }
}
