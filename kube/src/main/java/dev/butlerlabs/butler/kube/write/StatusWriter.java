package dev.butlerlabs.butler.kube.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.kernel.Report;
import dev.butlerlabs.butler.kernel.Verdict;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

/**
 * Tells the world through the status of an object: only one feature's share of it, and only when
 * the stored status says something else.
 *
 * <p>Only the difference is sent. Whoever writes beside us is safe without the server's merging,
 * since the write is checked by resourceVersion anyway, and costs the API server a third of an
 * apply.
 *
 * <p>A condition keeps its transition time while its status stays the same, also when the object
 * handed in is stale: after a conflict the write is made anew from what is stored.
 */
public final class StatusWriter {

  private static final int TRIES = 5;

  private final KubernetesClient client;
  private final StatusShare share;
  private final InstantSource clock;

  public StatusWriter(KubernetesClient client, StatusShare share, InstantSource clock) {
    this.client = client;
    this.share = share;
    this.clock = clock;
  }

  /**
   * Makes our share of the status say this, and nothing else. What is left out is taken back.
   *
   * @param seen the object the report was made from; its generation is told as observed
   * @param fields a record or map of our status fields besides the conditions
   * @return the object as it is stored now
   */
  public <T extends HasMetadata> Answer<T> write(T seen, Report report, Object fields) {
    return write(seen, report.verdicts(), fields);
  }

  public <T extends HasMetadata> Answer<T> write(T seen, List<Verdict> verdicts, Object fields) {
    var generation = Objects.requireNonNullElse(seen.getMetadata().getGeneration(), 0L);
    var said = Patches.tree(fields);
    var now = seen;
    for (var left = TRIES; ; left--) {
      var stored = status(now);
      var body = StatusBody.of(share, stored, said, verdicts, generation, clock.instant());
      if (body.alreadyStored()) {
        return Answer.done(now);
      }
      var answer = send(now, body);
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

  /** Missing, or JSON's null, when there is none. */
  private static JsonNode status(HasMetadata object) {
    return object instanceof CustomResource<?, ?> ours
        ? Patches.tree(ours.getStatus())
        : Patches.tree(object).path("status");
  }

  private <T extends HasMetadata> Answer<T> send(T now, StatusBody body) {
    var patch = JsonNodeFactory.instance.objectNode();
    patch
        .putObject("metadata")
        .put("uid", now.getMetadata().getUid())
        .put("resourceVersion", now.getMetadata().getResourceVersion());
    patch.set("status", body.difference());
    return Asking.ask(
        Attempt.to("write the status of", now),
        () ->
            client
                .resource(Nameplate.of(now))
                .subresource("status")
                .patch(Patches.merge(share.manager()), Patches.text(patch)));
  }
}
