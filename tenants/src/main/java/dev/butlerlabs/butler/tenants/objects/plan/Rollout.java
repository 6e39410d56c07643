package dev.butlerlabs.butler.tenants.objects.plan;

import java.util.Map;

/**
 * How far an upgrade may go now.
 *
 * @param planeVersion what the control plane shall run
 * @param workersVersion what new workers run
 * @param held pools that keep their template for now, because others come first
 */
public record Rollout(String planeVersion, String workersVersion, Map<String, Template> held) {

  public Rollout {
    held = Map.copyOf(held);
  }
}
