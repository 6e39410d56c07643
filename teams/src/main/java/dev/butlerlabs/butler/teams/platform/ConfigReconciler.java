package dev.butlerlabs.butler.teams.platform;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.ControlPlaneExposure;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.TenancyMode;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.teams.rules.Tenancy;
import dev.butlerlabs.butler.teams.team.plan.OrderPlace;
import dev.butlerlabs.butler.teams.team.plan.Roles;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Says whether the platform's settings are in force, and makes the namespace they name. */
public final class ConfigReconciler implements Reconciler<ButlerConfig> {

  private static final String ONLY = "butler";
  private static final String CONFIGURED = ConditionType.CONFIGURED.wire();
  private static final String NAMESPACE = ConditionType.NAMESPACE_READY.wire();

  private static final Kind<ButlerConfig> CONFIGS = Kind.of(ButlerConfig.class);
  private static final Kind<Team> TEAMS = Kind.of(Team.class);
  private static final Kind<TenantCluster> CLUSTERS = Kind.of(TenantCluster.class);
  private static final Kind<Namespace> NAMESPACES = Kind.of(Namespace.class);

  /** What was made for clusters without a team. */
  private static final String APPLIED = "butler-platform";

  private static final String PURPOSE = "clusters that belong to no team";

  private static final Map<String, String> OURS =
      Map.of(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER, Roles.APPLIED_BY, APPLIED);
  private static final Kind<NetworkPolicy> POLICIES = walls(NetworkPolicy.class);
  private static final Kind<ResourceQuota> QUOTAS = walls(ResourceQuota.class);

  private static final FieldManager MANAGER = FieldManager.of("platform");
  private static final StatusShare SHARE =
      new StatusShare(
          MANAGER,
          Set.of("teamCount", "clusterCount", "controlPlaneExposureMode", "tcpProxyRequired"),
          Set.of(CONFIGURED, NAMESPACE),
          true);

  private final Applier applier;
  private final StatusWriter statuses;

  public ConfigReconciler(KubernetesClient client, InstantSource clock) {
    this.applier = new Applier(client, MANAGER);
    this.statuses = new StatusWriter(client, SHARE, clock);
  }

  private static <T extends HasMetadata> Kind<T> walls(Class<T> type) {
    return Kind.of(type).labelled(Roles.APPLIED_BY + "=" + APPLIED);
  }

  public Watches<ButlerConfig> watches() {
    var only = List.of(ObjectKey.cluster(ONLY));
    return Watches.on(CONFIGS)
        .mapped(TEAMS, (_, _) -> only)
        .mapped(CLUSTERS, (_, _) -> only)
        .mapped(POLICIES, (_, _) -> only)
        .mapped(QUOTAS, (_, _) -> only)
        .mapped(
            NAMESPACES,
            (namespace, cache) -> named(namespace, cache) ? only : List.<ObjectKey>of());
  }

  private static boolean named(Namespace namespace, Cache cache) {
    return cache
        .find(CONFIGS, ObjectKey.cluster(ONLY))
        .filter(config -> home(config).equals(namespace.getMetadata().getName()))
        .isPresent();
  }

  @Override
  public Outcome reconcile(ButlerConfig config, Context context) {
    if (!config.getMetadata().getName().equals(ONLY)) {
      // The schema refuses other names; one that is older than the schema counts for nothing.
      return Outcome.settled();
    }
    var trouble = namespace(config, context.cache());
    statuses
        .write(config, verdicts(config, trouble), fields(config, context.cache()))
        .orElseThrow();
    return trouble.map(Trouble::outcome).orElseGet(Outcome::settled);
  }

  /** Makes the namespace when it is needed; one that somebody else made stays as it is. */
  private Optional<Trouble> namespace(ButlerConfig config, Cache cache) {
    var name = home(config);
    var seen = cache.find(NAMESPACES, ObjectKey.cluster(name));
    if (enforced(config) || seen.filter(one -> !ours(one)).isPresent()) {
      return Optional.empty();
    }
    var place = new OrderPlace(name, OURS);
    return Stream.concat(Stream.of(place.made(PURPOSE)), place.walls().stream())
        .flatMap(one -> apply(one, cache).stream())
        .findFirst();
  }

  /** One that was made before it was closed says only what it is for. */
  private static boolean ours(Namespace namespace) {
    var meta = namespace.getMetadata();
    var notes = Objects.requireNonNullElse(meta.getAnnotations(), Map.<String, String>of());
    return meta.getDeletionTimestamp() == null
        && Labels.MANAGED_BY_BUTLER.equals(labels(namespace).get(Labels.MANAGED_BY))
        && PURPOSE.equals(notes.get(Annotations.DESCRIPTION));
  }

  private Optional<Trouble> apply(HasMetadata one, Cache cache) {
    return switch (one) {
      case NetworkPolicy policy -> apply(policy, POLICIES, cache);
      case ResourceQuota quota -> apply(quota, QUOTAS, cache);
      case Namespace namespace -> apply(namespace, NAMESPACES, cache);
      default -> throw new IllegalStateException("no place for orders has a " + one.getKind());
    };
  }

  private <T extends HasMetadata> Optional<Trouble> apply(T wanted, Kind<T> kind, Cache cache) {
    var meta = wanted.getMetadata();
    var key = new ObjectKey(Objects.requireNonNullElse(meta.getNamespace(), ""), meta.getName());
    return applier.apply(wanted, cache.find(kind, key).orElse(null))
            instanceof Answer.Failed<T>(var trouble)
        ? Optional.of(trouble)
        : Optional.empty();
  }

  private static Map<String, String> labels(HasMetadata object) {
    return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
  }

  private static List<Verdict> verdicts(ButlerConfig config, Optional<Trouble> trouble) {
    if (trouble.isPresent()) {
      var words = trouble.get().problem().sentence();
      return List.of(
          Verdict.no(NAMESPACE, "CreateFailed", words),
          Verdict.no(CONFIGURED, "NamespaceError", words));
    }
    return List.of(
        enforced(config)
            ? Verdict.yes(NAMESPACE, "NotRequired", "every cluster has a team")
            : Verdict.yes(NAMESPACE, "Ready", "namespace " + home(config)),
        Verdict.yes(CONFIGURED, "ConfigValid", ""));
  }

  private static Map<String, Object> fields(ButlerConfig config, Cache cache) {
    var mode = mode(config);
    var fields = new LinkedHashMap<String, Object>();
    fields.put("teamCount", cache.list(TEAMS).size());
    fields.put("clusterCount", cache.list(CLUSTERS).size());
    fields.put("controlPlaneExposureMode", mode);
    fields.put("tcpProxyRequired", mode.needsTcpProxy());
    return fields;
  }

  private static ControlPlaneExposure.Mode mode(ButlerConfig config) {
    return spec(config)
        .flatMap(spec -> Optional.ofNullable(spec.controlPlaneExposure()))
        .flatMap(exposure -> Optional.ofNullable(exposure.mode()))
        .orElse(ControlPlaneExposure.Mode.LOAD_BALANCER);
  }

  private static boolean enforced(ButlerConfig config) {
    return tenancy(config).mode() == TenancyMode.ENFORCED;
  }

  private static String home(ButlerConfig config) {
    return tenancy(config).defaultNamespace();
  }

  private static Tenancy tenancy(ButlerConfig config) {
    return Tenancy.of(config.getSpec());
  }

  private static Optional<ButlerConfigSpec> spec(ButlerConfig config) {
    return Optional.ofNullable(config.getSpec());
  }
}
