package dev.butlerlabs.butler.addons.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.helm.PackedTexts;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.ManifestYaml;
import dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus;
import dev.butlerlabs.butler.addons.install.plan.Comparison;
import dev.butlerlabs.butler.addons.install.plan.Difference;
import dev.butlerlabs.butler.addons.install.plan.Part;
import dev.butlerlabs.butler.addons.install.plan.Writers;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.Reapplier;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Holds the objects of a release against what the release says, and repairs them. It may be cut off
 * anywhere and done anew.
 */
final class Inspection {

  private static final FieldManager HELM = new FieldManager(Writers.HELM);

  private final Destination on;
  private final ReleaseKey release;
  private final String manifest;
  private final PackedTexts manifests;

  /**
   * Nothing is looked at yet.
   *
   * @param manifest hash of what was installed; other content of the release is not applied
   * @param manifests where it is kept for who needs it next, by its hash
   */
  Inspection(Destination on, ReleaseKey release, String manifest, PackedTexts manifests) {
    this.on = on;
    this.release = release;
    this.manifest = manifest;
    this.manifests = manifests;
  }

  /**
   * Compares objects.
   *
   * @param which of them
   * @param repair which of these are repaired
   */
  Found compare(Predicate<Part> which, Predicate<Part> repair) {
    return opened(
        objects ->
            switch (on.call(client -> ServedKinds.of(client, objects))) {
              case Answer.Failed<ServedKinds>(var trouble) -> unclear(trouble);
              case Answer.Done<ServedKinds>(var served) -> compare(objects, served, which, repair);
            });
  }

  private interface Next {
    Found with(List<ObjectNode> objects);
  }

  private Found opened(Next next) {
    return switch (on.call(client -> StoredRelease.find(client, release))) {
      case Answer.Failed<Optional<StoredRelease>>(var trouble) -> unclear(trouble);
      case Answer.Done<Optional<StoredRelease>>(var found) when found.isEmpty() -> new Found.Gone();
      case Answer.Done<Optional<StoredRelease>>(var found) -> opened(found.get(), next);
    };
  }

  private Found opened(StoredRelease stored, Next next) {
    if (stored.status() != ReleaseStatus.DEPLOYED) {
      return new Found.Unclear(
          "release %s is %s; it is looked at again when that is over"
              .formatted(release, stored.status().word()));
    }
    if (!Manifests.hash(stored.manifest()).equals(manifest)) {
      return new Found.Replaced(stored.revision(), stored.keeper());
    }
    if (!manifests.holds(manifest)) {
      manifests.keep(manifest, stored.manifest());
    }
    try {
      return next.with(ManifestYaml.objects(stored.manifest()));
    } catch (YAMLException unreadable) {
      // Its words quote what is around, which may be secret.
      return new Found.Unclear("what release %s holds cannot be read".formatted(release));
    }
  }

  private Found compare(
      List<ObjectNode> objects,
      ServedKinds served,
      Predicate<Part> which,
      Predicate<Part> repairing) {
    var standing = new ArrayList<Difference>();
    var repaired = new ArrayList<Difference>();
    for (var object : objects) {
      var part = served.part(object, release.namespace());
      if (which.test(part)) {
        var repair = repairing.test(part);
        switch (on.call(client -> one(client, part, object, served, repair))) {
          case Answer.Failed<Optional<Difference>>(var trouble) -> {
            return unclear(trouble);
          }
          case Answer.Done<Optional<Difference>>(var difference) ->
              difference.ifPresent(
                  one -> (repair && one.obstacle().isEmpty() ? repaired : standing).add(one));
        }
      }
    }
    return new Found.Compared(served.watchable(objects), standing, repaired);
  }

  /** What differs; with {@code repair} it does not any more, unless it says what hinders it. */
  private Answer<Optional<Difference>> one(
      KubernetesClient client, Part part, ObjectNode object, ServedKinds served, boolean repair) {
    var kind = served.find(object);
    if (kind.isEmpty()) {
      return Answer.done(
          Optional.of(Difference.missing(part).hindered("the cluster does not know its kind")));
    }
    var key = new ObjectKey(part.namespace(), part.name());
    var share = HelmShare.of(object, release, part.namespace());
    var apply = new Reapplier(client, HELM);
    return switch (apply.read(kind.get(), key)) {
      case Answer.Failed<JsonNode>(Trouble.NotFound _) when Difference.goesWhenDone(object) ->
          Answer.done(Optional.empty());
      case Answer.Failed<JsonNode>(Trouble.NotFound _) ->
          repair
              ? outcome(Difference.missing(part), apply.apply(kind.get(), key, share))
              : Answer.done(Optional.of(Difference.missing(part)));
      case Answer.Failed<JsonNode>(var trouble) -> Answer.failed(trouble);
      // What is about to go is missed when it is gone.
      case Answer.Done<JsonNode>(var live)
          when live.path("metadata").has("deletionTimestamp")
              || Comparison.suspicions(stored(share), live).isEmpty() ->
          Answer.done(Optional.empty());
      case Answer.Done<JsonNode>(var live) ->
          switch (apply.wouldBe(kind.get(), key, share)) {
            case Answer.Failed<JsonNode>(var trouble) ->
                outcome(
                    new Difference(part, Comparison.suspicions(stored(share), live), List.of(), ""),
                    Answer.failed(trouble));
            case Answer.Done<JsonNode>(var wouldBe) -> {
              var difference = Difference.between(part, live, wouldBe);
              yield repair && difference.isPresent()
                  ? outcome(
                      difference.get(),
                      apply.apply(kind.get(), key, Difference.share(share, live, wouldBe)))
                  : Answer.done(difference);
            }
          };
    };
  }

  /** Trouble that concerns the object alone is told with it. */
  private static Answer<Optional<Difference>> outcome(
      Difference difference, Answer<JsonNode> applied) {
    return switch (applied) {
      case Answer.Done<JsonNode> _ -> Answer.done(Optional.of(difference));
      case Answer.Failed<JsonNode>(Trouble.Unreachable unreachable) when !unreachable.full() ->
          Answer.failed(unreachable);
      case Answer.Failed<JsonNode>(var trouble) ->
          Answer.done(Optional.of(difference.hindered(why(trouble))));
    };
  }

  private static String why(Trouble trouble) {
    return "%s (%s)".formatted(trouble.detail(), trouble.problem().remedy());
  }

  /** Texts of a Secret in the form in which they are stored. */
  private static JsonNode stored(ObjectNode share) {
    if (!(share.path("stringData") instanceof ObjectNode texts)) {
      return share;
    }
    var stored = share.deepCopy();
    stored.remove("stringData");
    var data = stored.withObject("/data");
    texts
        .properties()
        .forEach(
            one ->
                data.put(
                    one.getKey(),
                    Base64.getEncoder().encodeToString(one.getValue().asText().getBytes(UTF_8))));
    return stored;
  }

  private static Found unclear(Trouble trouble) {
    return new Found.Unclear(trouble.problem().sentence());
  }

  static Predicate<Part> nothing() {
    return _ -> false;
  }

  static Predicate<Part> everything() {
    return _ -> true;
  }
}
