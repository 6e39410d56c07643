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

  /**
   * How long pods, and then volumes, of machines that go to sleep are waited for: what nobody may
   * evict would keep a cluster awake for ever. No machine is replaced because this changes.
   */
  public static final Map<String, Integer> PATIENCE =
      Map.of("nodeDrainTimeoutSeconds", 600, "nodeVolumeDetachTimeoutSeconds", 600);

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
   * @param note what the template was drawn for; none where that is not known
   */
  Manifest deployment(
      Pool pool, Template template, Optional<Integer> replicas, Optional<PoolNote> note) {
    var own = own(pool);
    var labels = new TreeMap<>(own);
    labels.putAll(Bootstrap.given(pool));
    var machine =
        Fields.of("clusterName", order.name())
            .with("version", template.version())
            .with("bootstrap", Fields.of("configRef", reference(template.bootstrap())))
            .with("infrastructureRef", reference(template.machine()))
            .withIf("deletion", resting(pool, replicas) ? Optional.of(PATIENCE) : Optional.empty());
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
    var annotations = annotations(pool, replicas);
    note.ifPresent(known -> annotations.put(Marks.MADE_FOR, known.text()));
    return object("MachineDeployment", pool, spec, annotations);
  }

  /** Machines are ordered, and none shall be there now. */
  private static boolean resting(Pool pool, Optional<Integer> replicas) {
    return replicas.filter(number -> number == 0).isPresent()
        && (pool.replicas() > 0 || pool.bounds().isPresent());
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

  /**
   * Replaces machines whose Nodes fail, a few at a time: many at once are another trouble.
   *
   * @param machines how many the pool is to have
   */
  Manifest healthCheck(Pool pool, int machines) {
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
                Fields.of(
                    "triggerIf", Fields.of("unhealthyLessThanOrEqualTo", tolerated(machines))));
    return object("MachineHealthCheck", pool, spec, Map.of());
  }

  /** A number: of a share Cluster API makes none where a pool has one machine or two. */
  private static int tolerated(int machines) {
    return Math.max(1, machines * 2 / 5);
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
