package dev.butlerlabs.butler.steward.plane.plan;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.Checksum;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentStrategy;
import io.fabric8.kubernetes.api.model.apps.DeploymentStrategyBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The Deployment of a control plane, and how to see whether it has been rolled out. */
final class Workload {

  private static final ObjectMapper MAPPER = WireFormat.mapper();

  private Workload() {}

  /** Made from the look alone; the Deployment that is stored is not asked. */
  static Deployment deployment(
      Blueprint print, Observation seen, Endpoint.Known endpoint, Room.Ready room) {
    var wanted = print.deployment();
    var plain = new Pods(print).spec(endpoint, room, StoreNames.of(print.plane()));
    var pods = Trustd.of(print).map(one -> one.in(plain)).orElse(plain);
    var made =
        new DeploymentBuilder()
            .withMetadata(
                Exposure.with(
                    print.metadata(print.name(), Marks.DEPLOYMENT), wanted.additionalMetadata()))
            .withNewSpec()
            .withReplicas(print.replicas())
            .withRevisionHistoryLimit(2)
            .withNewSelector()
            .withMatchLabels(print.selector())
            .endSelector()
            .withStrategy(strategy(print))
            .withNewTemplate()
            .withMetadata(podMetadata(print, seen))
            .withSpec(new Encryption(seen, print).mounted(pods))
            .endTemplate()
            .endSpec()
            .build();
    print.hold().ifPresent(hold -> annotate(made, Marks.HELD, hold.order()));
    return sealed(made);
  }

  private static void annotate(HasMetadata made, String key, String value) {
    var annotations = new LinkedHashMap<String, String>();
    annotations.putAll(Objects.requireNonNullElse(made.getMetadata().getAnnotations(), Map.of()));
    annotations.put(key, value);
    made.getMetadata().setAnnotations(annotations);
  }

  /**
   * The object with a checksum of itself, so that a field we want no more is noticed too. It is
   * taken in one order: maps may have another in the next process.
   */
  static <T extends HasMetadata> T sealed(T made) {
    annotate(made, Marks.CHECKSUM, Checksum.of(WireFormat.sorted(made)).text());
    return made;
  }

  private static DeploymentStrategy strategy(Blueprint print) {
    var wanted = print.deployment().strategy();
    if (wanted != null && wanted.type() != null) {
      return MAPPER.convertValue(wanted, DeploymentStrategy.class);
    }
    return new DeploymentStrategyBuilder()
        .withType("RollingUpdate")
        .withNewRollingUpdate()
        .withMaxSurge(new IntOrString("100%"))
        .withMaxUnavailable(new IntOrString(0))
        .endRollingUpdate()
        .build();
  }

  /** A label for all that is mounted: pods are replaced when its content changes. */
  private static ObjectMeta podMetadata(Blueprint print, Observation seen) {
    var labels = print.labels(Marks.DEPLOYMENT);
    for (var part : Part.mounted()) {
      seen.find(part).ifPresent(keys -> labels.put(Marks.MOUNTED + part.suffix(), keys.checksum()));
    }
    seen.given().checksums().forEach((file, sum) -> labels.put(Marks.MOUNTED + file, sum));
    var metadata = new ObjectMeta();
    metadata.setLabels(
        new TrustdKeys(seen, print).label(new Encryption(seen, print).label(labels)));
    return Exposure.with(metadata, print.deployment().podAdditionalMetadata());
  }

  /** Never more than one pod is taken away at a time; a lone one does not hold up a node. */
  static PodDisruptionBudget budget(Blueprint print) {
    var budget =
        new PodDisruptionBudgetBuilder()
            .withMetadata(print.metadata(print.name(), "disruption-budget"))
            .withNewSpec()
            .withMaxUnavailable(new IntOrString(1))
            .withNewSelector()
            .withMatchLabels(print.selector())
            .endSelector()
            .endSpec()
            .build();
    return sealed(budget);
  }

  /** Whether all pods there shall be run what is wanted, and no others are left. */
  static boolean rolledOut(@Nullable Deployment stored, Deployment wanted) {
    if (stored == null || stored.getStatus() == null) {
      return false;
    }
    var annotations = Optional.ofNullable(stored.getMetadata().getAnnotations()).orElse(Map.of());
    var status = stored.getStatus();
    var pods = wanted.getSpec().getReplicas();
    return Objects.equals(
            annotations.get(Marks.CHECKSUM),
            wanted.getMetadata().getAnnotations().get(Marks.CHECKSUM))
        && Objects.equals(status.getObservedGeneration(), stored.getMetadata().getGeneration())
        && count(status.getReplicas()) == pods
        && count(status.getUpdatedReplicas()) == pods
        && count(status.getReadyReplicas()) == pods
        && count(status.getUnavailableReplicas()) == 0;
  }

  /** Whether pods that were replaced have ended too; clusters before 1.35 do not tell. */
  static boolean othersEnded(@Nullable Deployment stored) {
    return stored == null
        || stored.getStatus() == null
        || count(stored.getStatus().getTerminatingReplicas()) == 0;
  }

  static int ready(@Nullable Deployment stored) {
    return stored == null || stored.getStatus() == null
        ? 0
        : count(stored.getStatus().getReadyReplicas());
  }

  /** Whether pods of an older kind are still there. */
  static boolean replacing(Deployment stored) {
    return updated(stored) < pods(stored);
  }

  static int updated(Deployment stored) {
    return stored.getStatus() == null ? 0 : count(stored.getStatus().getUpdatedReplicas());
  }

  static int pods(@Nullable Deployment stored) {
    return stored == null || stored.getStatus() == null
        ? 0
        : count(stored.getStatus().getReplicas());
  }

  private static int count(@Nullable Integer number) {
    return number == null ? 0 : number;
  }
}
