package dev.butlerlabs.butler.addons.install;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

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
                        look(client, release).definitions().stream()
                            .map("%s/%%s (of its crds folder)".formatted(KIND)::formatted)
                            .toList())));
  }

  /**
   * What a release brought that stays without it.
   *
   * @param chart it is made of
   */
  record Brought(String chart, List<String> definitions) {}

  /** The same, for those who must know. */
  static Answer<Brought> brought(KubernetesClient client, ReleaseKey release) {
    return Asking.ask(
        new Attempt("read", "release", new ObjectKey(release.namespace(), release.name())),
        () -> look(client, release));
  }

  private static Brought look(KubernetesClient client, ReleaseKey release) {
    return releases(client, release.namespace(), ",name=" + release.name()).stream()
        .max(StoredRelease.BY_REVISION)
        .map(StoredRelease::content)
        .map(
            content ->
                new Brought(
                    content.at("/chart/metadata/name").asText(),
                    names(content).stream().filter(name -> there(client, name)).toList()))
        .orElseGet(() -> new Brought("", List.of()));
  }

  /** What cannot be read Helm could not have installed. */
  private static List<String> names(JsonNode content) {
    return StoredRelease.folder(content).orElse(List.of());
  }

  /** Without the release to which they belong, if they belong to one. */
  private static boolean there(KubernetesClient client, String name) {
    var found = client.apiextensions().v1().customResourceDefinitions().withName(name).get();
    return found != null && !labels(found).containsKey("app.kubernetes.io/managed-by");
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
    return made(client, name)
        .map(
            _ -> {
              var volumes =
                  client.persistentVolumeClaims().inNamespace(name).list().getItems().size();
              return "Namespace/%s (made for addons%s)"
                  .formatted(
                      name,
                      volumes == 0 ? "" : "; PersistentVolumeClaims with data in it: " + volumes);
            });
  }

  /** The namespace, if it was made for addons and no release is in it. */
  static Optional<Namespace> made(KubernetesClient client, String name) {
    return Optional.ofNullable(client.namespaces().withName(name).get())
        .filter(found -> !found.isMarkedForDeletion())
        .filter(found -> Labels.MANAGED_BY_BUTLER.equals(labels(found).get(Labels.MANAGED_BY)))
        .filter(_ -> releases(client, name, "").isEmpty());
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
