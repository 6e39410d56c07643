package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.clusters.MachineTemplate;
import dev.butlerlabs.butler.api.clusters.TenantClusterSpec;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.clusters.WorkerPool;
import dev.butlerlabs.butler.api.clusters.Workers;
import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.ClusterDefaults;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.ResourceLimits;
import dev.butlerlabs.butler.kernel.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster gets where its manifest says nothing: from the environment, else the team, else
 * what is built in, field by field.
 *
 * @param kubernetesVersion null when nobody says
 * @param addons of the team, then of the environment, each once, without those it may not install
 * @param kept whether clusters are protected against deletion
 * @param grace how long deleted clusters can be had back; null for not at all
 * @param pools what further pools got before, which each keeps whatever becomes of the first
 */
public record Defaults(
    @Nullable String kubernetesVersion,
    int workers,
    int cpu,
    Quantity memory,
    Quantity disk,
    List<String> addons,
    boolean kept,
    @Nullable String grace,
    Map<String, MachineTemplate> pools) {

  private static final MachineTemplate NOTHING = new MachineTemplate(null, null, null, null);

  /** What a worker is when nobody says anything. */
  public static final Defaults BUILT_IN =
      new Defaults(null, 1, 4, new Quantity("16Gi"), new Quantity("100Gi"), List.of(), false, null);

  public Defaults {
    addons = List.copyOf(addons);
    pools = Map.copyOf(pools);
  }

  /** For pools of which none was completed before. */
  public Defaults(
      @Nullable String kubernetesVersion,
      int workers,
      int cpu,
      Quantity memory,
      Quantity disk,
      List<String> addons,
      boolean kept,
      @Nullable String grace) {
    this(kubernetesVersion, workers, cpu, memory, disk, addons, kept, grace, Map.of());
  }

  /**
   * The defaults in one environment of a team.
   *
   * @param team null for a cluster without one
   * @param environment {@code ""} for none
   */
  public static Defaults of(@Nullable TeamSpec team, String environment) {
    if (team == null) {
      return BUILT_IN;
    }
    var layers =
        Stream.of(inside(team, environment), Optional.ofNullable(team.clusterDefaults()))
            .flatMap(Optional::stream)
            .toList();
    var older = Optional.ofNullable(team.resourceLimits());
    return new Defaults(
        first(layers, ClusterDefaults::kubernetesVersion).orElse(null),
        first(layers, ClusterDefaults::workerCount)
            .or(() -> older.map(ResourceLimits::defaultNodeCount))
            .orElse(BUILT_IN.workers),
        first(layers, ClusterDefaults::workerCPU)
            .or(() -> older.map(ResourceLimits::defaultCPUPerNode).flatMap(Defaults::cores))
            .orElse(BUILT_IN.cpu),
        first(layers, ClusterDefaults::workerMemoryGi)
            .map(Defaults::gibi)
            .or(() -> older.map(ResourceLimits::defaultMemoryPerNode).filter(Defaults::readable))
            .orElse(BUILT_IN.memory),
        first(layers, ClusterDefaults::workerDiskGi).map(Defaults::gibi).orElse(BUILT_IN.disk),
        layers.reversed().stream()
            .flatMap(layer -> layer.defaultAddons().stream())
            .distinct()
            .filter(addon -> older.isEmpty() || older.get().mayInstall(addon))
            .toList(),
        first(layers, ClusterDefaults::deletionProtection).orElse(false),
        first(layers, ClusterDefaults::deletionGracePeriod).orElse(null));
  }

  private static Optional<ClusterDefaults> inside(TeamSpec team, String environment) {
    return team.environments().stream()
        .filter(one -> one.name().equals(environment))
        .findFirst()
        .flatMap(one -> Optional.ofNullable(one.clusterDefaults()));
  }

  private static <T> Optional<T> first(
      List<ClusterDefaults> layers, Function<ClusterDefaults, @Nullable T> field) {
    for (var layer : layers) {
      var said = field.apply(layer);
      if (said != null) {
        return Optional.of(said);
      }
    }
    return Optional.empty();
  }

  /** The same for a cluster that was completed before: what it got then, it keeps. */
  public Defaults keeping(@Nullable Effective told) {
    if (told == null) {
      return this;
    }
    var first = told.workers();
    var template = first == null ? null : first.machineTemplate();
    var sizes = complete(template);
    return new Defaults(
        told.kubernetesVersion() == null ? kubernetesVersion : told.kubernetesVersion(),
        first == null ? workers : first.replicas(),
        Objects.requireNonNullElse(sizes.cpu(), cpu),
        Objects.requireNonNullElse(sizes.memory(), memory),
        Objects.requireNonNullElse(sizes.diskSize(), disk),
        told.defaultAddons(),
        kept,
        grace,
        told.workerPools().stream()
            .collect(
                Collectors.toMap(
                    WorkerPool::name, pool -> complete(pool.machineTemplate()), (one, _) -> one)));
  }

  /** What is in force: the manifest, completed. What it says itself is never changed. */
  public Effective complete(TenantClusterSpec spec, @Nullable NamespacedRef provider) {
    return new Effective(
        provider,
        spec.kubernetesVersion() == null ? kubernetesVersion : spec.kubernetesVersion(),
        firstPool(spec),
        spec.workerPools().stream().map(this::complete).toList(),
        kept ? Boolean.TRUE : null,
        grace,
        addons,
        null,
        null);
  }

  private @Nullable Workers firstPool(TenantClusterSpec spec) {
    if (spec.workers() != null) {
      return new Workers(
          spec.workers().replicas(),
          spec.workers().autoscaling(),
          complete(spec.workers().machineTemplate()));
    }
    return spec.workerPools().isEmpty() && workers > 0 ? new Workers(workers, null, usual()) : null;
  }

  private WorkerPool complete(WorkerPool pool) {
    return new WorkerPool(
        pool.name(),
        pool.replicas(),
        pool.autoscaling(),
        complete(pool.machineTemplate(), pools.getOrDefault(pool.name(), usual())),
        pool.labels(),
        pool.taints());
  }

  private MachineTemplate complete(@Nullable MachineTemplate template) {
    return complete(template, usual());
  }

  /** With these sizes where it says none; the system is never completed. */
  private static MachineTemplate complete(
      @Nullable MachineTemplate template, MachineTemplate sizes) {
    var said = template == null ? NOTHING : template;
    return new MachineTemplate(
        said.cpu() == null ? sizes.cpu() : said.cpu(),
        said.memory() == null ? sizes.memory() : said.memory(),
        said.diskSize() == null ? sizes.diskSize() : said.diskSize(),
        said.os());
  }

  private MachineTemplate usual() {
    return new MachineTemplate(cpu, memory, disk, null);
  }

  /** What a completed cluster takes. */
  public static Amounts amounts(Effective effective) {
    var sum = Amounts.CLUSTER;
    for (var pool : effective.pools()) {
      sum = plus(sum, pool);
    }
    return sum;
  }

  private static Amounts plus(Amounts sum, WorkerPool pool) {
    var template = BUILT_IN.complete(pool.machineTemplate());
    return sum.plusWorkers(
        pool.most(),
        BigDecimal.valueOf(Objects.requireNonNullElse(template.cpu(), 0)),
        amount(template.memory()),
        amount(template.diskSize()));
  }

  private static BigDecimal amount(@Nullable Quantity quantity) {
    return Optional.ofNullable(quantity).flatMap(Quantity::amount).orElse(BigDecimal.ZERO);
  }

  private static Quantity gibi(int count) {
    return new Quantity(count + "Gi");
  }

  private static boolean readable(Quantity quantity) {
    return quantity.amount().filter(amount -> amount.signum() > 0).isPresent();
  }

  private static Optional<Integer> cores(Quantity quantity) {
    return quantity
        .amount()
        .map(amount -> amount.setScale(0, RoundingMode.CEILING))
        .filter(amount -> amount.signum() > 0 && amount.precision() < 9)
        .map(BigDecimal::intValueExact);
  }
}
