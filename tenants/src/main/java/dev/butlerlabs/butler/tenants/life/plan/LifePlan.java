package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.providers.spi.infrastructure.Gap;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import dev.butlerlabs.butler.tenants.objects.plan.Bootstrap;
import dev.butlerlabs.butler.tenants.objects.plan.ClusterObjects;
import dev.butlerlabs.butler.tenants.objects.plan.Marks;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import dev.butlerlabs.butler.tenants.order.plan.Reading;
import dev.butlerlabs.butler.tenants.schedule.plan.Rest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What to do about a cluster that is wanted. */
public sealed interface LifePlan {

  /** Why a cluster that cannot be made as ordered waits for a person. */
  String REFUSED = "InvalidConfiguration";

  /**
   * These objects are to be there, and no others of their kinds.
   *
   * @param version what it goes to, or stays at while the ordered one is refused
   * @param remark something that is not done as ordered although all else goes on; null for nothing
   * @param gaps what the platform does not do as ordered
   */
  record Make(
      Order order, String version, ClusterObjects objects, @Nullable Cause remark, List<Gap> gaps)
      implements LifePlan {

    public Make {
      gaps = List.copyOf(gaps);
    }

    /** It serves as ordered, with all of its workers. */
    public boolean made(Live live) {
      return live.seenPlane().filter(plane -> plane.serves(version)).isPresent()
          && Workers.of(order, live, false).verdict().status() == Truth.TRUE;
    }

    /** Some of what is there has another version, or the control plane has none everywhere. */
    public boolean upgrading(Live live) {
      return live.seenPlane().filter(plane -> !plane.runs().equals(version)).isPresent()
          || live.deployments().stream().anyMatch(one -> !one.template().version().equals(version));
    }
  }

  /**
   * Nothing is changed for now.
   *
   * @param order what is wanted; null before it was let in
   * @param forGood only a person can end this
   */
  record Hold(@Nullable Order order, Cause cause, boolean forGood) implements LifePlan {}

  /**
   * Decides.
   *
   * @param platforms who draws for which platform
   */
  static LifePlan of(Observation seen, Map<ProviderType, Infrastructure> platforms) {
    return of(seen, platforms, Sketch::of);
  }

  /**
   * Decides.
   *
   * @param platforms who draws for which platform
   * @param sketches draws, or has drawn the same before
   */
  static LifePlan of(
      Observation seen,
      Map<ProviderType, Infrastructure> platforms,
      Function<Sketch.Basis, Sketch> sketches) {
    return switch (seen.reading()) {
      case Reading.NotYet(var cause) -> new Hold(null, cause, false);
      case Reading.LetIn(var order, _, _) ->
          obstacle(seen, order)
              .<LifePlan>map(cause -> new Hold(order, cause, false))
              .orElseGet(
                  () -> make(seen, order, (Account.Known) seen.account(), platforms, sketches));
    };
  }

  private static Optional<Cause> obstacle(Observation seen, Order order) {
    if (!seen.clusterApi()) {
      return Optional.of(
          new Cause(
              "ClusterApiMissing",
              "Cluster API does not answer in this management cluster",
              "Butler goes on as soon as it does",
              "Install Cluster API and its kubeadm bootstrap provider"));
    }
    if (seen.place().ending()) {
      return Optional.of(
          new Cause(
              "NamespaceEnding",
              "namespace %s is being deleted with everything in it".formatted(seen.place().name()),
              "Butler makes the cluster anew when it has gone",
              "Delete the TenantCluster instead if it is not wanted any more"));
    }
    if (!order.undeletes().isEmpty() && seen.place().seen().isEmpty()) {
      return Optional.of(
          new Cause(
              "NothingToUndelete",
              "nothing is kept of a deleted cluster of this name with UID " + order.undeletes(),
              "Butler makes no other cluster in its stead",
              "Correct the annotation butler.butlerlabs.dev/undelete, or remove it to have a new"
                  + " cluster"));
    }
    return seen.account().obstacle().or(() -> addresses(seen)).or(() -> image(seen, order));
  }

  /** A cluster that is begun goes on with the machines it has. */
  private static Optional<Cause> image(Observation seen, Order order) {
    return seen.live().begun() ? Optional.empty() : order.awaited().values().stream().findFirst();
  }

