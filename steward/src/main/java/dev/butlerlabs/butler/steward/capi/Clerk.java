package dev.butlerlabs.butler.steward.capi;

import dev.butlerlabs.butler.api.controlplane.StewardControlPlane;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlaneStatus;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.steward.capi.plan.ClusterView;
import dev.butlerlabs.butler.steward.capi.plan.Milestone;
import dev.butlerlabs.butler.steward.capi.plan.Progress;
import dev.butlerlabs.butler.steward.capi.plan.Step;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Writes for StewardControlPlanes. */
public final class Clerk {

  private static final FieldManager MANAGER = FieldManager.of("steward-cluster-api");

  private static final Set<String> FIELDS =
      Set.of(
          "initialization",
          "initialized",
          "ready",
          "replicas",
          "readyReplicas",
          "availableReplicas",
          "upToDateReplicas",
          "updatedReplicas",
          "unavailableReplicas",
          "selector",
          "version",
          "externalManagedControlPlane");

  private final KubernetesClient client;
  private final Applier applier;
  private final Endpoints endpoints;
  private final StatusWriter statuses;

  public Clerk(KubernetesClient client, InstantSource clock) {
    this.client = client;
    this.applier = new Applier(client, MANAGER);
    this.endpoints = new Endpoints(client, new ClusterApi(client));
    this.statuses =
        new StatusWriter(client, new StatusShare(MANAGER, FIELDS, Milestone.types(), true), clock);
  }

  KubernetesClient client() {
    return client;
  }

  Applier applier() {
    return applier;
  }

  Endpoints endpoints() {
    return endpoints;
  }

  /** Nobody has said yet which cluster it is for. */
  Outcome tellAlone(StewardControlPlane plane) {
    var step =
        Step.open(
            "ClusterMissing",
            "no Cluster has this as its control plane yet",
            "Create a Cluster whose spec.controlPlaneRef names it");
    return tell(
        new Progress(plane, null, Map.of(Milestone.TENANT_CONTROL_PLANE_CREATED, step)),
        Outcome.settled());
  }

  /** All else stays as it was told. */
  Outcome tellPaused(StewardControlPlane plane, ClusterView cluster) {
    var why =
        cluster.paused()
            ? "Cluster %s is paused".formatted(cluster.name())
            : "the annotation cluster.x-k8s.io/paused is there";
    var paused = Verdict.yes(Milestone.PAUSED.wire(), "Paused", why + "; remove that to go on");
    var before =
        Optional.ofNullable(plane.getStatus()).stream()
            .flatMap(status -> status.conditions().stream())
            .map(Condition::verdict)
            .filter(verdict -> !verdict.type().equals(Milestone.PAUSED.wire()));
    return tell(
        plane,
        Stream.concat(before, Stream.of(paused)).toList(),
        Progress.asBefore(plane),
        Outcome.settled());
  }

  Outcome tell(Progress progress, Outcome then) {
    return tell(progress.plane(), progress.verdicts(), progress.status(progress.answers()), then);
  }

  private Outcome tell(
      StewardControlPlane plane,
      List<Verdict> verdicts,
      StewardControlPlaneStatus fields,
      Outcome then) {
    return statuses.write(plane, verdicts, fields)
            instanceof Answer.Failed<StewardControlPlane>(var trouble)
        ? trouble.outcome()
        : then;
  }
}
