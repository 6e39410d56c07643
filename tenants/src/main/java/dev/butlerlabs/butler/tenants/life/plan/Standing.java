package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.clusters.AddonsReason;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.providers.spi.infrastructure.Gap;
import dev.butlerlabs.butler.tenants.objects.plan.PoolObjects;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import dev.butlerlabs.butler.tenants.order.plan.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How the parts of a cluster are, each for itself. */
record Standing(Observation seen, LifePlan plan) {

  List<Verdict> verdicts() {
    var parts = new ArrayList<>(List.of(infrastructure(), plane()));
    workers()
        .map(all -> seen.clusterApi() ? all.verdict() : Workers.unseen())
        .ifPresent(parts::add);
    return parts;
  }

  Optional<Order> order() {
    return Optional.ofNullable(
        switch (plan) {
          case LifePlan.Make make -> make.order();
          case LifePlan.Hold hold -> hold.order();
        });
  }

  Optional<Workers> workers() {
    return order().map(order -> Workers.of(order, seen.live(), asleep()));
  }

  /** Whether new machines of every pool can be made; none where no pool asks the factory. */
  Optional<Verdict> image() {
    return order()
        .filter(order -> !order.images().isEmpty())
        .map(
            order ->
                order.awaited().values().stream()
                    .findFirst()
                    .map(why -> Verdict.no(LifeReport.IMAGE, why.reason(), why.sentence()))
                    .orElseGet(
                        () -> Verdict.yes(LifeReport.IMAGE, "ImageReady", "the platform has it")));
  }

  /** Why a pool has no machine at all. */
  Optional<Cause> imageLacking() {
    return order().stream()
        .flatMap(order -> order.awaited().entrySet().stream())
        .filter(
            awaited ->
                order()
                    .flatMap(
                        order ->
                            seen.live().deployment(PoolObjects.nameOf(order, awaited.getKey())))
                    .isEmpty())
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private Verdict infrastructure() {
    if (seen.live().cluster() == null && seen.live().begun() && !seen.clusterApi()) {
      return Verdict.unknown(
          LifeReport.INFRASTRUCTURE, "ClusterApiMissing", "Cluster API does not answer");
    }
    if (seen.live().cluster() == null) {
      return Verdict.no(
          LifeReport.INFRASTRUCTURE, "InfrastructureProvisioning", "nothing is made yet");
    }
    var told =
        Said.as(
            LifeReport.INFRASTRUCTURE, seen.live().cluster().conditions(), "InfrastructureReady");
    return told.map(
            said ->
                said.status() == Truth.TRUE
                    ? Verdict.yes(LifeReport.INFRASTRUCTURE, "InfrastructureReady", "")
                    : said)
        .orElseGet(
            () ->
                Verdict.unknown(
                    LifeReport.INFRASTRUCTURE,
                    "NotTold",
                    "Cluster API has told nothing about it yet"));
  }

  /**
   * What the platform does not do as ordered, from the first look on. The reason is the word of the
   * first; the message has all, each with its word.
   */
  Optional<Verdict> gaps() {
    var gaps = plan instanceof LifePlan.Make make ? make.gaps() : List.<Gap>of();
    return gaps.stream()
        .findFirst()
        .map(
            first ->
                Verdict.yes(
                    LifeReport.GAPS,
                    first.reason().wire(),
                    gaps.stream()
                        .map(gap -> gap.reason().wire() + ": " + gap.problem().sentence())
                        .collect(Collectors.joining("; "))));
  }

  /** That machines are made as the platform said earlier; nothing moves because of it. */
  Optional<Verdict> older() {
    if (plan instanceof LifePlan.Hold) {
      // Nothing moves meanwhile, so what was told holds.
      return seen.conditions()
          .find(LifeReport.OLDER)
          .map(told -> new Verdict(told.type(), told.status(), told.reason(), told.message()));
    }
    var pools = plan instanceof LifePlan.Make make ? make.objects().older() : List.<String>of();
    return order()
        .filter(_ -> !pools.isEmpty())
        .map(
            order ->
                Verdict.yes(
                    LifeReport.OLDER,
                    "OlderDefaults",
                    new Cause(
                            "OlderDefaults",
                            "machines stay as they were made (pools: %s), though ButlerConfig,"
                                    .formatted(String.join(", ", pools))
                                + " ProviderConfig %s or Butler itself would make them otherwise by now"
                                    .formatted(order.provider()),
                            "Butler takes that when the cluster is upgraded, or when it asks something"
                                + " else of the machines of a pool",
                            "Give the annotation %s a new value to have the workers replaced now"
                                .formatted(Annotations.TAKE_DEFAULTS))
                        .sentence()));
  }

  private Verdict plane() {
    if (seen.live().plane() == null) {
      return Verdict.no(LifeReport.PLANE, "ControlPlaneProvisioning", "nothing is made yet");
    }
    return Said.as(LifeReport.PLANE, seen.live().plane().conditions(), "Ready")
        .map(
            said ->
                said.status() == Truth.TRUE
                    ? Verdict.yes(LifeReport.PLANE, "ControlPlaneReady", also(said.message()))
                    : said)
        .orElseGet(
            () ->
                Verdict.unknown(
                    LifeReport.PLANE, "NotTold", "the control plane has told nothing about it"));
  }

  /** A message, and what the platform says otherwise by now. */
  private String also(String message) {
    var outdated = seen.reading() instanceof Reading.LetIn(_, _, var otherwise) ? otherwise : "";
    return Stream.of(message, outdated)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("; "));
  }

  /** Addons without which the cluster cannot be used, or that it has never had. */
  Optional<Condition> addonsLacking() {
    return addonsComplaint().filter(said -> AddonsReason.holds(said.reason()));
  }

  /** Addons whose trouble leaves the cluster usable. */
  Optional<Condition> addonsAmiss() {
    return addonsComplaint().filter(said -> !AddonsReason.holds(said.reason()));
  }

  private Optional<Condition> addonsComplaint() {
    return seen.conditions().find(LifeReport.ADDONS).filter(said -> said.status() != Truth.TRUE);
  }

  boolean asleep() {
    return plan instanceof LifePlan.Make && seen.rest().asleep();
  }

  /** All but workers and addons is as it should be. */
  boolean grounded() {
    return infrastructure().status() == Truth.TRUE && plane().status() == Truth.TRUE;
  }
}
