package dev.butlerlabs.butler.steward.capi.plan;

import dev.butlerlabs.butler.api.controlplane.StewardControlPlane;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlaneStatus;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlaneStatus.Initialization;
import dev.butlerlabs.butler.api.steward.HostedObjects;
import dev.butlerlabs.butler.api.steward.HostedObjects.DeploymentStatus;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneStatus;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How far a control plane is, and how that is told.
 *
 * @param tenant the TenantControlPlane, when there is one
 * @param steps what was done in this run, by what it is told as; those that were not come to are
 *     missing
 */
public record Progress(
    StewardControlPlane plane, @Nullable TenantControlPlane tenant, Map<Milestone, Step> steps) {

  private static final List<Milestone> IN_ORDER =
      List.of(
          Milestone.TENANT_CONTROL_PLANE_CREATED,
          Milestone.ENDPOINT_PATCHED,
          Milestone.SECRETS_CREATED,
          Milestone.INFRASTRUCTURE_PATCHED);

  public Progress {
    steps = Map.copyOf(new TreeMap<>(steps));
  }

  /** The conditions; the first thing that is not done is the cause of the last one, Ready. */
  public List<Verdict> verdicts() {
    var verdicts = new ArrayList<Verdict>();
    Optional<Cause> first = Optional.empty();
    var awaited = Milestone.TENANT_CONTROL_PLANE_CREATED;
    for (var milestone : IN_ORDER) {
      var step = steps.getOrDefault(milestone, awaits(awaited));
      verdicts.add(step.as(milestone));
      if (first.isEmpty() && step instanceof Step.Open(var cause)) {
        first = Optional.of(cause);
        awaited = milestone;
      }
    }
    verdicts.add(available());
    verdicts.add(rollingOut());
    verdicts.add(Verdict.no(Milestone.PAUSED.wire(), "NotPaused", "it is looked after"));
    verdicts.add(ready(first));
    return verdicts;
  }

  private static Step awaits(Milestone other) {
    return Step.open("Pending", other.wire() + " comes first", "");
  }

  private Verdict ready(Optional<Cause> first) {
    var type = Milestone.READY.wire();
    if (first.isPresent()) {
      return Verdict.no(type, first.get().reason(), first.get().sentence());
    }
    var available = available();
    return available.status() == Truth.TRUE
        ? Verdict.yes(type, "Ready", "the cluster's API can be used, and Cluster API knows how")
        : Verdict.no(type, available.reason(), available.message());
  }

  /** What the tenant says of itself is the truth; it knows the cause. */
  private Verdict available() {
    var type = Milestone.AVAILABLE.wire();
    return said("Ready")
        .map(said -> new Verdict(type, said.status(), said.reason(), said.message()))
        .orElseGet(
            () -> Verdict.no(type, "Pending", "the TenantControlPlane has told nothing yet"));
  }

  private Verdict rollingOut() {
    var type = Milestone.ROLLING_OUT.wire();
    return said("RolledOut")
        .filter(said -> said.status() == Truth.FALSE)
        .map(said -> Verdict.yes(type, said.reason(), said.message()))
        .orElseGet(() -> Verdict.no(type, "NotRollingOut", "no pod is being replaced"));
  }

  /** Only what was said about the newest order counts. */
  private Optional<Condition> said(String type) {
    return status().stream()
        .flatMap(status -> status.conditions().stream())
        .filter(condition -> condition.type().equals(type))
        .findFirst();
  }

  /** The fields, in both shapes of the contract. */
  public StewardControlPlaneStatus status(boolean alsoInitialized) {
    var before = Optional.ofNullable(plane.getStatus());
    var initialized =
        alsoInitialized || before.map(StewardControlPlaneStatus::initialized).orElse(false);
    var pods = pods();
    var updated = count(pods.map(DeploymentStatus::updatedReplicas));
    return new StewardControlPlaneStatus(
        new Initialization(initialized),
        initialized,
        available().status() == Truth.TRUE,
        count(pods.map(DeploymentStatus::replicas)),
        count(pods.map(DeploymentStatus::readyReplicas)),
        count(pods.map(DeploymentStatus::availableReplicas)),
        updated,
        updated,
        count(pods.map(DeploymentStatus::unavailableReplicas)),
        pods.map(DeploymentStatus::selector).orElse(""),
        version(),
        true,
        null,
        null,
        null,
        List.of());
  }

  /** The fields as they were told last; nothing for one that was never told. */
  public static StewardControlPlaneStatus asBefore(StewardControlPlane plane) {
    var before = plane.getStatus();
    return before == null
        ? new Progress(plane, null, Map.of()).status(false)
        : new StewardControlPlaneStatus(
            before.initialization(),
            before.initialized(),
            before.ready(),
            before.replicas(),
            before.readyReplicas(),
            before.availableReplicas(),
            before.upToDateReplicas(),
            before.updatedReplicas(),
            before.unavailableReplicas(),
            before.selector(),
            before.version(),
            before.externalManagedControlPlane(),
            null,
            null,
            null,
            List.of());
  }

  /** It answered; from now on it counts as initialized whatever comes. */
  public boolean answers() {
    return available().status() == Truth.TRUE
        && steps.get(Milestone.SECRETS_CREATED) instanceof Step.Done
        && steps.get(Milestone.ENDPOINT_PATCHED) instanceof Step.Done;
  }

  /** Which version runs everywhere; nothing while that is not so. */
  private String version() {
    return hosted()
        .map(HostedObjects::version)
        .map(HostedObjects.VersionStatus::version)
        .orElse("");
  }

  private Optional<DeploymentStatus> pods() {
    return hosted().map(HostedObjects::deployment);
  }

  private Optional<HostedObjects> hosted() {
    return status().map(TenantControlPlaneStatus::kubernetesResources);
  }

  private Optional<TenantControlPlaneStatus> status() {
    return Optional.ofNullable(tenant).map(TenantControlPlane::getStatus);
  }

  private static int count(Optional<Integer> number) {
    return Objects.requireNonNullElse(number.orElse(null), 0);
  }
}
