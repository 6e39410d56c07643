package dev.butlerlabs.butler.tenants.objects.plan;

import java.util.Map;

/**
 * How far an upgrade may go now.
 *
 * @param planeVersion what the control plane shall run
 * @param workersVersion what new workers run
 * @param held pools that keep their template for now, because others come first
 * @param kept pools that keep their template because their cluster asks for nothing else
 * @param notes what to note of each pool; none for one whose note stays away
 */
public record Rollout(
    String planeVersion,
    String workersVersion,
    Map<String, Template> held,
    Map<String, Template> kept,
    Map<String, PoolNote> notes) {

  public Rollout {
    held = Map.copyOf(held);
    kept = Map.copyOf(kept);
    notes = Map.copyOf(notes);
  }

  /** Of pools of which nothing is known yet. */
  public Rollout(String planeVersion, String workersVersion, Map<String, Template> held) {
    this(planeVersion, workersVersion, held, Map.of(), Map.of());
  }
}
