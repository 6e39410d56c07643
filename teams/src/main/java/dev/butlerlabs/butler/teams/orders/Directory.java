package dev.butlerlabs.butler.teams.orders;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.Namespaces;
import dev.butlerlabs.butler.api.clusters.Chosen;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.api.tenancy.TeamStatus;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.teams.rules.Limits;
import dev.butlerlabs.butler.teams.rules.Policies.Policy;
import dev.butlerlabs.butler.teams.rules.Provider;
import dev.butlerlabs.butler.teams.rules.Surroundings;
import dev.butlerlabs.butler.teams.rules.Tenancy;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who is who on the platform, as far as the clusters at hand need it.
 *
 * @param config null when there is no ButlerConfig
 * @param teams by name
 * @param noted what was chosen, where their parts are, for clusters whose status does not say it
 */
public record Directory(
    @Nullable ButlerConfigSpec config,
    Map<String, TeamEntry> teams,
    Map<ObjectKey, ProviderConfigSpec> providers,
    Map<ObjectKey, Effective> noted) {

  /** A Team, and where its clusters live. */
  public record TeamEntry(TeamSpec spec, String namespace, boolean ready) {

    private static final TeamSpec NOTHING_SAID =
        new TeamSpec(null, null, null, null, null, null, List.of());

    public static TeamEntry of(Team team) {
      var status = team.getStatus();
      return new TeamEntry(
          Objects.requireNonNullElse(team.getSpec(), NOTHING_SAID),
          status == null || status.namespace() == null
              ? team.getMetadata().getName()
              : status.namespace(),
          status != null && status.phase() == TeamStatus.Phase.READY);
    }
  }

  public Directory {
    teams = Map.copyOf(teams);
    providers = Map.copyOf(providers);
    noted = Map.copyOf(noted);
  }

  /** Nobody was noted anything. */
  public Directory(
      @Nullable ButlerConfigSpec config,
      Map<String, TeamEntry> teams,
      Map<ObjectKey, ProviderConfigSpec> providers) {
    this(config, teams, providers, Map.of());
  }

  /** The same when these providers are known. */
  public Directory knowing(Map<ObjectKey, ProviderConfigSpec> more) {
    return new Directory(config, teams, more, noted);
  }

  /** What is chosen for a cluster already: now, or before it was ordered back. */
  public Optional<Effective> chosen(TenantCluster cluster) {
    return Optional.ofNullable(cluster.getStatus())
        .flatMap(status -> Optional.ofNullable(status.effective()))
        .or(() -> Optional.ofNullable(noted.get(key(cluster))));
  }

  /** What was chosen, where their parts are, for those of the clusters that do not say it. */
  public static Map<ObjectKey, Effective> noted(
      Collection<TenantCluster> clusters, Collection<Namespace> places) {
    var noted = new HashMap<ObjectKey, Effective>();
    clusters.stream()
        .filter(Chosen::wanted)
        .forEach(
            cluster ->
                Chosen.noted(cluster, places).ifPresent(chosen -> noted.put(key(cluster), chosen)));
    return noted;
  }

  /** The team that a cluster names itself, {@code ""} for none. */
  public static String namedTeam(TenantCluster cluster) {
    return Optional.ofNullable(cluster.getSpec())
        .flatMap(spec -> Optional.ofNullable(spec.teamRef()))
        .map(LocalRef::name)
        .orElse("");
  }

  /** The team in whose namespace something lies, {@code ""} for none. */
  public String home(String namespace) {
    var entry = teams.get(namespace);
    return entry != null && entry.namespace().equals(namespace) ? namespace : "";
  }

  /** The team a cluster belongs to: the one it lives with, else the one it names. */
  public String teamOf(TenantCluster cluster) {
    var home = home(namespace(cluster));
    return home.isEmpty() ? namedTeam(cluster) : home;
  }

  public Optional<TeamSpec> team(String name) {
    return Optional.ofNullable(teams.get(name)).map(TeamEntry::spec);
  }

  /**
   * How a cluster stands to teams.
   *
   * @param before the same as it is stored, null for a new one
   */
  public Tenancy.Membership membership(TenantCluster cluster, @Nullable TenantCluster before) {
    var named = namedTeam(cluster);
    var entry = teams.get(named);
    return new Tenancy.Membership(
        named,
        home(namespace(cluster)),
        entry != null,
        entry != null && entry.ready(),
        entry == null ? "" : entry.namespace(),
        before != null && namedTeam(before).equals(named));
  }

  /** The infrastructure: what is in force, else the manifest's, the team's, the platform's. */
  public Optional<NamespacedRef> provider(TenantCluster cluster) {
    return chosen(cluster)
        .flatMap(Directory::inForce)
        .or(() -> Optional.ofNullable(cluster.getSpec()).flatMap(spec -> spec.namedProvider()))
        .or(() -> usual(cluster).map(ref -> new NamespacedRef(ref.name(), Namespaces.SYSTEM)));
  }

  /**
   * All that a cluster is judged by, except its neighbours.
   *
   * @param before the same as it is stored, null for a new one
   */
  public Surroundings around(
      TenantCluster cluster, @Nullable TenantCluster before, List<Policy> policies) {
    var team = teamOf(cluster);
    var spec = team(team);
    return new Surroundings(
        Tenancy.of(config),
        membership(cluster, before),
        Limits.of(team, spec.orElse(null), config),
        spec.map(TeamSpec::environments).orElse(List.of()),
        provider(cluster).flatMap(this::known).orElse(null),
        policies,
        List.of());
  }

  private Optional<Provider> known(NamespacedRef ref) {
    var key = new ObjectKey(ref.namespace(), ref.name());
    return Optional.ofNullable(providers.get(key)).map(found -> new Provider(key, found));
  }

  private static Optional<NamespacedRef> inForce(Effective effective) {
    return Optional.ofNullable(effective.providerConfigRef());
  }

  private Optional<LocalRef> usual(TenantCluster cluster) {
    return team(teamOf(cluster))
        .flatMap(team -> Optional.ofNullable(team.providerConfigRef()))
        .or(
            () ->
                Optional.ofNullable(config)
                    .flatMap(said -> Optional.ofNullable(said.defaultProviderConfigRef())));
  }

  private static ObjectKey key(TenantCluster cluster) {
    return new ObjectKey(
        namespace(cluster), Objects.requireNonNullElse(cluster.getMetadata().getName(), ""));
  }

  private static String namespace(TenantCluster cluster) {
    var namespace = cluster.getMetadata().getNamespace();
    return namespace == null ? "" : namespace;
  }
}
