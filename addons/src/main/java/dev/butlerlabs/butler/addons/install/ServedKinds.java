package dev.butlerlabs.butler.addons.install;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.install.plan.Part;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Kind.Coordinates;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Where a cluster keeps the kinds of some objects, as far as it knows them. */
record ServedKinds(Map<String, Coordinates> known, Set<String> watchable) {

  ServedKinds {
    known = Map.copyOf(known);
    watchable = Set.copyOf(watchable);
  }

  /** Asks once for each API version. */
  static Answer<ServedKinds> of(KubernetesClient client, List<ObjectNode> objects) {
    return of(
        client,
        objects.stream()
            .map(object -> object.path("apiVersion").asText())
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  /** All kinds of these API versions. */
  static Answer<ServedKinds> of(KubernetesClient client, Set<String> versions) {
    var known = new HashMap<String, Coordinates>();
    var watchable = new HashSet<String>();
    for (var version : versions) {
      var attempt = new Attempt("ask for the kinds of", version, ObjectKey.cluster("the cluster"));
      switch (Asking.ask(attempt, () -> Optional.ofNullable(client.getApiResources(version)))) {
        case Answer.Failed<Optional<APIResourceList>>(var trouble) -> {
          return Answer.failed(trouble);
        }
        case Answer.Done<Optional<APIResourceList>>(var list) ->
            list.ifPresent(
                found ->
                    found.getResources().stream()
                        .filter(one -> !one.getName().contains("/"))
                        .forEach(one -> note(version, one, known, watchable)));
      }
    }
    return Answer.done(new ServedKinds(known, watchable));
  }

  private static void note(
      String version, APIResource one, Map<String, Coordinates> known, Set<String> watchable) {
    var slash = version.indexOf('/');
    var name = version + " " + one.getKind();
    known.put(
        name,
        new Coordinates(
            slash < 0 ? "" : version.substring(0, slash),
            version.substring(slash + 1),
            one.getKind(),
            one.getName(),
            Boolean.TRUE.equals(one.getNamespaced())));
    if (one.getVerbs().contains("watch") && one.getVerbs().contains("list")) {
      watchable.add(name);
    }
  }

  Optional<Coordinates> find(ObjectNode object) {
    return Optional.ofNullable(known.get(name(object)));
  }

  /** Where the kind is, if it can be watched. */
  Optional<Coordinates> watchable(String version, String kind) {
    var name = version + " " + kind;
    return Optional.ofNullable(known.get(name)).filter(_ -> watchable.contains(name));
  }

  /** All kinds of namespaces that are stored: what can be watched is. */
  List<Coordinates> stored() {
    return known.entrySet().stream()
        .filter(one -> one.getValue().namespaced() && watchable.contains(one.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Those of that name, in whichever group. */
  List<Coordinates> named(String kind) {
    return known.values().stream().filter(one -> one.kind().equals(kind)).toList();
  }

  boolean namespaced(String version, String kind) {
    var found = known.get(version + " " + kind);
    return found != null && found.namespaced();
  }

  /** Where the object is, or would be. */
  Part part(ObjectNode object, String usualNamespace) {
    var version = object.path("apiVersion").asText();
    var metadata = object.path("metadata");
    var namespaced = find(object).map(Coordinates::namespaced).orElse(true);
    return new Part(
        version.contains("/") ? version.substring(0, version.indexOf('/')) : "",
        object.path("kind").asText(),
        namespaced ? metadata.path("namespace").asText(usualNamespace) : "",
        metadata.path("name").asText());
  }

  /** The kinds of the objects, as far as they can be watched. */
  Set<Kind<GenericKubernetesResource>> watchable(List<ObjectNode> objects) {
    return objects.stream()
        .filter(one -> watchable.contains(name(one)))
        .flatMap(one -> find(one).stream())
        .map(one -> Kind.untyped(one).labelled(Workloads.MADE_BY_HELM))
        .collect(Collectors.toSet());
  }

  private static String name(ObjectNode object) {
    return object.path("apiVersion").asText() + " " + object.path("kind").asText();
  }
}
