package dev.butlerlabs.butler.providers.local.join;

import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;

/**
 * How a machine is to join.
 *
 * @param nodeName of the Node it becomes
 * @param labels and taints the Node is registered with
 */
public record JoinOrder(
    Discovery discovery, String nodeName, Map<String, String> labels, List<Taint> taints) {

  public JoinOrder {
    labels = Map.copyOf(labels);
    taints = List.copyOf(taints);
  }
}
