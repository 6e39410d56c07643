package dev.butlerlabs.butler.teams.line;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.clusters.Chosen;
import dev.butlerlabs.butler.api.clusters.DeletionGrace;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.teams.line.plan.TurnReport;
import dev.butlerlabs.butler.teams.orders.OrderReading;
import dev.butlerlabs.butler.teams.rules.Line;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides for the orders of each namespace who may begin. The engine runs one round at a time per
 * namespace, so that of many orders that come together exactly as many go on as there is room for.
 */
public final class LineReconciler implements Reconciler<Namespace> {

  /** Statuses written in one round; the engine's deadline holds for a round. */
  private static final int PER_ROUND = 100;

  private static final StatusShare SHARE =
      new StatusShare(
          FieldManager.of("orders"),
          Set.of("effective"),
          Set.of(TurnReport.QUOTA, TurnReport.PROVIDER, TurnReport.POLICY),
          false);

  /** What is to be told to one order. */
  private record Telling(
      TenantCluster cluster, List<Verdict> verdicts, Optional<Effective> effective) {

    /** Whether something may be made that could not be made before. */
    boolean letsIn() {
      return effective.isPresent() && !effective.equals(told(cluster));
    }

    boolean known() {
      var stored =
          new Conditions(
              Optional.ofNullable(cluster.getStatus())
                  .map(TenantClusterStatus::conditions)
                  .orElse(List.<Condition>of()));
      return effective.equals(told(cluster))
          && verdicts.stream()
              .allMatch(
                  verdict ->
                      stored.find(verdict.type()).map(Condition::verdict).stream()
                          .anyMatch(verdict::equals));
    }

    private static Optional<Effective> told(TenantCluster cluster) {
      return Optional.ofNullable(cluster.getStatus())
          .flatMap(status -> Optional.ofNullable(status.effective()));
    }
  }

  private final KubernetesClient client;
  private final StatusWriter statuses;

  public LineReconciler(KubernetesClient client, InstantSource clock) {
    this.client = client;
    this.statuses = new StatusWriter(client, SHARE, clock);
  }

  public Watches<Namespace> watches() {
    return LineKinds.watches();
  }

  @Override
  public Outcome reconcile(Namespace namespace, Context context) {
    var name = namespace.getMetadata().getName();
    var cached = context.cache().list(LineKinds.CLUSTERS, name);
    var tellings =
        tellings(Sight.of(name, cached, places(name, cached, context.cache()), context.cache()));
    if (tellings.stream().anyMatch(Telling::letsIn)) {
      // The cache may not know yet whom we let in a moment ago.
      var stored = stored(name);
      tellings =
          tellings(
              Sight.of(name, stored, storedPlaces(name, stored, context.cache()), context.cache()));
    }
    return tell(tellings.stream().filter(telling -> !telling.known()).toList());
  }

  private List<TenantCluster> stored(String namespace) {
    return Asking.ask(
            new Attempt("list", "TenantCluster", new ObjectKey(namespace, "*")),
            () -> client.resources(TenantCluster.class).inNamespace(namespace).list())
        .orElseThrow()
        .getItems();
  }

  private static List<Namespace> places(String name, List<TenantCluster> clusters, Cache cache) {
    return clusters.stream().anyMatch(Chosen::wanted)
        ? cache.list(LineKinds.BY_HOME, name)
        : List.of();
  }

  /** What was kept a moment ago the cache may not know yet, and what is chosen then stays. */
  private List<Namespace> storedPlaces(String name, List<TenantCluster> clusters, Cache cache) {
    var back =
        clusters.stream()
            .filter(Chosen::wanted)
            .anyMatch(cluster -> DeletionGrace.undeletes(cluster).isPresent());
    return back
        ? Asking.ask(
                new Attempt("list", "Namespace", ObjectKey.cluster("*")),
                () -> client.namespaces().withLabel(Labels.SOURCE_NAMESPACE, name).list())
            .orElseThrow()
            .getItems()
        : places(name, clusters, cache);
  }

  private static List<Telling> tellings(Sight sight) {
    var turns = new HashMap<ObjectKey, Line.Turn>();
    sight.lines().values().forEach(line -> turns.putAll(Line.decide(line)));
    var reading = new OrderReading(sight.directory());
    var tellings = new ArrayList<Telling>();
    for (var cluster : sight.clusters()) {
      var turn = turns.get(key(cluster));
      if (turn != null && !Sight.leaving(cluster)) {
        tellings.add(new Telling(cluster, TurnReport.of(turn), effective(reading, cluster, turn)));
      }
    }
    return tellings;
  }

  /** What was let in, completed; while something is refused, what was let in before. */
  private static Optional<Effective> effective(
      OrderReading reading, TenantCluster cluster, Line.Turn turn) {
    return turn.refusals().isEmpty()
        ? Optional.of(reading.effective(cluster))
        : Telling.told(cluster).map(told -> reading.kept(cluster, told));
  }

  /** Those who may begin first. One that cannot be told holds up nobody else. */
  private Outcome tell(List<Telling> tellings) {
    var trouble = new ArrayList<Trouble>();
    tellings.stream()
        .sorted(Comparator.comparing(telling -> !telling.letsIn()))
        .limit(PER_ROUND)
        .forEachOrdered(telling -> tell(telling).ifPresent(trouble::add));
    if (!trouble.isEmpty()) {
      return trouble.getFirst().outcome();
    }
    return tellings.size() > PER_ROUND ? Outcome.lookAgain(Duration.ZERO) : Outcome.settled();
  }

  private Optional<Trouble> tell(Telling telling) {
    Map<String, Object> fields =
        telling
            .effective()
            .<Map<String, Object>>map(now -> Map.of("effective", now))
            .orElse(Map.of());
    return switch (statuses.write(telling.cluster(), telling.verdicts(), fields)) {
      case Answer.Done<TenantCluster> _ -> Optional.empty();
      case Answer.Failed<TenantCluster>(Trouble.NotFound _) -> Optional.empty();
      case Answer.Failed<TenantCluster>(var what) -> Optional.of(what);
    };
  }

  private static ObjectKey key(TenantCluster cluster) {
    return new ObjectKey(cluster.getMetadata().getNamespace(), cluster.getMetadata().getName());
  }
}
