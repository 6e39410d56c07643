package dev.butlerlabs.butler.teams.admission;

import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.clusters.Chosen;
import dev.butlerlabs.butler.api.clusters.DeletionGrace;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Rule;
import dev.butlerlabs.butler.kube.admission.Ruling;
import dev.butlerlabs.butler.teams.orders.Directory;
import dev.butlerlabs.butler.teams.orders.OrderReading;
import dev.butlerlabs.butler.teams.rules.Order;
import dev.butlerlabs.butler.teams.rules.Policies.Policy;
import dev.butlerlabs.butler.teams.rules.Refusal;
import dev.butlerlabs.butler.teams.rules.Rulebook;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether a TenantCluster may be ordered, or changed, as its user wants. */
public final class ClusterRule implements Rule<TenantCluster> {

  private final Records records;
  private final Ownership ownership;

  public ClusterRule(Records records) {
    this.records = records;
    this.ownership = new Ownership(new Authority(records));
  }

  @Override
  public Ruling review(Request<TenantCluster> request) {
    var cluster = request.subject();
    var directory = directory(request);
    var reading = new OrderReading(directory);
    var wanted = reading.read(cluster);
    var before = request.old() == null ? null : reading.read(request.old());
    var alone = directory.around(cluster, request.old(), policies());
    var around = alone.counting() ? alone.among(others(request, directory)) : alone;
    var problems =
        new ArrayList<>(
            Rulebook.judge(wanted, before, around).stream().map(Refusal::problem).toList());
    var team = directory.team(directory.teamOf(cluster)).map(TeamSpec::access).orElse(null);
    problems.addAll(ownership.judge(request, around.environments(), team));
    problems.addAll(Move.judge(request));
    problems.addAll(
        Workable.judge(
            reading.effective(cluster),
            request.old() == null ? null : reading.effective(request.old())));
    return problems.isEmpty()
        ? Ruling.allowed(warnings(directory, cluster).toArray(String[]::new))
        : Ruling.of(problems);
  }

  private Directory directory(Request<TenantCluster> request) {
    var cluster = request.subject();
    var teams = new HashMap<String, Directory.TeamEntry>();
    Stream.of(Directory.namedTeam(cluster), request.key().namespace())
        .filter(name -> !name.isEmpty())
        .distinct()
        .forEach(
            name ->
                records
                    .findTeam(name)
                    .ifPresent(team -> teams.put(name, Directory.TeamEntry.of(team))));
    var config = records.config().map(ButlerConfig::getSpec).orElse(null);
    var known = new Directory(config, teams, Map.of(), noted(cluster));
    var providers = new HashMap<ObjectKey, ProviderConfigSpec>();
    known
        .provider(cluster)
        .map(ClusterRule::key)
        .ifPresent(
            key ->
                records
                    .findProvider(key)
                    .flatMap(provider -> Optional.ofNullable(provider.getSpec()))
                    .ifPresent(spec -> providers.put(key, spec)));
    return known.knowing(providers);
  }

  private Map<ObjectKey, Effective> noted(TenantCluster cluster) {
    return DeletionGrace.undeletes(cluster)
        .filter(_ -> Chosen.wanted(cluster))
        .map(uid -> Directory.noted(List.of(cluster), records.kept(uid)))
        .orElse(Map.of());
  }

  private List<Policy> policies() {
    return records.policies().stream()
        .filter(policy -> policy.getSpec() != null)
        .map(policy -> new Policy(policy.getMetadata().getName(), policy.getSpec()))
        .toList();
  }

  private List<Order> others(Request<TenantCluster> request, Directory directory) {
    var team = directory.teamOf(request.subject());
    var reading = new OrderReading(directory);
    return records.clusters(request.key().namespace()).stream()
        .filter(other -> !other.getMetadata().getName().equals(request.key().name()))
        .filter(other -> directory.teamOf(other).equals(team))
        .map(reading::read)
        .toList();
  }

  /** What is not there yet may still come, as it does when many files are applied at once. */
  private static List<String> warnings(Directory directory, TenantCluster cluster) {
    var warnings = new ArrayList<String>();
    var named = Directory.namedTeam(cluster);
    if (!named.isEmpty() && directory.team(named).isEmpty()) {
      warnings.add("spec.teamRef: there is no Team " + named + "; no limit of it can be checked");
    }
    directory
        .provider(cluster)
        .map(ClusterRule::key)
        .filter(key -> !directory.providers().containsKey(key))
        .ifPresent(
            key ->
                warnings.add(
                    "spec.providerConfigRef: there is no ProviderConfig %s; the cluster waits until there is"
                        .formatted(key)));
    return warnings;
  }

  private static ObjectKey key(NamespacedRef ref) {
    return new ObjectKey(ref.namespace(), ref.name());
  }
}
