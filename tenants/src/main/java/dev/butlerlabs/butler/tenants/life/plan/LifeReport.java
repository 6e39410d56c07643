package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.tenants.cause.plan.Found;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster is told: conditions with one cause, and its status fields.
 *
 * @param again when more is to be told although nothing changes; zero for never
 */
public record LifeReport(List<Verdict> verdicts, Map<String, Object> fields, Duration again) {

  public static final String READY = ConditionType.READY.wire();
  static final String INFRASTRUCTURE = ConditionType.INFRASTRUCTURE_READY.wire();
  static final String GAPS = ConditionType.PLATFORM_GAPS.wire();
  static final String OLDER = ConditionType.OLDER_DEFAULTS.wire();
  static final String PLANE = ConditionType.CONTROL_PLANE_READY.wire();
  static final String DEGRADED = ConditionType.DEGRADED.wire();
  static final String IMAGE = ConditionType.IMAGE_READY.wire();
  static final String ADDONS = ConditionType.ADDONS_READY.wire();

  /** The conditions that are told here. */
  public static final Set<String> TYPES =
      Set.of(READY, INFRASTRUCTURE, GAPS, OLDER, PLANE, Workers.TYPE, IMAGE, DEGRADED);

  /** The fields of the status that are told here. */
  public static final Set<String> FIELDS =
      Set.of(
          "phase",
          "cause",
          "tenantNamespace",
          "controlPlaneEndpoint",
          "kubeconfigSecretRef",
          "imageSyncRef",
          "workerNodesReady",
          "workerNodesDesired",
          "observedState.kubernetesVersion",
          "observedState.workers",
          "observedState.workerPools",
          "lastTransitionTime");

  public LifeReport {
    verdicts = List.copyOf(verdicts);
  }

  LifeReport(List<Verdict> verdicts, Map<String, Object> fields) {
    this(verdicts, fields, Duration.ZERO);
  }

  /** What Ready says. */
  public String readyMessage() {
    return verdicts.stream()
        .filter(verdict -> verdict.type().equals(READY))
        .map(Verdict::message)
        .findFirst()
        .orElse("");
  }

  /** Something is missing that was there. */
  public boolean degraded() {
    return verdicts.stream()
        .anyMatch(one -> one.type().equals(DEGRADED) && one.status() == Truth.TRUE);
  }

  /**
   * What is told of a cluster that is wanted.
   *
   * @param trouble what went wrong while the plan was carried out; null for nothing
   * @param deepest what is wrong at the bottom of it; asked only when something is
   */
  public static LifeReport of(
      Observation seen,
      LifePlan plan,
      @Nullable Cause trouble,
      Supplier<Optional<Found>> deepest,
      Before before,
      Instant now) {
    return new Telling(seen, plan, trouble, deepest, before, now).report();
  }
}
