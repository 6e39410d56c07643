package dev.butlerlabs.butler.addons.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.Engine;
import dev.butlerlabs.butler.addons.helm.plan.ManifestYaml;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.install.plan.Writers;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Kind.Coordinates;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.Reapplier;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Finds out which engine looks after what is in the way of an addon. It is asked only then, and not
 * to know it is no trouble.
 */
record Keepers(Destination on) {

  private static final FieldManager HELM = new FieldManager(Writers.HELM);

  /** An engine marks all objects alike. */
  private static final int SOME = 3;

  private static final Pattern IN_THE_WAY =
      Pattern.compile(
          "(\\w+) \"([^\"]+)\" in namespace \"([^\"]*)\" exists and cannot be imported");

  private static final Pattern WRITER = Pattern.compile("conflicts? with \"([^\"]+)\"");

  /** Of a release that somebody else made. */
  Optional<Engine> of(ReleaseKey release) {
    return on.call(client -> StoredRelease.find(client, release))
            instanceof Answer.Done<Optional<StoredRelease>>(var found)
        ? found.flatMap(stored -> of(release, stored))
        : Optional.empty();
  }

  private Optional<Engine> of(ReleaseKey release, StoredRelease stored) {
    return stored.keeper().or(() -> ofObjects(release, stored.objects()));
  }

  /**
   * Argo CD renders charts itself: of what Helm had installed before it marks the objects alone.
   */
  private Optional<Engine> ofObjects(ReleaseKey release, List<ObjectNode> objects) {
    var some = objects.stream().limit(SOME).toList();
    return on.call(client -> ServedKinds.of(client, some))
            instanceof Answer.Done<ServedKinds>(var served)
        ? some.stream()
            .flatMap(
                one -> {
                  var part = served.part(one, release.namespace());
                  var key = new ObjectKey(part.namespace(), part.name());
                  return served.find(one).stream().flatMap(kind -> live(kind, key));
                })
            .flatMap(one -> Engine.of(one).stream())
            .findFirst()
        : Optional.empty();
  }

  /** The same refusal, with the engine whose object or field is in the way. */
  Refusal named(Refusal refusal) {
    if (refusal.cause() == Cause.FIELD_TAKEN) {
      var writers = WRITER.matcher(refusal.trouble()).results().map(one -> one.group(1)).toList();
      return Engine.among(writers)
          .map(
              engine ->
                  refusal.also("that is " + engine.title() + ", which has to be stopped first"))
          .orElse(refusal);
    }
    var object = IN_THE_WAY.matcher(refusal.trouble());
    return refusal.cause() == Cause.OBJECT_TAKEN && object.find()
        ? ofObject(object.group(1), new ObjectKey(object.group(3), object.group(2)))
            .map(engine -> refusal.because(engine.object()))
            .orElse(refusal)
        : refusal;
  }

  private Optional<Engine> ofObject(String kind, ObjectKey key) {
    return on.call(Contents::versions) instanceof Answer.Done<Set<String>>(var versions)
            && on.call(client -> ServedKinds.of(client, versions))
                instanceof Answer.Done<ServedKinds>(var served)
        ? served.named(kind).stream()
            .flatMap(one -> live(one, key))
            .flatMap(one -> Engine.of(one).stream())
            .findFirst()
        : Optional.empty();
  }

  private Stream<JsonNode> live(Coordinates kind, ObjectKey key) {
    return on.call(client -> read(client, kind, key)) instanceof Answer.Done<JsonNode>(var found)
        ? Stream.of(found)
        : Stream.of();
  }

  private static Answer<JsonNode> read(KubernetesClient client, Coordinates kind, ObjectKey key) {
    return new Reapplier(client, HELM).read(kind, key);
  }

  /** The objects of a manifest; none when it cannot be read. */
  static List<ObjectNode> objects(String manifest) {
    try {
      return ManifestYaml.objects(manifest);
    } catch (YAMLException unreadable) {
      // Its words quote what is around, which may be secret.
      return List.of();
    }
  }
}
