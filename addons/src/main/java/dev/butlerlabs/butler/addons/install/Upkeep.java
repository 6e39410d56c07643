package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.PackedTexts;
import dev.butlerlabs.butler.addons.install.Drifts.Charge;
import dev.butlerlabs.butler.addons.install.Workloads.Sighting;
import dev.butlerlabs.butler.addons.install.plan.AddonReport;
import dev.butlerlabs.butler.addons.install.plan.Ahead;
import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.install.plan.Inside;
import dev.butlerlabs.butler.addons.install.plan.Past;
import dev.butlerlabs.butler.addons.install.plan.Resolution;
import dev.butlerlabs.butler.addons.install.plan.Step;
import dev.butlerlabs.butler.addons.install.plan.Wanted;
import dev.butlerlabs.butler.api.addons.DriftPolicy;
import dev.butlerlabs.butler.api.addons.PendingUpgrade;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks after what is installed: by watches, and by comparing what they show a change of. */
final class Upkeep implements AutoCloseable {

  private final Workloads workloads;
  private final Drifts drifts;
  private final RuleKinds kinds;
  private final Offers offers;

  /**
   * Nothing is watched yet.
   *
   * @param manifests what releases consist of, as far as it was read, by its hash
   * @param news fired with each addon that there is news of
   */
  Upkeep(
      ClientSettings watching,
      Offers offers,
      PackedTexts manifests,
      Timeline timeline,
      Trigger news) {
    this.workloads = new Workloads(watching, timeline, news);
    this.drifts = new Drifts(timeline, manifests, news::fire);
    this.kinds = new RuleKinds(timeline, news::fire);
    this.offers = offers;
  }

  static Charge charge(
      HasMetadata addon, Facts facts, @Nullable DriftPolicy policy, Demands demands) {
    return new Charge(
        AddonKinds.keyOf(addon),
        Objects.requireNonNullElse(addon.getMetadata().getGeneration(), 0L),
        facts,
        policy == DriftPolicy.REPAIR,
        demands);
  }

  Drifts drifts() {
    return drifts;
  }

  /** What was just installed is looked at as soon as it is told. */
  Sighting look(Charge charge, @Nullable Key key, Past past) {
    return key == null || charge.facts().release() == null || past instanceof Past.Done
        ? new Sighting(new Inside.Looking(), new View(false, false, Map.of()))
        : workloads.look(charge, key, drifts.kinds(charge), kinds.where(charge));
  }

  /**
   * What an addon is held back by.
   *
   * @param charge the addon, as if it were about to be installed
   */
  record Expected(Charge charge, Sighting sighting) {

    Ahead ahead() {
      return Ahead.of(sighting.inside());
    }
  }

  /** What has to be on the cluster first, until Helm is asked; it is watched from now on. */
  Optional<Expected> expect(Charge charge, Resolution resolution, @Nullable Key key) {
    if (key == null
        || charge.facts().release() != null
        || charge.demands().first().isEmpty()
        || !(resolution instanceof Resolution.Clear(var wanted))) {
      return Optional.empty();
    }
    var first =
        new Charge(
            charge.addon(),
            charge.generation(),
            charge.facts().claiming(wanted),
            false,
            charge.demands().beforehand());
    return Optional.of(
        new Expected(first, workloads.look(first, key, Set.of(), kinds.where(first))));
  }

  /** It waits for that; the watches tell, and of kinds that are not there nobody tells. */
  Outcome await(Expected expected, Destination on, AddonReport report, Instant now) {
    var served = kinds.attend(expected.charge(), on);
    var unseen = Optional.of(now.plus(Acting.LOOK_AGAIN)).filter(_ -> expected.sighting().unseen());
    return first(now, List.of(report.next(), served, unseen));
  }

  /** What is to be told of what the catalog offers, or of what taking over would change. */
  Optional<PendingUpgrade> offer(Charge charge, Step step, @Nullable PendingUpgrade before) {
    return step instanceof Step.Pause(var refusal, _, var wanted) && refusal.cause().adoptable()
        ? offers.tellTakeover(charge.addon(), wanted, refusal, before)
        : offers.tell(charge.addon(), charge.facts(), step, before);
  }

  /**
   * It waits after a failure. Where somebody else has the release, it is found out what taking it
   * over would change.
   *
   * @param owner whose the release would be
   * @param told what was told of that
   */
  Outcome pause(
      Charge charge,
      Step.Pause step,
      String owner,
      Destination on,
      Sighting sighting,
      AddonReport report,
      @Nullable PendingUpgrade told,
      Instant now) {
    var tried =
        step.refusal().cause().adoptable()
            ? offers.attendTakeover(charge.addon(), step.wanted(), step.refusal(), owner, on, told)
            : Optional.<Instant>empty();
    return first(now, List.of(report.next(), tried, tend(charge, on, sighting, now)));
  }

  /** It waits for something else; what is installed is looked after meanwhile. */
  Outcome meanwhile(
      Charge charge, Destination on, Sighting sighting, AddonReport report, Instant now) {
    return first(now, List.of(report.next(), tend(charge, on, sighting, now)));
  }

  /**
   * Nothing but looking after is to be done.
   *
   * @param sighting what was seen of it; while that is not all, it is looked at again
   * @param offered what was told of the catalog's offer
   */
  Outcome keep(
      Charge charge,
      Wanted wanted,
      Destination on,
      Sighting sighting,
      AddonReport report,
      @Nullable PendingUpgrade offered,
      Instant now) {
    var tried = offers.attend(charge.addon(), charge.facts(), wanted, on, offered);
    return first(now, List.of(report.next(), tried, tend(charge, on, sighting, now)));
  }

  /** When to come back to what is installed, if no watch tells. */
  private Optional<Instant> tend(Charge charge, Destination on, Sighting sighting, Instant now) {
    if (!charge.facts().installed()) {
      return Optional.empty();
    }
    var unseen = Optional.of(now.plus(Acting.LOOK_AGAIN)).filter(_ -> sighting.unseen());
    return soonest(
        List.of(drifts.attend(charge, on, sighting.view()), kinds.attend(charge, on), unseen));
  }

  private static Outcome first(Instant now, List<Optional<Instant>> moments) {
    return Acting.comeBack(soonest(moments), now);
  }

  private static Optional<Instant> soonest(List<Optional<Instant>> moments) {
    return moments.stream().flatMap(Optional::stream).min(Instant::compareTo);
  }

  /** Helm is about to write: whoever repairs has to be through, and what was seen is old. */
  boolean standBack(ObjectKey addon) {
    if (drifts.busy(addon)) {
      return false;
    }
    drifts.forget(addon);
    return true;
  }

  /** Whether somebody is at its objects just now; the end of that is news. */
  boolean busy(ObjectKey addon) {
    return drifts.busy(addon);
  }

  void forget(ObjectKey addon) {
    drifts.forget(addon);
    kinds.forget(addon);
    offers.forget(addon);
    workloads.leave(addon);
  }

  void stop() {
    drifts.cancelAll();
    offers.cancelAll();
  }

  @Override
  public void close() {
    offers.close();
    drifts.close();
    kinds.close();
    workloads.close();
  }
}