  /** Only what is made for the first time waits for addresses. */
  private static Optional<Cause> addresses(Observation seen) {
    if (!(seen.account() instanceof Account.Known known) || !known.pooled()) {
      return Optional.empty();
    }
    var type = ConditionType.NETWORK_READY.wire();
    var missing = known.nodesPooled() && seen.nodes() == null;
    if (seen.live().begun() ? !missing : seen.conditions().holds(type) && !missing) {
      return Optional.empty();
    }
    var told = seen.conditions().find(type);
    return Optional.of(
        new Cause(
            told.map(condition -> condition.reason()).orElse("NetworkNotReady"),
            told.map(condition -> condition.message())
                .orElse("the cluster has not been given addresses yet"),
            "Butler goes on as soon as NetworkReady is True",
            ""));
  }

  private static LifePlan make(
      Observation seen,
      Order order,
      Account.Known account,
      Map<ProviderType, Infrastructure> platforms,
      Function<Sketch.Basis, Sketch> sketches) {
    var platform = account.spec().effectiveProvider().map(platforms::get);
    if (platform.isEmpty()) {
      return new Hold(
          order,
          new Cause(
              "UnsupportedProvider",
              "no clusters can be made on the platform of ProviderConfig " + order.provider(),
              "",
              "Correct spec.provider, or order the cluster on another ProviderConfig"),
          true);
    }
    var upgrade = Upgrade.plan(order, seen.live());
    var pools = Pools.of(order, upgrade.rollout(), seen.live(), wasRefused(seen));
    var workers = workers(seen, pools.drawn(), account, upgrade.rollout().workersVersion());
    var problems =
        order.pools().stream().flatMap(pool -> Bootstrap.problem(pool).stream()).toList();
    if (!problems.isEmpty()) {
      return refused(order, problems);
    }
    var numbers = Slumber.numbers(pools.made(), seen.live(), seen.rest().asleep());
    var basis = new Sketch.Basis(platform.get(), workers, pools.made(), pools.rollout(), numbers);
    return switch (sketches.apply(basis)) {
      case Sketch.Refused(var found) -> refused(order, found);
      case Sketch.Drawn(var objects, var gaps) ->
          new Make(order, upgrade.aim(order), objects, remark(upgrade, seen, order), gaps);
    };
  }

  private static boolean wasRefused(Observation seen) {
    return Stream.of(ConditionType.DEGRADED, ConditionType.READY)
        .flatMap(type -> seen.conditions().find(type.wire()).stream())
        .anyMatch(told -> told.reason().equals(REFUSED));
  }

  private static @Nullable Cause remark(Upgrade upgrade, Observation seen, Order order) {
    var refused =
        seen.reading() instanceof Reading.LetIn(_, var growth, _)
            ? Optional.ofNullable(growth)
            : Optional.<Cause>empty();
    return Optional.ofNullable(upgrade.refused())
        .or(() -> refused)
        .or(() -> tooLate(seen, order))
        .or(() -> unreadable(seen.rest()))
        .or(() -> order.awaited().values().stream().findFirst())
        .or(() -> Kubelets.other(order, seen.live()))
        .orElse(null);
  }

  /** It lives where it was made itself, so it takes up nobody's place. */
  private static Optional<Cause> tooLate(Observation seen, Order order) {
    return !order.undeletes().isEmpty()
            && seen.place().seen().isPresent()
            && seen.place().name().equals(Place.nameFor(order.name(), order.uid()))
        ? Optional.of(
            new Cause(
                "UndeleteTooLate",
                "the cluster was made anew before it was to take up what is kept of the one with"
                    + " UID "
                    + order.undeletes(),
                "Butler keeps both, each for itself",
                "Delete this cluster and order it again with the annotation %s from the beginning,"
                        .formatted(Annotations.UNDELETE)
                    + " or remove the annotation"))
        : Optional.empty();
  }

  private static Optional<Cause> unreadable(Rest rest) {
    return rest.problem()
        .map(
            problem ->
                new Cause(
                    "InvalidSchedule",
                    problem.subject() + ": " + problem.trouble(),
                    "Butler keeps the cluster awake",
                    problem.remedy()));
  }

  private static WorkerOrder workers(
      Observation seen, Order order, Account.Known account, String version) {
    return new WorkerOrder(
        order.name(),
        seen.place().name(),
        Marks.owner(order),
        version,
        order.pools(),
        seen.live().seenPlane().map(PlaneView::endpoint).orElse(null),
        account.spec(),
        account.credentials(),
        order.override(),
        seen.pooledNodes()
            .filter(_ -> account.nodesPooled())
            .orElseGet(NodeAddressing.FromNetwork::new));
  }

  private static Hold refused(Order order, List<Problem> problems) {
    var what = problems.stream().map(Problem::sentence).collect(Collectors.joining("; "));
    return new Hold(order, new Cause(REFUSED, what, "", ""), true);
  }
}
