package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** How the workloads of a release are: read off themselves, not off Helm's word. */
public final class Health {

  /** Kinds that tell how a release is. */
  public static final Set<String> KINDS = Set.of("Deployment", "StatefulSet", "DaemonSet", "Job");

  private static final String RELEASE_NAME = "meta.helm.sh/release-name";
  private static final String RELEASE_NAMESPACE = "meta.helm.sh/release-namespace";
  private static final int TOLD = 3;

  private Health() {}

  /**
   * An object on the cluster.
   *
   * @param kind said apart, because objects of a list do not say what they are
   */
  public record Workload(String kind, GenericKubernetesResource object) {

    private String name() {
      var metadata = object.getMetadata();
      return Health.name(kind, metadata.getNamespace(), metadata.getName());
    }
  }

  /** As a workload is written down: {@code Deployment web/frontend}. */
  public static String name(String kind, String namespace, String name) {
    return "%s %s/%s".formatted(kind, namespace, name);
  }

  /** The name of the release that made the object, as the object says. */
  public static Optional<String> release(GenericKubernetesResource object) {
    return Optional.ofNullable(object.getMetadata().getAnnotations())
        .map(notes -> notes.get(RELEASE_NAME));
  }

  /** Whether the object says that the release made it. */
  public static boolean made(ReleaseKey release, GenericKubernetesResource object) {
    var notes =
        Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.<String, String>of());
    return release.name().equals(notes.get(RELEASE_NAME))
        && release.namespace().equals(notes.get(RELEASE_NAMESPACE));
  }

  /**
   * What is not as it should be, one clause each, the first few of them.
   *
   * @param expected workloads that were installed, as {@link #name} writes them
   */
  public static List<String> troubles(
      ReleaseKey release, List<String> expected, List<Workload> seen) {
    var there = new HashMap<String, Workload>();
    for (var one : seen) {
      if (made(release, one.object())) {
        there.put(one.name(), one);
      }
    }
    var troubles = new ArrayList<String>();
    for (var workload : expected) {
      var found = there.get(workload);
      if (found == null) {
        // A Job may be gone because it is done.
        if (!workload.startsWith("Job ")) {
          troubles.add(workload + " is not there");
        }
      } else {
        trouble(found).ifPresent(what -> troubles.add(workload + " " + what));
      }
    }
    return troubles.size() <= TOLD ? List.copyOf(troubles) : shortened(troubles);
  }

  private static List<String> shortened(List<String> troubles) {
    var some = new ArrayList<>(troubles.subList(0, TOLD));
    some.add((troubles.size() - TOLD) + " more");
    return some;
  }

  private static Optional<String> trouble(Workload workload) {
    var object = workload.object();
    return switch (workload.kind()) {
      case "DaemonSet" ->
          behind(object)
              .or(
                  () ->
                      few(
                          number(object, "status", "numberReady"),
                          number(object, "status", "desiredNumberScheduled")));
      case "Job" -> job(object);
      default ->
          behind(object).or(() -> few(number(object, "status", "readyReplicas"), asked(object)));
    };
  }

  /** Replicas that are left out mean one. */
  private static long asked(GenericKubernetesResource object) {
    return object.get("spec", "replicas") instanceof Number
        ? number(object, "spec", "replicas")
        : 1;
  }

  /** What is told about an older spec says nothing about this one. */
  private static Optional<String> behind(GenericKubernetesResource object) {
    var generation = Objects.requireNonNullElse(object.getMetadata().getGeneration(), 0L);
    return number(object, "status", "observedGeneration") < generation
        ? Optional.of("has not been looked at by its controller yet")
        : Optional.empty();
  }

  private static Optional<String> few(long ready, long wanted) {
    return ready < wanted
        ? Optional.of("has %d of %d pods ready".formatted(ready, wanted))
        : Optional.empty();
  }

  private static Optional<String> job(GenericKubernetesResource object) {
    if (object.get("status", "conditions") instanceof List<?> conditions) {
      for (var condition : conditions) {
        if (condition instanceof Map<?, ?> one && "True".equals(one.get("status"))) {
          if ("Failed".equals(one.get("type"))) {
            return Optional.of("has failed");
          }
          if ("Complete".equals(one.get("type"))) {
            return Optional.empty();
          }
        }
      }
    }
    return Optional.of("is not done yet");
  }

  private static long number(GenericKubernetesResource object, Object... path) {
    return object.get(path) instanceof Number number ? number.longValue() : 0;
  }
}
