package dev.butlerlabs.butler.addons.install;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.install.Operations.Request;
import dev.butlerlabs.butler.addons.install.plan.AddonReport;
import dev.butlerlabs.butler.addons.install.plan.Consent;
import dev.butlerlabs.butler.addons.install.plan.Ending;
import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.install.plan.Past;
import dev.butlerlabs.butler.addons.install.plan.Past.Purpose;
import dev.butlerlabs.butler.addons.install.plan.Result;
import dev.butlerlabs.butler.addons.install.plan.Wanted;
import dev.butlerlabs.butler.addons.platform.plan.Belonging;
import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.addons.DriftPolicy;
import dev.butlerlabs.butler.api.addons.LeftoverPolicy;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Outcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Has Helm do what was decided, in its turn. */
final class Acting {

  /** For what no watch tells: a Secret that is not there yet or renewed, a queue that is full. */
  static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

  private static final Duration TO_REMOVE = Duration.ofMinutes(10);

  private static final Set<String> SAID = Set.of("addon", "helm", "version", "values", "patches");

  private final Operations operations;
  private final Helm helm;
  private final HelmWork work;

  Acting(Operations operations, Helm helm, ChartSources sources, Timeline timeline) {
    this.operations = operations;
    this.helm = helm;
    this.work = new HelmWork(helm, sources, timeline);
  }

  /** It must have been told before that the release is ours: then it is found if we are killed. */
  Outcome deploy(HasMetadata addon, Destination to, Wanted wanted) {
    var uid = Belonging.releaseOwner(addon);
    return asked(
        operations.ask(
            new Request(
                AddonKinds.keyOf(addon),
                to.name(),
                wanted.release(),
                Purpose.DEPLOY,
                wanted.attempt(),
                wish(addon)),
            HelmWork.budget(wanted),
            () -> work.look(to, wanted),
            progress -> work.deploy(to, wanted, uid, progress)));
  }

  /** Takes the first away, then the others. */
  Outcome remove(
      HasMetadata addon, Destination from, List<ReleaseKey> releases, LeftoverPolicy policy) {
    var removing = new Removing(helm, from, Belonging.releaseOwner(addon), policy);
    return asked(
        operations.ask(
            new Request(
                AddonKinds.keyOf(addon),
                from.name(),
                releases.getFirst(),
                Purpose.REMOVE,
                Ending.order(policy),
                ""),
            HelmWork.budget(releases.size(), TO_REMOVE),
            () -> work.look(from),
            progress -> removing.remove(releases, TO_REMOVE, progress)));
  }

  private static Outcome asked(boolean taken) {
    return taken ? Outcome.settled() : Outcome.lookAgain(LOOK_AGAIN);
  }

  /** What was agreed to: a release is taken over by a note, edits are undone by policy. */
  static Consent consent(HasMetadata addon, @Nullable DriftPolicy policy) {
    var notes =
        Objects.requireNonNullElse(addon.getMetadata().getAnnotations(), Map.<String, String>of());
    return new Consent(
        "true".equals(notes.get(Annotations.ADOPT_RELEASE)),
        policy == DriftPolicy.REPAIR,
        notes.getOrDefault(Annotations.REFRESH, ""));
  }

  /** Where Helm is. What it did counts until the cache shows that it was told. */
  Past look(HasMetadata addon, Facts told) {
    var key = AddonKinds.keyOf(addon);
    var past = operations.look(key, () -> wish(addon));
    if (past instanceof Past.Done(Result.Deployed _) && past.over(told).equals(told)) {
      operations.forget(key);
      return new Past.Idle();
    }
    return past;
  }

  /** An edit is not kept waiting by what it replaces; the end of that is news. */
  Outcome supersede(ObjectKey addon) {
    operations.supersede(addon);
    return Outcome.settled();
  }

  /** What the addon itself says of its release. */
  private static String wish(HasMetadata addon) {
    ObjectNode all = WireFormat.mapper().valueToTree(addon);
    return all.withObject("/spec").retain(SAID).toString();
  }

  void callOff(ObjectKey addon) {
    operations.cancel(addon);
  }

  void forget(ObjectKey addon) {
    operations.forget(addon);
  }

  static Outcome comeBack(AddonReport report, Instant now) {
    return comeBack(report.next(), now);
  }

  static Outcome comeBack(Optional<Instant> next, Instant now) {
    return next.map(moment -> Outcome.lookAgain(untilThen(now, moment)))
        .orElseGet(Outcome::settled);
  }

  private static Duration untilThen(Instant now, Instant moment) {
    var left = Duration.between(now, moment);
    return left.isNegative() ? Duration.ZERO : left;
  }
}
