package dev.butlerlabs.butler.kube.write;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;

/**
 * Notes something with an object, if it is still what was read: for facts of which the next step
 * must know. Only the annotations are sent, so nothing is compared and nothing else is touched.
 */
public final class Annotator {

  private final KubernetesClient client;

  public Annotator(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Writes the annotations if nobody wrote since the read; else {@link Trouble.Conflict}, and
   * nothing happened.
   */
  public <T extends HasMetadata> Answer<T> put(T read, Map<String, String> annotations) {
    var patch = JsonNodeFactory.instance.objectNode();
    var metadata = patch.putObject("metadata");
    metadata.put("uid", read.getMetadata().getUid());
    metadata.put("resourceVersion", read.getMetadata().getResourceVersion());
    var notes = metadata.putObject("annotations");
    annotations.forEach(notes::put);
    return Asking.ask(
        Attempt.to("annotate", read),
        () -> client.resource(Nameplate.of(read)).patch(Patches.merge(), Patches.text(patch)));
  }
}
