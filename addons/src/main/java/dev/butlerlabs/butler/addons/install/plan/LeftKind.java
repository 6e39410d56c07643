package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.helm.plan.Engine;
import dev.butlerlabs.butler.api.addons.LeftoverPolicy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * A definition out of a chart's folder {@code crds} when the release is gone.
 *
 * @param live as it is stored, with its {@code managedFields}
 * @param releases that have it as well
 * @param objects how many of its kind there are; nothing where nobody can look
 */
public record LeftKind(JsonNode live, List<String> releases, Optional<Long> objects) {

  /** What we note with it, and what the API server tells of it. */
  private static final Set<String> NOBODY = Set.of(Writers.HELM, "butler-addons", "kube-apiserver");

  public LeftKind {
    releases = List.copyOf(releases);
  }

  /** Whether it may go; whatever is not plainly left over stays. */
  public Fate under(LeftoverPolicy policy) {
    if (policy == LeftoverPolicy.KEEP) {
      return new Fate.Stays("");
    }
    var owner = owner();
    if (owner.isPresent()) {
      return new Fate.Stays(owner.get());
    }
    if (!releases.isEmpty()) {
      return new Fate.Stays(
          "release %s has it too".formatted(Ending.shortly(releases.stream().sorted().toList())));
    }
    if (policy == LeftoverPolicy.ALL || objects.filter(count -> count == 0).isPresent()) {
      return new Fate.Goes();
    }
    return new Fate.Stays(
        objects
            .map("objects of it: %d"::formatted)
            .orElse("it is not served, so nobody can look for its objects"));
  }

  /** Who has a say in it beside the release that is gone. */
  private Optional<String> owner() {
    var group = live.at("/spec/group").asText();
    if (shared(group)) {
      return Optional.of("kinds of %s are not one chart's".formatted(group));
    }
    var metadata = live.path("metadata");
    if (metadata.path("annotations").path("helm.sh/resource-policy").asText().equals("keep")) {
      return Optional.of("its chart wants it kept");
    }
    if (metadata.path("labels").has("app.kubernetes.io/managed-by")
        || metadata.path("annotations").has("meta.helm.sh/release-name")) {
      return Optional.of("it belongs to a release");
    }
    if (!metadata.path("ownerReferences").isEmpty()) {
      return Optional.of(
          "it belongs to %s %s"
              .formatted(
                  metadata.at("/ownerReferences/0/kind").asText(),
                  metadata.at("/ownerReferences/0/name").asText()));
    }
    return Engine.of(live)
        .map(one -> one.title() + " looks after it")
        .or(() -> writer().map("%s wrote it too"::formatted));
  }

  /** Kubernetes' own groups have many that bring and use them, and the platform's are its heart. */
  static boolean shared(String group) {
    return group.equals("k8s.io")
        || group.endsWith(".k8s.io")
        || group.endsWith(".x-k8s.io")
        || group.endsWith("butlerlabs.dev")
        || !group.contains(".");
  }

  private Optional<String> writer() {
    return StreamSupport.stream(live.at("/metadata/managedFields").spliterator(), false)
        .filter(entry -> !entry.path("subresource").asText().equals("status"))
        .map(entry -> entry.path("manager").asText())
        .filter(name -> !NOBODY.contains(name))
        .findFirst();
  }
}
