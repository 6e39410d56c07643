package dev.butlerlabs.butler.kube.write;

import java.util.Set;

/**
 * The part of a kind's status that one feature writes, and nobody else.
 *
 * @param fields paths below {@code status}, dots between, whose whole content is ours: {@code
 *     phase}, {@code observedState.addons}
 * @param conditions the types of our conditions
 * @param tellsGeneration true for the one writer that keeps {@code status.observedGeneration}
 */
public record StatusShare(
    FieldManager manager, Set<String> fields, Set<String> conditions, boolean tellsGeneration) {

  public StatusShare {
    fields = Set.copyOf(fields);
    conditions = Set.copyOf(conditions);
  }

  /** True when the path, or something it lies in, is ours. */
  boolean covers(String path) {
    return fields.stream().anyMatch(own -> path.equals(own) || path.startsWith(own + "."));
  }

  /** True when something of ours lies below the path. */
  boolean leadsTo(String path) {
    return fields.stream().anyMatch(own -> own.startsWith(path + "."));
  }
}
