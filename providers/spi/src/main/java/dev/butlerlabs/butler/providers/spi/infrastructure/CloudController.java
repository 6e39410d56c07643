package dev.butlerlabs.butler.providers.spi.infrastructure;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the cloud controller inside a cluster is started with. It signs in as the node it runs on;
 * no credential stands here.
 *
 * @param cloud the value of --cloud-provider
 * @param clusterName the value of --cluster-name: how the platform's things are tagged
 * @param configuration the content of its configuration file
 * @param arguments further arguments
 */
public record CloudController(
    String cloud, String clusterName, String configuration, Map<String, String> arguments) {

  public CloudController {
    arguments = Collections.unmodifiableMap(new TreeMap<>(arguments));
  }
}
