package dev.butlerlabs.butler.kube.admission;

import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * What one feature has to say about objects of one kind. It is asked by several threads at once,
 * writes nothing, and answers within {@link ReviewDesk#PATIENCE}.
 *
 * <p>It is asked only about what matters: never about an object that is on its way out, never about
 * an update that leaves the spec, and what else is {@link Heeded}, as it was.
 */
@FunctionalInterface
public interface Rule<T extends HasMetadata> {

  /**
   * Judges one request. What is thrown refuses the request: {@link
   * dev.butlerlabs.butler.kube.write.TroubleException} with its own words, anything else as a bug
   * of ours.
   */
  Ruling review(Request<T> request);
}
