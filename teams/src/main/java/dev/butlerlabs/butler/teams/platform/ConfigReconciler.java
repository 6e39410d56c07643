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
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Says whether the platform's settings are in force, and makes the namespace they name. */
public final class ConfigReconciler implements Reconciler<ButlerConfig> {

  private static final String ONLY = "butler";
  private static final String CONFIGURED = ConditionType.CONFIGURED.wire();
  private static final String NAMESPACE = ConditionType.NAMESPACE_READY.wire();

  private static final Kind<ButlerConfig> CONFIGS = Kind.of(ButlerConfig.class);
  private static final Kind<Team> TEAMS = Kind.of(Team.class);
  private static final Kind<TenantCluster> CLUSTERS = Kind.of(TenantCluster.class);
  private static final Kind<Namespace> NAMESPACES = Kind.of(Namespace.class);

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

  public Watches<ButlerConfig> watches() {
    var only = List.of(ObjectKey.cluster(ONLY));
    return Watches.on(CONFIGS)
        .mapped(TEAMS, (_, _) -> only)
        .mapped(CLUSTERS, (_, _) -> only)
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

  /** Makes the namespace when it is needed and nobody made it. */
  private Optional<Trouble> namespace(ButlerConfig config, Cache cache) {
    var name = home(config);
    if (enforced(config) || cache.find(NAMESPACES, ObjectKey.cluster(name)).isPresent()) {
      return Optional.empty();
    }
    var wanted =
        new NamespaceBuilder()
            .withNewMetadata()
            .withName(name)
            .addToLabels(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER)
            .addToAnnotations(Annotations.DESCRIPTION, "clusters that belong to no team")
            .endMetadata()
            .build();
    return applier.apply(wanted, null) instanceof Answer.Failed<Namespace>(var trouble)
        ? Optional.of(trouble)
        : Optional.empty();
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
