package dev.butlerlabs.butler.testkit;

import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.client.KubernetesClient;

/** What a {@link CrashMatrix} plays again and again, each time in a namespace of its own. */
public interface Story {

  /** What is there before the process starts; told by a client without faults. */
  default void arrange(KubernetesClient admin, String namespace) {}

  /**
   * One life of the process under test, until it thinks that its work is done. It is played again,
   * for the same objects, when it throws: by the same process after an exception, by a new one
   * after a kill. Returning is the claim that nothing is left to do.
   */
  void live(RecordingClient process, String namespace);

  /** What matters of the world at the end, as text; see {@link EndState}. */
  String endState(KubernetesClient admin, String namespace);
}
