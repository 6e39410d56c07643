package dev.butlerlabs.butler.kube.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.zjsonpatch.JsonDiff;
import java.util.function.UnaryOperator;

/**
 * Changes an object only if it is still what was read: for ledgers and quota decisions, where two
 * leaders must not both win.
 *
 * <p>Only the differences are sent, so fields that the Java type does not know survive.
 */
public final class CompareAndSwap {

  private static final int TRIES = 10;

  /** Which half of an object is changed; the other half is left as it is. */
  public enum Part {
    OBJECT,
    STATUS,
    /** The status again, where only a decision about a certificate request may be written. */
    APPROVAL
  }

  private final KubernetesClient client;
  private final Part part;

  public CompareAndSwap(KubernetesClient client, Part part) {
    this.client = client;
    this.part = part;
  }

  /**
   * Writes the change if nobody wrote since the read; else {@link Trouble.Conflict}, and nothing
   * happened. After {@link Trouble.Unreachable} nobody knows: read again before deciding.
   */
  public <T extends HasMetadata> Answer<T> swap(T read, T changed) {
    var difference = JsonDiff.asJson(half(read), half(changed));
    if (difference.isEmpty()) {
      return Answer.done(read);
    }
    var patch = Patches.text(Patches.checked((ArrayNode) difference, read));
    var plate = Nameplate.of(read);
    var answer =
        Asking.ask(
            Attempt.to("swap", read),
            () ->
                switch (part) {
                  case OBJECT -> client.resource(plate).patch(Patches.json(), patch);
                  case STATUS ->
                      client.resource(plate).subresource("status").patch(Patches.json(), patch);
                  case APPROVAL ->
                      client.resource(plate).subresource("approval").patch(Patches.json(), patch);
                });
    return answer instanceof Answer.Failed<T>(Trouble.Invalid(var attempt, var field, _))
            && field.isEmpty()
        ? misfit(attempt, read, answer)
        : answer;
  }

  /**
   * A difference to something old may fit nowhere in what is stored, and the API server then finds
   * that before it compares versions: what is stored tells whether it was a lost race.
   */
  private <T extends HasMetadata> Answer<T> misfit(Attempt attempt, T read, Answer<T> refused) {
    return switch (Live.read(client, read)) {
      case Answer.Done<T>(var stored)
          when stored
              .getMetadata()
              .getResourceVersion()
              .equals(read.getMetadata().getResourceVersion()) ->
          refused;
      case Answer.Done<T> _ ->
          Answer.failed(
              new Trouble.Conflict(attempt, "the object has been modified since it was read"));
      case Answer.Failed<T> failed -> failed;
    };
  }

  /**
   * Reads what is stored, changes it and swaps; after a conflict once more from what is stored
   * then. The change is asked each time and must leave its argument alone.
   */
  public <T extends HasMetadata> Answer<T> update(T object, UnaryOperator<T> change) {
    for (var left = TRIES; ; left--) {
      var answer = Live.read(client, object).then(read -> swap(read, change.apply(read)));
      if (left == 0 || !(answer instanceof Answer.Failed<T>(Trouble.Conflict _))) {
        return answer;
      }
    }
  }

  private JsonNode half(HasMetadata object) {
    var whole = (ObjectNode) Patches.tree(object);
    if (part != Part.OBJECT) {
      var status = JsonNodeFactory.instance.objectNode();
      if (whole.has("status")) {
        status.set("status", whole.get("status"));
      }
      return status;
    }
    whole.remove("status");
    whole.withObject("/metadata").remove("managedFields");
    whole.withObject("/metadata").remove("resourceVersion");
    return whole;
  }
}
