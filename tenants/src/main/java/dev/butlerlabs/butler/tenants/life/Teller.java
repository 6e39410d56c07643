package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.tenants.cause.plan.Found;
import dev.butlerlabs.butler.tenants.life.plan.Before;
import dev.butlerlabs.butler.tenants.life.plan.EndReport;
import dev.butlerlabs.butler.tenants.life.plan.Ending;
import dev.butlerlabs.butler.tenants.life.plan.LifePlan;
import dev.butlerlabs.butler.tenants.life.plan.LifeReport;
import dev.butlerlabs.butler.tenants.life.plan.Live;
import dev.butlerlabs.butler.tenants.life.plan.Observation;
import dev.butlerlabs.butler.tenants.objects.plan.ClusterObjects;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.Optional;

/** Tells how a cluster is, in its status and in events. */
final class Teller {

  private static final StatusShare SHARE =
      new StatusShare(TenantReconciler.MANAGER, LifeReport.FIELDS, LifeReport.TYPES, true);

  private final Inquiry inquiry;
  private final Diagnosis diagnosis;
  private final StatusWriter statuses;
  private final Events events;

  Teller(KubernetesClient client, ClusterApi clusterApi, String instance, InstantSource clock) {
    this.inquiry = new Inquiry(client);
    this.diagnosis = new Diagnosis(clusterApi, inquiry);
    this.statuses = new StatusWriter(client, SHARE, clock);
    this.events = new Events(client, "butlerlabs.dev/tenants", instance, clock);
  }

  void forget(ObjectKey cluster) {
    inquiry.forget(cluster);
  }

  /** Of one that is wanted. */
  void living(
      TenantCluster cluster,
      Observation seen,
      LifePlan plan,
      Optional<Trouble> trouble,
      Context context) {
    var objects =
        plan instanceof LifePlan.Make make
            ? Optional.of(make.objects())
            : Optional.<ClusterObjects>empty();
    var report =
        LifeReport.of(
            seen,
            plan,
            trouble.map(Teller::tried).orElse(null),
            () ->
                diagnosis.of(
                    cluster, seen.place(), objects, trouble, context.cache(), context.now()),
            Before.of(cluster),
            context.now());
    tell(cluster, report);
  }

  /** Of one that is taken away. */
  void leaving(TenantCluster cluster, Ending step, Place place, Live live, Context context) {
    var found =
        step instanceof Ending.Protected
            ? Optional.<Found>empty()
            : diagnosis.of(
                cluster, place, Optional.empty(), Optional.empty(), context.cache(), context.now());
    tell(
        cluster,
        EndReport.of(
            found.orElseGet(() -> new Found(step.awaited(), context.now())),
            place,
            live,
            Before.of(cluster),
            context.now()));
  }

  private static Cause tried(Trouble trouble) {
    return new Cause(trouble.reason(), trouble.problem().sentence(), "Butler tries again", "");
  }

  /** An event tells when the phase changes; it is told before the status forgets how it was. */
  private void tell(TenantCluster cluster, LifeReport report) {
    var before = Before.of(cluster);
    if (report.fields().get("phase") instanceof Phase now && now != before.phase()) {
      event(now, report).ifPresent(reason -> events.tell(cluster, reason, report.readyMessage()));
    }
    statuses.write(cluster, report.verdicts(), report.fields()).orElseThrow();
  }

  private static Optional<LifeEvent> event(Phase phase, LifeReport report) {
    return switch (phase) {
      case PENDING, INSTALLING -> Optional.empty();
      case PROVISIONING ->
          Optional.of(
              report.degraded() ? LifeEvent.CLUSTER_DEGRADED : LifeEvent.CLUSTER_PROVISIONING);
      case READY -> Optional.of(LifeEvent.CLUSTER_READY);
      case SLEEPING -> Optional.of(LifeEvent.CLUSTER_SLEEPING);
      case UPDATING -> Optional.of(LifeEvent.CLUSTER_UPDATING);
      case FAILED -> Optional.of(LifeEvent.CLUSTER_FAILED);
      case DELETING -> Optional.of(LifeEvent.CLUSTER_DELETING);
    };
  }
}
