package dev.butlerlabs.butler.tenants.objects.plan;

import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Manifest;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What keeps the workers of a pool: as many as wanted, and healthy. */
public final class PoolObjects {

  static final String API = "cluster.x-k8s.io/v1beta2";

  /** How long a Node may be silent or not ready before its machine is replaced. */
  private static final int UNHEALTHY_SECONDS = 300;

  /** How long a machine may take from its making to its Node. */
  private static final int STARTUP_SECONDS = 1200;

  /**
   * Cluster API asks only every 15 seconds whether the control plane is stable. Workers are wanted
   * only when it serves, and their version is held back here.
   */
  private static final Map<String, String> SKIPPED =
      Map.of("machineset.cluster.x-k8s.io/skip-preflight-checks", "ControlPlaneIsStable");

  /** What the cluster autoscaler reads at a MachineDeployment. */
  private static final String FEWEST =
      "cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size";

  private static final String MOST = "cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size";

  /** What lets the cluster autoscaler choose the number of machines. */
  public static final List<String> BOUNDS = List.of(FEWEST, MOST);

  private final Order order;
  private final String namespace;

  PoolObjects(Order order, String namespace) {
    this.order = order;
    this.namespace = namespace;
  }

  /** What the MachineDeployment of a pool is called; {@code shop-workers} for the first. */
  public static String nameOf(Order order, String pool) {
    return order.name() + "-" + pool;
  }

  /** What the MachineDeployments of all pools are called. */
  public static Set<String> names(Order order) {
    return order.pools().stream()
        .map(pool -> nameOf(order, pool.name()))
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * The MachineDeployment.
   *
   * @param replicas how many; none leaves the number to whoever chooses it within the bounds
   */
  Manifest deployment(Pool pool, Template template, Optional<Integer> replicas) {
    var own = own(pool);
    var labels = new TreeMap<>(own);
    labels.putAll(Bootstrap.given(pool));
    var machine =
        Fields.of("clusterName", order.name())
            .with("version", template.version())
            .with("bootstrap", Fields.of("configRef", reference(template.bootstrap())))
            .with("infrastructureRef", reference(template.machine()));
    var spec =
        Fields.of("clusterName", order.name())
            .withIf("replicas", replicas)
            .with("selector", Fields.of("matchLabels", own))
            .with(
                "rollout",
                Fields.of(
                    "strategy",
                    Fields.of("type", "RollingUpdate")
                        .with("rollingUpdate", Fields.of("maxSurge", 1).with("maxUnavailable", 0))))
            .with(
                "template",
                Fields.of("metadata", Fields.of("labels", labels)).with("spec", machine));
    return object("MachineDeployment", pool, spec, annotations(pool, replicas));
  }

  /** A pool that is to have no workers now is nobody's to fill. */
  private static Map<String, String> annotations(Pool pool, Optional<Integer> replicas) {
    var all = new TreeMap<>(SKIPPED);
    pool.bounds()
        .filter(_ -> replicas.filter(number -> number == 0).isEmpty())
        .ifPresent(
            bounds -> {
              all.put(FEWEST, Integer.toString(bounds.min()));
              all.put(MOST, Integer.toString(bounds.max()));
            });
    return all;
  }

  /** Replaces machines whose Nodes fail, a few at a time: many at once are another trouble. */
  Manifest healthCheck(Pool pool) {
    var spec =
        Fields.of("clusterName", order.name())
            .with("selector", Fields.of("matchLabels", own(pool)))
            .with(
                "checks",
                Fields.of("nodeStartupTimeoutSeconds", STARTUP_SECONDS)
                    .withList(
                        "unhealthyNodeConditions", List.of(notReady("Unknown"), notReady("False"))))
            .with(
                "remediation",
                Fields.of("triggerIf", Fields.of("unhealthyLessThanOrEqualTo", tolerated(pool))));
    return object("MachineHealthCheck", pool, spec, Map.of());
  }

  /** In a pool that grows and shrinks the same share of what it has then. */
  private static Object tolerated(Pool pool) {
    return pool.bounds().isPresent()
        ? "40%"
        : Integer.valueOf(Math.max(1, pool.replicas() * 2 / 5));
  }

  private static Fields notReady(String status) {
    return Fields.of("type", "Ready")
        .with("status", status)
        .with("timeoutSeconds", UNHEALTHY_SECONDS);
  }

  private Map<String, String> own(Pool pool) {
    return new TreeMap<>(
        Map.of(
            Marks.CLUSTER_NAME, order.name(), Marks.DEPLOYMENT_NAME, nameOf(order, pool.name())));
  }

  private Manifest object(String kind, Pool pool, Fields spec, Map<String, String> annotations) {
    return new Manifest(
        API,
        kind,
        namespace,
        nameOf(order, pool.name()),
        Marks.part(order),
        annotations,
        Fields.of("spec", spec).map());
  }

  static Fields reference(Template.Ref ref) {
    return Fields.of("apiGroup", ref.group()).with("kind", ref.kind()).with("name", ref.name());
  }
}
