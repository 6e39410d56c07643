package dev.butlerlabs.butler.teams.orders;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.ControlPlaneExposure;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.clusters.ClusterAddons;
import dev.butlerlabs.butler.api.clusters.ClusterAddons.GitOps;
import dev.butlerlabs.butler.api.clusters.ClusterAddons.GitOpsProvider;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterSpec;
import dev.butlerlabs.butler.api.clusters.TenantClusterSpec.ManagementMode;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.teams.rules.Defaults;
import dev.butlerlabs.butler.teams.rules.Order;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a stored TenantCluster as an order. */
public final class OrderReading {

  private static final TenantClusterSpec NOTHING_SAID =
      new TenantClusterSpec(
          null, null, null, null, null, List.of(), null, null, null, null, List.of(), null, null);

  /** Phases of a cluster that has parts; one that waits or failed early has none. */
  private static final Set<Phase> STANDING =
      EnumSet.of(Phase.PROVISIONING, Phase.INSTALLING, Phase.READY, Phase.UPDATING, Phase.SLEEPING);

  private final Directory directory;

  public OrderReading(Directory directory) {
    this.directory = directory;
  }

  /** As it is wanted. */
  public Order read(TenantCluster cluster) {
    return read(cluster, effective(cluster));
  }

  /** As it was let in; empty for one of which nothing may be made yet. */
  public Optional<Order> granted(TenantCluster cluster) {
    var told = status(cluster).flatMap(status -> Optional.ofNullable(status.effective()));
    return told.map(effective -> read(cluster, effective))
        .or(() -> begun(cluster) ? Optional.of(read(cluster)) : Optional.empty());
  }

  private Order read(TenantCluster cluster, Effective effective) {
    var meta = cluster.getMetadata();
    var spec = Objects.requireNonNullElse(cluster.getSpec(), NOTHING_SAID);
    var provider = effective.providerConfigRef();
    var config = provider == null ? null : directory.providers().get(key(provider));
    return new Order(
        new ObjectKey(text(meta.getNamespace()), text(meta.getName())),
        directory.teamOf(cluster),
        environment(cluster),
        owner(meta),
        provider == null ? null : key(provider),
        text(effective.kubernetesVersion()),
        Defaults.amounts(effective),
        addons(spec),
        config == null ? Map.of() : Choices.of(effective, spec.infrastructureOverride(), config),
        config == null ? "" : Choices.machine(spec.infrastructureOverride(), config),
        standing(meta));
  }

  /** The manifest, completed by what was completed earlier, environment and team. */
  public Effective effective(TenantCluster cluster) {
    var team = directory.team(directory.teamOf(cluster)).orElse(null);
    var told = directory.chosen(cluster).orElse(null);
    var spec = Objects.requireNonNullElse(cluster.getSpec(), NOTHING_SAID);
    var effective =
        Defaults.of(team, environment(cluster))
            .keeping(told)
            .complete(spec, directory.provider(cluster).orElse(null));
    return effective
        .madeFrom(told == null ? usualSchematic(spec, effective).orElse(null) : told.schematicID())
        .reachedBy(wayIn(told));
  }

  /**
   * What was let in before; for a cluster of which it was not noted yet, with its way in. How it is
   * kept from deletion is no growth: that is as its team says today.
   */
  public Effective kept(TenantCluster cluster, Effective told) {
    return told.reachedBy(wayIn(told)).keptLike(effective(cluster));
  }

  /** Chosen once: another one would move the endpoint of a cluster that is in use. */
  private ControlPlaneExposure wayIn(@Nullable Effective told) {
    return Optional.ofNullable(told)
        .flatMap(effective -> Optional.ofNullable(effective.controlPlaneExposure()))
        .orElseGet(
            () ->
                ControlPlaneExposure.inForce(
                    directory.config() == null ? null : directory.config().controlPlaneExposure()));
  }

  /**
   * Only where machines have images, and nobody chose one for all pools of the cluster. One that
   * comes later is for new clusters: it must replace no machine.
   */
  private Optional<String> usualSchematic(TenantClusterSpec spec, Effective effective) {
    return Optional.ofNullable(effective.providerConfigRef())
        .flatMap(provider -> Optional.ofNullable(directory.providers().get(key(provider))))
        .filter(config -> Choices.leavesImages(spec.infrastructureOverride(), config))
        .flatMap(_ -> Optional.ofNullable(directory.config()))
        .flatMap(config -> Optional.ofNullable(config.imageFactory()))
        .flatMap(factory -> Optional.ofNullable(factory.defaultSchematicID()))
        .filter(schematic -> !schematic.isBlank());
  }

  public static String environment(TenantCluster cluster) {
    return text(labels(cluster.getMetadata()).get(Labels.ENVIRONMENT));
  }

  private static String owner(ObjectMeta meta) {
    var annotations = Objects.requireNonNullElse(meta.getAnnotations(), Map.<String, String>of());
    var owner = text(annotations.get(Annotations.OWNER));
    var found = owner.isEmpty() ? text(annotations.get(Annotations.CREATOR_EMAIL)) : owner;
    return found.toLowerCase(Locale.ROOT);
  }

  /** What a cluster can be without; its network, load balancer and certificates are no choice. */
  private static Set<String> addons(TenantClusterSpec spec) {
    var names = new HashSet<String>();
    var addons = Objects.requireNonNullElseGet(spec.addons(), ClusterAddons::none);
    if (addons.storage() != null) {
      names.add(name(addons.storage().provider(), "longhorn"));
    }
    if (addons.ingress() != null && addons.ingressWanted()) {
      names.add(name(addons.ingress().provider(), "traefik"));
    }
    engine(spec, addons.gitops()).ifPresent(names::add);
    return names;
  }

  /** As the catalog calls it. */
  private static Optional<String> engine(TenantClusterSpec spec, @Nullable GitOps said) {
    if (said != null) {
      return Optional.of(said.provider() == GitOpsProvider.ARGOCD ? "argocd" : "flux");
    }
    return Optional.ofNullable(spec.managementPolicy())
        .filter(policy -> policy.mode() == ManagementMode.GIT_OPS)
        .map(_ -> "flux");
  }

  private static String name(@Nullable Enum<?> provider, String usual) {
    return provider == null ? usual : provider.name().toLowerCase(Locale.ROOT);
  }

  private static Order.Standing standing(ObjectMeta meta) {
    var created = meta.getCreationTimestamp();
    return new Order.Standing(
        created == null ? Instant.MAX : Instant.parse(created), text(meta.getUid()));
  }

  /** Whether parts of it were made, though nobody noted what was let in. */
  private static boolean begun(TenantCluster cluster) {
    var status = status(cluster);
    return status.map(TenantClusterStatus::tenantNamespace).isPresent()
        || status.map(TenantClusterStatus::phase).filter(STANDING::contains).isPresent();
  }

  private static Optional<TenantClusterStatus> status(TenantCluster cluster) {
    return Optional.ofNullable(cluster.getStatus());
  }

  private static Map<String, String> labels(ObjectMeta meta) {
    return Objects.requireNonNullElse(meta.getLabels(), Map.of());
  }

  private static ObjectKey key(NamespacedRef ref) {
    return new ObjectKey(ref.namespace(), ref.name());
  }

  private static String text(@Nullable String given) {
    return given == null ? "" : given;
  }
}
