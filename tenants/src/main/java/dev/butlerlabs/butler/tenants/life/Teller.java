package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.Annotations;
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
import dev.butlerlabs.butler.tenants.life.plan.Keeping;
import dev.butlerlabs.butler.tenants.life.plan.LifePlan;
import dev.butlerlabs.butler.tenants.life.plan.LifeReport;
import dev.butlerlabs.butler.tenants.life.plan.Live;
import dev.butlerlabs.butler.tenants.life.plan.Observation;
import dev.butlerlabs.butler.tenants.life.plan.Told;
import dev.butlerlabs.butler.tenants.objects.plan.ClusterObjects;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import dev.butlerlabs.butler.tenants.order.plan.Reading;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** Tells how a cluster is, in its status and in events. */
final class Teller {

  private static final StatusShare SHARE =
      new StatusShare(TenantReconciler.MANAGER, LifeReport.FIELDS, LifeReport.TYPES, true);

  private final Inquiry inquiry;
  private final Diagnosis diagnosis;
  private final StatusWriter statuses;
  private final Events events;
  private final LifeMetrics metrics;
  private final Pace pace;
  private final Map<ObjectKey, Told> told = new ConcurrentHashMap<>();

  Teller(
      KubernetesClient client,
      ClusterApi clusterApi,
      String instance,
      InstantSource clock,
      LifeMetrics metrics,
      Pace pace) {
    this.metrics = metrics;
    this.pace = pace;
    this.inquiry = new Inquiry(client);
    this.diagnosis = new Diagnosis(clusterApi, inquiry);
    this.statuses = new StatusWriter(client, SHARE, clock);
    this.events = new Events(client, "butlerlabs.dev/tenants", instance, clock);
  }

  void forget(ObjectKey cluster) {
    inquiry.forget(cluster);
    told.remove(cluster);
  }

  /**
   * Of one that is wanted.
   *
   * @return how long until the rest is to be told; zero when all is
   */
  Duration living(
      TenantCluster cluster,
      Observation seen,
      LifePlan plan,
      Optional<Trouble> trouble,
      Context context) {
    var objects =
        plan instanceof LifePlan.Make make
            ? Optional.of(make.objects())
            : Optional.<ClusterObjects>empty();
    Function<Supplier<Optional<Found>>, LifeReport> report =
        deepest ->
            LifeReport.of(
                seen,
                plan,
                trouble.map(Teller::tried).orElse(null),
                deepest,
                Before.of(cluster),
                context.now());
    return tell(
        cluster,
        report,
        () ->
            plan instanceof LifePlan.Make && seen.rest().asleep()
                ? diagnosis.ofGoing(cluster, seen.place(), context.cache())
                : diagnosis.of(
                    cluster,
                    seen.place(),
                    objects,
                    images(seen.reading()),
                    trouble,
                    context.cache(),
                    context.now()),
        plan instanceof LifePlan.Make make && make.upgrading(seen.live()),
        trouble.isPresent(),
        context);
  }

  private static List<ObjectKey> images(Reading reading) {
    return reading instanceof Reading.LetIn(var order, _, _)
        ? order.images().stream().flatMap(image -> image.sync().stream()).distinct().toList()
        : List.of();
  }

  /**
   * Of one that is taken away.
   *
   * @return how long until the rest is to be told; zero when all is
   */
  Duration leaving(TenantCluster cluster, Ending step, Place place, Live live, Context context) {
    Function<Supplier<Optional<Found>>, LifeReport> report =
        deepest ->
            EndReport.of(
                deepest.get().orElseGet(() -> new Found(step.awaited(), context.now())),
                cluster.getMetadata().getName(),
                place,
                live,
                Before.of(cluster),
                context.now());
    return tell(
        cluster,
        report,
        () ->
            switch (step) {
              case Ending.Protected _, Ending.Drain _ -> Optional.empty();
              case Keeping keeping ->
                  diagnosis.ofGoing(cluster, place, context.cache()).map(keeping::held);
              case Ending _ ->
                  diagnosis.of(
                      cluster,
                      place,
                      Optional.empty(),
                      List.of(),
                      Optional.empty(),
                      context.cache(),
                      context.now());
            },
        false,
        false,
        context);
  }

  /** Of one that goes and can be had back. */
  void kept(TenantCluster cluster, Instant until) {
    events.tell(
        cluster,
        LifeEvent.CLUSTER_KEPT,
        "its data and addresses are kept until %s; order it again with the annotation %s: %s to have"
                .formatted(until, Annotations.UNDELETE, cluster.getMetadata().getUid())
            + " them back");
  }

  /** Of one that goes, and what it may leave behind. */
  void undrained(TenantCluster cluster, String left) {
    events.tell(
        cluster,
        LifeEvent.DRAIN_INCOMPLETE,
        left
            + "; it is taken away all the same: look for what it had on its platform, and remove"
            + " it there");
  }

  private static Cause tried(Trouble trouble) {
    return new Cause(trouble.reason(), trouble.problem().sentence(), "Butler tries again", "");
  }

  /**
   * An event tells when the phase changes; it is told before the status forgets how it was. What is
   * wrong deeper down is looked for only when it will be told: that may take questions.
   */
  private Duration tell(
      TenantCluster cluster,
      Function<Supplier<Optional<Found>>, LifeReport> reporting,
      Supplier<Optional<Found>> deepest,
      boolean upgrading,
      boolean trouble,
      Context context) {
    var last = told.get(context.key());
    var generation = cluster.getMetadata().getGeneration();
    if (last != null) {
      var wait =
          last.untilNext(
              reporting.apply(Optional::empty),
              generation,
              context.now(),
              pace.around(context.key()),
              trouble);
      if (wait.isPositive()) {
        return wait;
      }
    }
    var report = reporting.apply(new Once(deepest));
    var before = Before.of(cluster);
    if (report.fields().get("phase") instanceof Phase now && now != before.phase()) {
      event(now, report).ifPresent(reason -> events.tell(cluster, reason, report.readyMessage()));
    }
    statuses.write(cluster, report.verdicts(), report.fields()).orElseThrow();
    told.put(context.key(), new Told(report, generation, context.now()));
    pace.told(context.key());
    if (report.fields().get("phase") instanceof Phase now) {
      metrics.told(cluster, before.phase(), now, upgrading, context.now());
    }
    return report.again();
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
