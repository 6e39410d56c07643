package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.steward.backup.Shelf.Room;
import dev.butlerlabs.butler.steward.backup.plan.BackupWords;
import dev.butlerlabs.butler.steward.backup.plan.Wish;
import dev.butlerlabs.butler.steward.plane.plan.Hold;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.store.DataStores;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Saves control planes as they ask for it, and restores them. */
public final class BackupReconciler implements Reconciler<TenantControlPlane> {

  /** A large tenant takes minutes; few at a time, so that the stores have other things to do. */
  public static final ControllerSettings SETTINGS =
      ControllerSettings.DEFAULT.withWorkers(4, 1).withDeadline(Duration.ofMinutes(30));

  private static final Kind<TenantControlPlane> PLANES = Kind.of(TenantControlPlane.class);
  private static final Kind<Deployment> DEPLOYMENTS =
      Kind.of(Deployment.class).labelled(Marks.OURS);
  private static final Duration NO_PLACE = Duration.ofMinutes(10);

  private final Desk desk;
  private final boolean placed;

  /**
   * Nothing is asked of the cluster yet.
   *
   * @param folder where backups are kept; without one nothing is saved, and that is told
   */
  public BackupReconciler(
      KubernetesClient client,
      DataStores stores,
      @Nullable Path folder,
      InstantSource clock,
      String identity) {
    this.placed = folder != null;
    var shelf = new Shelf(Objects.requireNonNullElse(folder, Path.of("")));
    this.desk = new Desk(client, stores, shelf, clock, identity);
  }

  /** Pods are looked at only while a restore waits for them to go. */
  public static Watches<TenantControlPlane> watches() {
    return Watches.on(PLANES)
        .owned(DEPLOYMENTS)
        .following(BackupReconciler::podsInTheWay, BackupReconciler::planeOf);
  }

  private static Collection<Kind<Pod>> podsInTheWay(TenantControlPlane plane) {
    return Hold.of(plane).isEmpty()
        ? List.of()
        : List.of(
            Kind.of(Pod.class)
                .in(plane.getMetadata().getNamespace())
                .labelled(Marks.NAME + "=" + plane.getMetadata().getName()));
  }

  private static Collection<ObjectKey> planeOf(Pod pod, Cache cache) {
    var labels =
        Objects.requireNonNullElse(pod.getMetadata().getLabels(), Map.<String, String>of());
    var name = labels.get(Marks.NAME);
    return name == null
        ? List.of()
        : List.of(new ObjectKey(pod.getMetadata().getNamespace(), name));
  }

  @Override
  public Outcome reconcile(TenantControlPlane plane, Context context) {
    var wish = Wish.of(plane);
    if (wish.none(plane) || leftAlone(plane)) {
      return Outcome.settled();
    }
    if (!placed) {
      return nowhere(plane, wish);
    }
    return switch (desk.room(plane)) {
      case Answer.Failed<Room>(var why) -> why.outcome();
      case Answer.Done<Room>(var room) ->
          wish.restoring()
              ? restore(plane, room, context)
              : new Keeping(desk, plane, wish, room, context).run();
    };
  }

  private static boolean leftAlone(TenantControlPlane plane) {
    var annotations = plane.getMetadata().getAnnotations();
    return plane.getMetadata().getDeletionTimestamp() != null
        || (annotations != null && annotations.containsKey(Marks.PAUSED));
  }

  private Outcome restore(TenantControlPlane seen, Room room, Context context) {
    var attempt = Attempt.to("get", seen);
    var stored =
        Asking.ask(
            attempt,
            () ->
                Optional.ofNullable(
                    desk.client
                        .resources(TenantControlPlane.class)
                        .inNamespace(context.key().namespace())
                        .withName(context.key().name())
                        .get()));
    return switch (stored) {
      case Answer.Failed<Optional<TenantControlPlane>>(var why) -> why.outcome();
      case Answer.Done<Optional<TenantControlPlane>>(var found) ->
          found
              .filter(one -> one.getMetadata().getUid().equals(seen.getMetadata().getUid()))
              .filter(one -> !leftAlone(one))
              .map(one -> new Restoring(desk, one, room, context).run())
              .orElseGet(Outcome::settled);
    };
  }

  private Outcome nowhere(TenantControlPlane plane, Wish wish) {
    var problem =
        new Problem(
            "backups",
            "this manager has no folder to keep them in",
            "start it with --backup-folder");
    var told =
        Verdict.no(
            wish.restoring() ? BackupWords.RESTORED : BackupWords.BACKED_UP,
            "NoPlace",
            problem.sentence());
    var written =
        wish.restoring()
            ? desk.tell(plane, Desk.status(plane), Optional.empty(), Optional.of(told))
            : desk.tell(plane, Desk.status(plane), Optional.of(told), BackupWords.restored(plane));
    return written instanceof Answer.Failed<TenantControlPlane>(var why)
        ? why.outcome()
        : Outcome.lookAgain(NO_PLACE);
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    desk.forget(key);
  }
}
