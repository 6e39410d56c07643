package dev.butlerlabs.butler.addons.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.helm.Contested;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.ManifestYaml;
import dev.butlerlabs.butler.addons.install.plan.Conflicts;
import dev.butlerlabs.butler.addons.install.plan.Writers;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.Reapplier;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Tries on a cluster's API server what a revision of a release would conflict with; nothing is
 * stored. Helm itself tells of the first object only.
 */
record Contesting(Destination on, ReleaseKey release) implements Contested {

  private static final FieldManager HELM = new FieldManager(Writers.HELM);

  @Override
  public boolean yields(int revision) {
    return on.call(client -> StoredRelease.find(client, release, revision))
            instanceof Answer.Done<Optional<StoredRelease>>(var found)
        && found.map(StoredRelease::manifest).filter(this::yields).isPresent();
  }

  private boolean yields(String manifest) {
    try {
      var objects = ManifestYaml.objects(manifest);
      return !objects.isEmpty()
          && on.call(client -> ServedKinds.of(client, objects))
              instanceof Answer.Done<ServedKinds>(var served)
          && objects.stream().allMatch(object -> yields(served, object));
    } catch (YAMLException unreadable) {
      // Its words quote what is around, which may be secret.
      return false;
    }
  }

  /** What cannot be tried yields nothing. */
  private boolean yields(ServedKinds served, ObjectNode object) {
    return switch (on.call(client -> tried(client, served, object))) {
      case Answer.Done<List<JsonNode>> _ -> true;
      case Answer.Failed<List<JsonNode>>(Trouble.Conflict(_, var detail)) ->
          Conflicts.writtenAgain(detail);
      case Answer.Failed<List<JsonNode>> _ -> false;
    };
  }

  private Answer<List<JsonNode>> tried(
      KubernetesClient client, ServedKinds served, ObjectNode object) {
    var part = served.part(object, release.namespace());
    var key = new ObjectKey(part.namespace(), part.name());
    var share = HelmShare.of(object, release, part.namespace());
    return served
        .find(object)
        .map(kind -> new Reapplier(client, HELM).unlessTaken(kind, key, share).map(List::of))
        .orElseGet(() -> Answer.done(List.of()));
  }
}
