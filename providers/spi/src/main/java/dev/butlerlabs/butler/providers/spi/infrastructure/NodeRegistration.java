package dev.butlerlabs.butler.providers.spi.infrastructure;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a worker tells the cluster which machine it is. Values may hold templates that cloud-init
 * fills in from the platform's metadata; {@code {{ ... }}} marks them.
 *
 * @param kubeletArguments arguments of the kubelet beside those of the cluster
 * @param name the node's name; null for the machine's own
 */
public record NodeRegistration(Map<String, String> kubeletArguments, @Nullable String name) {

  public NodeRegistration {
    kubeletArguments = Collections.unmodifiableMap(new TreeMap<>(kubeletArguments));
  }

  /** The provider tells Cluster API by itself; nothing to add. */
  public static NodeRegistration plain() {
    return new NodeRegistration(Map.of(), null);
  }

  /** Nodes wait for a cloud controller, which names them by that. */
  public static NodeRegistration externalCloud(String name) {
    return new NodeRegistration(Map.of("cloud-provider", "external"), name);
  }

  public static NodeRegistration providerId(String id) {
    return new NodeRegistration(Map.of("provider-id", id), null);
  }
}
