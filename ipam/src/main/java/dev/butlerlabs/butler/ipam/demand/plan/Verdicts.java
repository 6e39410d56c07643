package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.kernel.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** What a cluster is told about its addresses. */
public final class Verdicts {

  /** Whether the cluster has the addresses it cannot be without. */
  public static final String NETWORK = ConditionType.NETWORK_READY.wire();

  /** Whether its load balancers have the addresses they need. */
  public static final String CAPACITY = ConditionType.LOAD_BALANCER_CAPACITY.wire();

  /** The reason where the number is fixed: the Services need not be looked at. */
  public static final String FIXED_BLOCK = "FixedBlock";

  /** The reason while the first look at the Services is under way; it passes by itself. */
  public static final String LOOKING = "Looking";

  private Verdicts() {}

  public static List<Verdict> cloud() {
    return List.of(
        Verdict.yes(NETWORK, "Ready", "the infrastructure gives addresses itself (mode cloud)"));
  }

  /** Something that the addresses depend on is not there yet. */
  public static List<Verdict> waiting(String message) {
    return List.of(Verdict.no(NETWORK, "WaitingForDependencies", message));
  }

  public static List<Verdict> of(Observation seen, TenantPlan plan) {
    return List.of(network(seen, plan), capacity(seen, plan));
  }

  private static Verdict network(Observation seen, TenantPlan plan) {
    var balancers = plan.loadBalancers();
    var nodes = plan.nodes();
    if (balancers.begun() && nodes.begun() && nodes.obstacle().isEmpty()) {
      return Verdict.yes(NETWORK, "Ready", held(seen));
    }
    var lacking = nodes.begun() && nodes.obstacle().isEmpty() ? balancers : nodes;
    var what = lacking.equals(nodes) ? "node" : "load balancer";
    return lacking
        .obstacle()
        .map(obstacle -> Verdict.no(NETWORK, obstacle.reason(), obstacle.message()))
        .orElseGet(
            () ->
                Verdict.no(
                    NETWORK,
                    "Reconciling",
                    "%d of %d %s addresses are there; the rest was asked for"
                        .formatted(lacking.held(), lacking.first(), what)));
  }

  private static String held(Observation seen) {
    return ranges(seen, IPAllocationSpec.Type.LOADBALANCER, "load balancers")
        + ranges(seen, IPAllocationSpec.Type.NODES, "; nodes");
  }

  private static String ranges(Observation seen, IPAllocationSpec.Type type, String title) {
    var ranges =
        seen.claims(type).stream()
            .filter(Claim::held)
            .map(Claim::range)
            .filter(Objects::nonNull)
            .sorted()
            .map(range -> range.start() + "-" + range.end())
            .collect(Collectors.joining(", "));
    if (ranges.isEmpty()) {
      return type == IPAllocationSpec.Type.NODES ? "" : title + " need no addresses yet";
    }
    return title + " " + ranges;
  }

  private static Verdict capacity(Observation seen, TenantPlan plan) {
    var tally = plan.loadBalancers();
    var obstacle = tally.obstacle();
    if (obstacle.isPresent()) {
      return Verdict.no(CAPACITY, obstacle.get().reason(), obstacle.get().message());
    }
    if (seen.wish().elastic()
        && seen.demand() instanceof Demand.Unknown(var reason, var message, _)) {
      return Verdict.unknown(CAPACITY, reason, message);
    }
    if (tally.held() < tally.wanted()) {
      return Verdict.no(
          CAPACITY,
          "Reconciling",
          "%d of %d addresses are there; the rest was asked for"
              .formatted(tally.held(), tally.wanted()));
    }
    return seen.wish().elastic() ? followed(tally) : fixed(tally);
  }

  private static Verdict followed(Tally tally) {
    return Verdict.yes(
        CAPACITY, "Sufficient", "%d addresses, %d wanted".formatted(tally.held(), tally.wanted()));
  }

  private static Verdict fixed(Tally tally) {
    return tally.held() > tally.wanted()
        ? Verdict.yes(
            CAPACITY,
            "Shrinking",
            "%d addresses, %d ordered; whole blocks go back once no Service uses them and the rest is"
                    .formatted(tally.held(), tally.wanted())
                + " enough")
        : Verdict.yes(CAPACITY, FIXED_BLOCK, "%d addresses".formatted(tally.held()));
  }
}
