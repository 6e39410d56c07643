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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How the workloads of a release are: read off themselves, not off Helm's word. */
public final class Health {

  /** Kinds that tell how a release is. */
  public static final Set<String> KINDS = Set.of("Deployment", "StatefulSet", "DaemonSet", "Job");

  private static final String RELEASE_NAME = "meta.helm.sh/release-name";
  private static final String RELEASE_NAMESPACE = "meta.helm.sh/release-namespace";
  private static final String BEYOND = " more workloads, which are not looked at";
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

  /** What stands in place of so many that are left out. */
  public static String beyond(int count) {
    return count + BEYOND;
  }

  /** What is not looked at, in words; empty for nothing. */
  static String unwatched(List<String> expected) {
    return expected.stream().filter(one -> one.endsWith(BEYOND)).findFirst().orElse("");
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
        if (!workload.startsWith("Job ") && !workload.endsWith(BEYOND)) {
          troubles.add(workload + " is not there");
        }
      } else {
        trouble(found).ifPresent(what -> troubles.add(workload + " " + what));
      }
    }
    return shortened(troubles);
  }

  static List<String> shortened(List<String> troubles) {
    if (troubles.size() <= TOLD) {
      return List.copyOf(troubles);
    }
    var some = new ArrayList<>(troubles.subList(0, TOLD));
    some.add((troubles.size() - TOLD) + " more");
    return some;
  }

  static Optional<String> trouble(Workload workload) {
    var object = workload.object();
    return switch (workload.kind()) {
      case "Job" -> job(object);
      case "DaemonSet" -> behind(object).or(() -> daemonSet(object));
      case "StatefulSet" -> behind(object).or(() -> statefulSet(object));
      default -> behind(object).or(() -> deployment(object));
    };
  }

  /** While new pods do not come up, the old ones stay ready. */
  private static Optional<String> deployment(GenericKubernetesResource object) {
    var wanted = asked(object);
    var updated = number(object, "status", "updatedReplicas");
    var pods =
        few(number(object, "status", "readyReplicas"), wanted, "ready")
            .or(() -> few(updated, wanted, "updated"))
            .or(() -> older(number(object, "status", "replicas") - updated));
    var stuck = stuck(object);
    return pods.map(what -> stuck.map(why -> what + " and " + why).orElse(what)).or(() -> stuck);
  }

  private static Optional<String> statefulSet(GenericKubernetesResource object) {
    var wanted = asked(object);
    var current = object.get("status", "currentRevision");
    var through = current != null && current.equals(object.get("status", "updateRevision"));
    var held = number(object, "spec", "updateStrategy", "rollingUpdate", "partition");
    return few(number(object, "status", "readyReplicas"), wanted, "ready")
        .or(
            () ->
                through || byHand(object)
                    ? Optional.empty()
                    : few(
                        number(object, "status", "updatedReplicas"),
                        Math.max(0, wanted - held),
                        "updated"));
  }

  private static Optional<String> daemonSet(GenericKubernetesResource object) {
    var wanted = number(object, "status", "desiredNumberScheduled");
    return few(number(object, "status", "numberReady"), wanted, "ready")
        .or(
            () ->
                byHand(object)
                    ? Optional.empty()
                    : few(number(object, "status", "updatedNumberScheduled"), wanted, "updated"));
  }

  /** Its pods become new when somebody deletes the old ones. */
  private static boolean byHand(GenericKubernetesResource object) {
    return "OnDelete".equals(object.get("spec", "updateStrategy", "type"));
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

  private static Optional<String> few(long some, long wanted, String what) {
    return some < wanted
        ? Optional.of("has %d of %d pods %s".formatted(some, wanted, what))
        : Optional.empty();
  }

  private static Optional<String> older(long pods) {
    return pods > 0
        ? Optional.of("still has pods of an older version (%d)".formatted(pods))
        : Optional.empty();
  }

  private static Optional<String> stuck(GenericKubernetesResource object) {
    return conditions(object)
        .filter(one -> "Progressing".equals(one.get("type")) && "False".equals(one.get("status")))
        .findFirst()
        .map(one -> "makes no progress (%s)".formatted(one.get("reason")));
  }

  private static Optional<String> job(GenericKubernetesResource object) {
    var holding =
        conditions(object)
            .filter(one -> "True".equals(one.get("status")))
            .map(one -> String.valueOf(one.get("type")))
            .collect(Collectors.toSet());
    if (holding.contains("Failed")) {
      return Optional.of("has failed");
    }
    return holding.contains("Complete") ? Optional.empty() : Optional.of("is not done yet");
  }

  static Stream<Map<?, ?>> conditions(GenericKubernetesResource object) {
    return object.get("status", "conditions") instanceof List<?> conditions
        ? conditions.stream()
            .flatMap(one -> one instanceof Map<?, ?> map ? Stream.of(map) : Stream.empty())
        : Stream.empty();
  }

  private static long number(GenericKubernetesResource object, Object... path) {
    return object.get(path) instanceof Number number ? number.longValue() : 0;
  }
}
