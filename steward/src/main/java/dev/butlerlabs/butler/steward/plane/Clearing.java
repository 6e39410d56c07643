package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.steward.plane.plan.Fact;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.plane.plan.StatusFields;
import dev.butlerlabs.butler.steward.plane.plan.StoreNames;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One run of taking a control plane away: first the pods, then the data, then the finalizer. */
final class Clearing {

  private final Tools tools;
  private final TenantControlPlane plane;
  private final Context context;

  Clearing(Tools tools, TenantControlPlane plane, Context context) {
    this.tools = tools;
    this.plane = plane;
    this.context = context;
  }

  /** Asks what is stored, not what was cached: a pod that is overlooked would write again. */
  Cleanup run() {
    var deployment = storedDeployment();
    if (deployment.isPresent()) {
      return removed(deployment.get());
    }
    var pods = Sight.storedPods(tools.client(), plane).size();
    if (pods > 0) {
      return waiting(
          new Cause(
              "PodsStopping", pods + " pod(s) have not ended yet", "data is deleted after", ""),
          Outcome.settled());
    }
    return data();
  }

  private Optional<Deployment> storedDeployment() {
    return Optional.ofNullable(
            tools
                .client()
                .apps()
                .deployments()
                .inNamespace(context.key().namespace())
                .withName(context.key().name())
                .get())
        .filter(found -> Sight.owned(found, plane));
  }

  private Cleanup removed(Deployment deployment) {
    if (deployment.getMetadata().getDeletionTimestamp() == null
        && tools.applier().remove(deployment) instanceof Answer.Failed<Boolean>(var why)
        && !(why instanceof Trouble.Conflict)) {
      return Cleanup.unfinished(why.outcome());
    }
    return waiting(
        new Cause("PodsStopping", "the pods are being stopped", "data is deleted after", ""),
        Outcome.lookAgain(Duration.ofSeconds(1)));
  }

  private Cleanup data() {
    if (TenantControlPlaneReconciler.marked(plane, Marks.ABANDON_DATA)) {
      tools
          .events()
          .tell(plane, PlaneEvent.DATA_ABANDONED, "its data was left in the DataStore as asked");
      return Cleanup.done();
    }
    var tenancy =
        new Storage.Tenancy(
            context.key(),
            plane.getMetadata().getUid(),
            Sight.storeOf(plane).orElse(null),
            StoreNames.of(plane),
            Sight.recordedStore(plane).isPresent(),
            Map.of());
    return switch (tools.storage().remove(tenancy)) {
      case Storage.Removal.Done _ -> Cleanup.done();
      case Storage.Removal.Awaited(var cause, var askAgain) -> {
        var escape =
            new Cause(
                cause.reason(),
                cause.what(),
                "its data is deleted when the store answers",
                "To give the data up, annotate it with " + Marks.ABANDON_DATA);
        tools.events().tell(plane, PlaneEvent.DELETION_WAITS, escape.sentence());
        yield waiting(escape, Outcome.lookAgain(askAgain));
      }
    };
  }

  private Cleanup waiting(Cause cause, Outcome next) {
    var verdicts =
        List.of(
            Verdict.yes(Fact.DELETING.wire(), cause.reason(), cause.sentence()),
            Verdict.no(Fact.READY.wire(), "Deleting", cause.sentence()));
    var status = plane.getStatus();
    var fields = status == null ? Map.of() : StatusFields.kept(status);
    return tools.statuses().write(plane, verdicts, fields)
                instanceof Answer.Failed<TenantControlPlane>(var why)
            && !(why instanceof Trouble.NotFound)
        ? Cleanup.unfinished(why.outcome())
        : Cleanup.unfinished(next);
  }
}
