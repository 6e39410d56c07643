package dev.butlerlabs.butler.addons.helm.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/** Others that install from Git and look after what they installed, known by their marks. */
public enum Engine {
  FLUX("Flux", "suspend its HelmRelease or Kustomization, or take it out of Git"),
  ARGO_CD("Argo CD", "switch off the automated sync of its Application");

  private final String title;
  private final String stop;

  Engine(String title, String stop) {
    this.title = title;
    this.stop = stop;
  }

  /** As people call it. */
  public String title() {
    return title;
  }

  /** What adopting means while it is not stopped. */
  public String warning() {
    return "%s looks after it and undoes what others change: leave it to %s, or stop %s first (%s), then adopt it"
        .formatted(title, title, title, stop);
  }

  /** Under these names it writes. */
  private Set<String> managers() {
    return switch (this) {
      case FLUX -> Set.of("helm-controller", "kustomize-controller");
      case ARGO_CD -> Set.of("argocd-controller", "argocd-application-controller");
    };
  }

  /** Labels and annotations that begin so are its own. */
  private List<String> marks() {
    return switch (this) {
      case FLUX -> List.of("helm.toolkit.fluxcd.io/name", "kustomize.toolkit.fluxcd.io/");
      case ARGO_CD -> List.of("argocd.argoproj.io/tracking-id", "argocd.argoproj.io/instance");
    };
  }

  /** Why a release of its is not ours to upgrade. */
  public Cause release() {
    return switch (this) {
      case FLUX -> Cause.RELEASE_OF_FLUX;
      case ARGO_CD -> Cause.RELEASE_OF_ARGO_CD;
    };
  }

  /** Why an object of its is not ours to put into a release. */
  public Cause object() {
    return switch (this) {
      case FLUX -> Cause.OBJECT_OF_FLUX;
      case ARGO_CD -> Cause.OBJECT_OF_ARGO_CD;
    };
  }

  /**
   * Whose an object is.
   *
   * @param object as a manifest has it, or as it is stored with its {@code managedFields}
   */
  public static Optional<Engine> of(JsonNode object) {
    var metadata = object.path("metadata");
    return Arrays.stream(values())
        .filter(
            one ->
                one.marked(metadata.path("labels"))
                    || one.marked(metadata.path("annotations"))
                    || one.wrote(metadata.path("managedFields")))
        .findFirst();
  }

  /** Whose the first of the objects is that is somebody's. */
  public static Optional<Engine> ofAny(Collection<? extends JsonNode> objects) {
    return objects.stream().flatMap(one -> of(one).stream()).findFirst();
  }

  /** Who is among those that write. */
  public static Optional<Engine> among(Collection<String> writers) {
    return Arrays.stream(values())
        .filter(one -> writers.stream().anyMatch(one.managers()::contains))
        .findFirst();
  }

  /** Who is told of by the reasons of conditions. */
  public static Optional<Engine> told(Collection<String> reasons) {
    return Arrays.stream(values())
        .filter(
            one -> reasons.contains(one.release().word()) || reasons.contains(one.object().word()))
        .findFirst();
  }

  private boolean marked(JsonNode words) {
    return words.properties().stream()
        .anyMatch(word -> marks().stream().anyMatch(word.getKey()::startsWith));
  }

  /** Whoever only tells how an object is does not look after it. */
  private boolean wrote(JsonNode fields) {
    return StreamSupport.stream(fields.spliterator(), false)
        .filter(entry -> !entry.path("subresource").asText().equals("status"))
        .anyMatch(entry -> managers().contains(entry.path("manager").asText()));
  }
}
