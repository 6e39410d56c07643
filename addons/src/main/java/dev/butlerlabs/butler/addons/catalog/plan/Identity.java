package dev.butlerlabs.butler.addons.catalog.plan;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * By what a cluster is told apart from others where everything comes together.
 *
 * @param environment empty for none
 * @param providerType empty as long as it is not known
 * @param providerConfig empty as long as it is not known
 */
public record Identity(
    String cluster,
    String namespace,
    String uid,
    String environment,
    String providerType,
    String providerConfig) {

  /** As labels, in an order that does not change; what is empty is left out. */
  public Map<String, String> labels() {
    var labels = new LinkedHashMap<String, String>();
    labels.put("cluster", cluster);
    labels.put("cluster_namespace", namespace);
    labels.put("cluster_uid", uid);
    labels.put("environment", environment);
    labels.put("provider_type", providerType);
    labels.put("provider_config", providerConfig);
    labels.values().removeIf(String::isEmpty);
    return labels;
  }
}
