package dev.butlerlabs.butler.addons.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.ManifestYaml;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * What stays on a cluster when a release goes, beside what its chart wants kept: Helm never deletes
 * definitions out of a chart's {@code crds} folder, and no namespace. Those of charts inside the
 * chart are written down nowhere, and not known here.
 */
final class Leftovers {

  private static final String KIND = "CustomResourceDefinition";

  private Leftovers() {}

  /** Definitions of the chart's own folder that are there; known only while the release is. */
  static List<String> definitions(Destination on, ReleaseKey release) {
    return told(
        "definitions of release " + release,
        on.call(
            client ->
                Asking.ask(
                    new Attempt(
                        "read", "release", new ObjectKey(release.namespace(), release.name())),
                    () ->
                        names(client, release)
                            .filter(name -> there(client, name))
                            .map("%s/%%s (of its crds folder)".formatted(KIND)::formatted)
                            .toList())));
  }

  /** Without the release to which they belong, if they belong to one. */
  private static boolean there(KubernetesClient client, String name) {
    var found = client.apiextensions().v1().customResourceDefinitions().withName(name).get();
    return found != null && !labels(found).containsKey("app.kubernetes.io/managed-by");
  }

  private static Stream<String> names(KubernetesClient client, ReleaseKey release) {
    return releases(client, release.namespace(), ",name=" + release.name()).stream()
        .max(StoredRelease.BY_REVISION)
        .stream()
        .flatMap(Leftovers::definitions)
        .distinct();
  }

  private static Stream<String> definitions(Secret stored) {
    var names = new ArrayList<String>();
    for (var file : StoredRelease.content(stored).at("/chart/files")) {
      if (file.path("name").asText().startsWith("crds/")) {
        names.addAll(names(file.path("data").asText()));
      }
    }
    return names.stream();
  }

  private static List<String> names(String packed) {
    try {
      return ManifestYaml.objects(new String(Base64.getDecoder().decode(packed), UTF_8)).stream()
          .filter(one -> KIND.equals(one.path("kind").asText()))
          .map(one -> one.at("/metadata/name").asText())
          .toList();
    } catch (YAMLException | IllegalArgumentException unreadable) {
      // Helm could not have installed it.
      return List.of();
    }
  }

  /** A namespace that was made for addons, when no release is in it any more. */
  static List<String> namespace(Destination on, String name) {
    return told(
        "namespace " + name,
        on.call(
            client ->
                Asking.ask(
                    new Attempt("read", "namespace", ObjectKey.cluster(name)),
                    () -> namespace(client, name).stream().toList())));
  }

  private static Optional<String> namespace(KubernetesClient client, String name) {
    var found = client.namespaces().withName(name).get();
    var made =
        found != null
            && !found.isMarkedForDeletion()
            && Labels.MANAGED_BY_BUTLER.equals(labels(found).get(Labels.MANAGED_BY));
    if (!made || !releases(client, name, "").isEmpty()) {
      return Optional.empty();
    }
    var volumes = client.persistentVolumeClaims().inNamespace(name).list().getItems().size();
    return Optional.of(
        "Namespace/%s (made for addons%s)"
            .formatted(
                name, volumes == 0 ? "" : "; PersistentVolumeClaims with data in it: " + volumes));
  }

  private static List<Secret> releases(KubernetesClient client, String namespace, String more) {
    return client
        .secrets()
        .inNamespace(namespace)
        .withLabelSelector("owner=helm" + more)
        .list()
        .getItems();
  }

  private static Map<String, String> labels(HasMetadata object) {
    return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
  }

  /** Not to know it keeps no release from going, and is not passed over. */
  private static List<String> told(String what, Answer<List<String>> answer) {
    return switch (answer) {
      case Answer.Done<List<String>>(var found) -> found;
      case Answer.Failed<List<String>>(var trouble) ->
          List.of("perhaps the %s (%s)".formatted(what, trouble.detail()));
    };
  }
}
