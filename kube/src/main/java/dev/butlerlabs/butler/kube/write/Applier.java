package dev.butlerlabs.butler.kube.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Server-side apply for one feature: exactly what is meant is written, and nothing else.
 *
 * <p>Repeating an apply changes nothing. A field left out of the next apply is given up, and goes
 * unless somebody else owns it too. Metadata the server keeps, and the status, are never sent.
 */
public final class Applier {

  private static final List<String> SERVER_KEPT =
      List.of(
          "managedFields",
          "resourceVersion",
          "uid",
          "creationTimestamp",
          "generation",
          "selfLink",
          "deletionTimestamp",
          "deletionGracePeriodSeconds");

  /** The version of no object: a store's first write makes the second. */
  private static final String NOBODYS = "1";

  private final KubernetesClient client;
  private final FieldManager manager;
  private final Recollection recollection = new Recollection();

  public Applier(KubernetesClient client, FieldManager manager) {
    this.client = client;
    this.manager = manager;
  }

  /**
   * Makes an object that is wholly ours what we mean. A field somebody else changed is taken back.
   * An object of that name which this feature did not make is left alone: {@link Trouble.Conflict}.
   */
  public <T extends HasMetadata> Answer<T> apply(T desired) {
    return apply(desired, null);
  }

  /**
   * The same, and without any call when all of ours was seen as our last apply left it, whatever
   * others reported in it, hung on it or wrote beside it since.
   *
   * @param seen what the cache has of the object
   */
  public <T extends HasMetadata> Answer<T> apply(T desired, @Nullable T seen) {
    return applyOurs(desired, seen, Map.of());
  }

  /**
   * Writes a few fields of an object that belongs to somebody else. A field another writer holds
   * with another value is left to them: {@link Trouble.Conflict} names the writer.
   */
  public <T extends HasMetadata> Answer<T> contribute(T desired) {
    return send(Attempt.to("apply to", desired), desired, body(desired, Map.of()), false);
  }

  /**
   * Makes an object of ours not exist. One that was changed since it was seen is left: {@link
   * Trouble.Conflict}.
   *
   * @return whether there was something to remove
   */
  public Answer<Boolean> remove(HasMetadata seen) {
    var answer =
        Asking.ask(
            Attempt.to("remove", seen),
            () ->
                !client
                    .resource(seen)
                    .lockResourceVersion(seen.getMetadata().getResourceVersion())
                    .delete()
                    .isEmpty());
    return answer instanceof Answer.Failed<Boolean>(Trouble.NotFound _)
        ? Answer.done(false)
        : answer;
  }

  /**
   * Applies all, then removes what was applied for this owner earlier and is desired no more.
   * Nothing is removed while an apply is in trouble. Only objects that carry the owner's UID by our
   * own hand are removed; those of other owners, features and people are never touched.
   *
   * @param where the kinds, each with the namespace to look in, that were ever applied for owners
   *     of this sort
   */
  public Applied applyAll(
      Owner owner, List<? extends HasMetadata> desired, Set<? extends Kind<?>> where) {
    var stored = new ArrayList<HasMetadata>();
    var troubles = new ArrayList<Trouble>();
    for (HasMetadata one : desired) {
      switch (applyOurs(one, null, owner.labels(manager))) {
        case Answer.Done<HasMetadata>(var value) -> stored.add(value);
        case Answer.Failed<HasMetadata>(var trouble) -> troubles.add(trouble);
      }
    }
    return troubles.isEmpty()
        ? new Pruner(client, manager).prune(owner, stored, where)
        : new Applied(stored, List.of(), troubles);
  }

  private <T extends HasMetadata> Answer<T> applyOurs(
      T desired, @Nullable T seen, Map<String, String> labels) {
    var attempt = Attempt.to("apply", desired);
    var trace = recollection.of(attempt);
    if (seen != null && trace.filter(last -> last.asked(desired) && last.as(seen)).isPresent()) {
      return Answer.done(seen);
    }
    var body = body(desired, labels);
    if (trace.isEmpty()) {
      return first(attempt, desired, seen, body);
    }
    if (seen != null && trace.get().body() == body.hashCode() && still(trace.get(), seen, body)) {
      recollection.keep(attempt, trace.get().seenAs(seen, desired));
      return Answer.done(seen);
    }
    // The UID makes the server refuse when the object we remember was replaced meanwhile.
    var fenced = body.deepCopy();
    fenced.withObject("/metadata").put("uid", trace.get().uid());
    var answer = remembering(attempt, desired, body, fenced);
    if (answer instanceof Answer.Failed<T>(Trouble.Conflict _)) {
      recollection.forget(attempt);
      return applyOurs(desired, null, labels);
    }
    return answer;
  }

  /** Whether everything is as an apply of the same would leave it. */
  private static boolean still(Recollection.Trace trace, HasMetadata seen, ObjectNode body) {
    return trace.as(seen) || trace.besides(seen) || trace.around(seen, body);
  }

  /**
   * What nobody has seen is most likely not there: one apply that fits no object there could be
   * makes it. Only when there is one after all, it is looked at.
   */
  private <T extends HasMetadata> Answer<T> first(
      Attempt attempt, T desired, @Nullable T seen, ObjectNode body) {
    if (seen == null) {
      var fresh = body.deepCopy();
      fresh.withObject("/metadata").put("resourceVersion", NOBODYS);
      var answer = remembering(attempt, desired, body, fresh);
      if (!(answer instanceof Answer.Failed<T>(Trouble.Conflict _))) {
        return answer;
      }
    }
    return ensureOurs(attempt, desired).then(_ -> remembering(attempt, desired, body, body));
  }

  private <T extends HasMetadata> Answer<T> remembering(
      Attempt attempt, T desired, ObjectNode body, ObjectNode sent) {
    var answer = send(attempt, desired, sent, true);
    if (answer instanceof Answer.Done<T>(var stored)) {
      recollection.keep(attempt, body, desired, stored);
    }
    return answer;
  }

  /** Looks once per object and process, so that a namesake somebody made is not taken over. */
  private <T extends HasMetadata> Answer<T> ensureOurs(Attempt attempt, T desired) {
    var found = Asking.ask(attempt, () -> client.resource(desired).require());
    return switch (found) {
      case Answer.Failed<T>(Trouble.NotFound _) -> Answer.done(desired);
      case Answer.Failed<T> failed -> failed;
      case Answer.Done<T>(var stored) when ManagedFields.appliedBy(manager, stored) -> found;
      case Answer.Done<T> _ ->
          Answer.failed(
              new Trouble.Conflict(
                  attempt,
                  "an object of that name exists and was not made by "
                      + manager
                      + "; rename or remove it"));
    };
  }

  private <T extends HasMetadata> Answer<T> send(
      Attempt attempt, T desired, ObjectNode body, boolean force) {
    return Asking.ask(
        attempt,
        () -> client.resource(desired).patch(Patches.apply(manager, force), Patches.text(body)));
  }

  private static ObjectNode body(HasMetadata desired, Map<String, String> labels) {
    var body = (ObjectNode) Patches.tree(desired);
    body.remove("status");
    var metadata = body.withObject("/metadata");
    SERVER_KEPT.forEach(metadata::remove);
    if (!labels.isEmpty()) {
      var all = metadata.withObject("/labels");
      labels.forEach(all::put);
    }
    return body;
  }
}
