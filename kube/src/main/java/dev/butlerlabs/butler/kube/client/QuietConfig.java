package dev.butlerlabs.butler.kube.client;

import io.fabric8.kubernetes.client.Config;

/** A client's configuration whose text shows no credential; the library's own shows them all. */
final class QuietConfig extends Config {

  QuietConfig(Config of) {
    super(of);
  }

  @Override
  public String toString() {
    return "access to " + getMasterUrl();
  }
}
