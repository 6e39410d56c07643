package dev.butlerlabs.butler.kube.write;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.kube.Finalizers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * Finalizers put on and taken off by a patch that holds only for the version it was made from, so
 * that no finalizer of anybody else is lost. Never an apply: that would raise the dead.
 */
public final class PatchedFinalizers implements Finalizers {

  private static final int TRIES = 5;

  private final KubernetesClient client;

  public PatchedFinalizers(KubernetesClient client) {
    this.client = client;
  }

  @Override
  public <T extends HasMetadata> T add(T object, String finalizer) {
    return settle(object, finalizer, true).orElseThrow();
  }

  @Override
  public void remove(HasMetadata object, String finalizer) {
    var answer = settle(object, finalizer, false);
    if (!(answer instanceof Answer.Failed<?>(Trouble.NotFound _))) {
      answer.orElseThrow();
    }
  }

  /** The object with the finalizer on or off, whatever others write meanwhile. */
  private <T extends HasMetadata> Answer<T> settle(T seen, String finalizer, boolean wanted) {
    var now = seen;
    for (var left = TRIES; ; left--) {
      if (settled(now, finalizer, wanted)) {
        return Answer.done(now);
      }
      var answer = patch(now, wanted ? addition(now, finalizer) : removal(now, finalizer), wanted);
      if (left == 0 || !(answer instanceof Answer.Failed<T>(Trouble.Conflict _))) {
        return answer;
      }
      var fresh = Live.read(client, seen);
      if (!(fresh instanceof Answer.Done<T>(var value))) {
        return fresh;
      }
      now = value;
    }
  }

  /** The API server takes no new finalizer once deletion has begun. */
  private static boolean settled(HasMetadata object, String finalizer, boolean wanted) {
    var there = object.getMetadata().getFinalizers().contains(finalizer);
    return there == wanted || (wanted && object.getMetadata().getDeletionTimestamp() != null);
  }

  private static ArrayNode addition(HasMetadata object, String finalizer) {
    var patch = JsonNodeFactory.instance.arrayNode();
    var add = patch.addObject().put("op", "add");
    if (object.getMetadata().getFinalizers().isEmpty()) {
      add.put("path", "/metadata/finalizers").putArray("value").add(finalizer);
    } else {
      add.put("path", "/metadata/finalizers/-").put("value", finalizer);
    }
    return patch;
  }

  private static ArrayNode removal(HasMetadata object, String finalizer) {
    var patch = JsonNodeFactory.instance.arrayNode();
    var place = object.getMetadata().getFinalizers().indexOf(finalizer);
    patch.addObject().put("op", "remove").put("path", "/metadata/finalizers/" + place);
    return patch;
  }

  private <T extends HasMetadata> Answer<T> patch(T object, ArrayNode patch, boolean wanted) {
    var verb = wanted ? "put a finalizer on" : "take a finalizer off";
    return Asking.ask(
        Attempt.to(verb, object),
        () ->
            client
                .resource(Nameplate.of(object))
                .patch(Patches.json(), Patches.text(Patches.checked(patch, object))));
  }
}
