package dev.butlerlabs.butler.tenants.order.plan;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.ControlPlaneResources;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.clusters.ClusterAddons;
import dev.butlerlabs.butler.api.clusters.ClusterNetworking;
import dev.butlerlabs.butler.api.clusters.DeletionGrace;
import dev.butlerlabs.butler.api.clusters.HostedControlPlane;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterSpec;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.infra.NetworkSettings;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a TenantCluster says about what may be made of it. */
public sealed interface Reading {

  /**
   * It was let in, and this is to be made.
   *
   * @param refused why it stays as it was let in though something else is asked for by now; null
   *     when nothing is
   * @param outdated what the platform says otherwise since it was made, in words; empty for nothing
   */
  record LetIn(Order order, @Nullable Cause refused, String outdated) implements Reading {}

  /** Nothing may be made yet. */
  record NotYet(Cause cause) implements Reading {

    /** Nobody has said anything about the order so far. */
    public boolean unseen() {
      return cause.equals(UNSEEN);
    }
  }

  /** An order waits for those who let orders in. */
  Cause UNSEEN =
      new Cause(
          "WaitingForDependencies",
          "the order has not been looked at by quotas and rules yet",
          "Butler looks at orders from the oldest to the youngest",
          "");

  /** Who decides whether an order may begin, in the order they are asked. */
  List<String> GATES =
      List.of(
          ConditionType.POLICY_COMPLIANT.wire(),
          ConditionType.PROVIDER_ACCESS_GRANTED.wire(),
          ConditionType.QUOTA_SATISFIED.wire());

  /**
   * Reads an order.
   *
   * @param home labels of the namespace it lies in
   * @param config settings of the platform; null for none
   * @param account of its ProviderConfig; null while that is not known
   * @param syncs all that brings images to platforms
   */
  static Reading of(
      TenantCluster cluster,
      Map<String, String> home,
      @Nullable ButlerConfigSpec config,
      @Nullable ProviderConfigSpec account,
      List<ImageSync> syncs) {
    var status = Optional.ofNullable(cluster.getStatus());
    var effective = status.map(TenantClusterStatus::effective);
    var provider = effective.map(Effective::providerConfigRef);
    if (effective.isEmpty() || provider.isEmpty()) {
      return new NotYet(waits(told(cluster)));
    }
    var version = effective.map(Effective::kubernetesVersion).filter(text -> !text.isEmpty());
    if (version.isEmpty()) {
      return new NotYet(
          new Cause(
              "NoVersion",
              "nobody says which Kubernetes version the cluster shall have",
              "",
              "Set spec.kubernetesVersion, for example v1.36.3, or"
                  + " clusterDefaults.kubernetesVersion of the Team"));
    }
    var images =
        new ImageReading(
            new ObjectKey(cluster.getMetadata().getNamespace(), cluster.getMetadata().getName()),
            new ObjectKey(provider.get().namespace(), provider.get().name()),
            account == null ? null : account.effectiveProvider().orElse(null),
            config == null ? null : config.imageFactory(),
            syncs);
    return new LetIn(
        order(
            cluster,
            home,
            config,
            account == null ? null : account.network(),
            effective.get(),
            provider.get(),
            version.get(),
            images),
        refused(cluster, effective.get()),
        WayIn.of(effective.get(), config).outdated());
  }

  /**
   * Rules that came later are told in the same conditions and stop nothing, so a complaint counts
   * only where the manifest asks for more than is in force. Numbers come first: nobody tells them
   * of a cluster that asks for nothing.
   */
  private static @Nullable Cause refused(TenantCluster cluster, Effective effective) {
    var spec = Optional.ofNullable(cluster.getSpec());
    return spec.filter(asked -> !Granted.wholly(asked, effective))
        .flatMap(_ -> complaint(GATES.reversed(), told(cluster)))
        .map(
            said ->
                new Cause(
                    said.reason(),
                    said.message(),
                    "Butler keeps the cluster as it is until %s is True".formatted(said.type()),
                    ""))
        .orElse(null);
  }

  private static List<Condition> told(TenantCluster cluster) {
    return Optional.ofNullable(cluster.getStatus())
        .map(TenantClusterStatus::conditions)
        .orElseGet(List::of);
  }

  private static Optional<Condition> complaint(List<String> gates, List<Condition> told) {
    var conditions = new Conditions(told);
    return gates.stream()
        .flatMap(gate -> conditions.find(gate).stream())
        .filter(condition -> condition.status() != Truth.TRUE)
        .findFirst();
  }

  private static Cause waits(List<Condition> told) {
    return complaint(GATES, told)
        .map(
            condition ->
                new Cause(
                    condition.reason(),
                    condition.message(),
                    "Butler goes on as soon as " + condition.type() + " is True",
                    ""))
        .orElse(UNSEEN);
  }

  private static Order order(
      TenantCluster cluster,
      Map<String, String> home,
      @Nullable ButlerConfigSpec config,
      @Nullable NetworkSettings network,
      Effective effective,
      NamespacedRef provider,
      String version,
      ImageReading images) {
    var meta = cluster.getMetadata();
    var spec = Optional.ofNullable(cluster.getSpec());
    var plane =
        spec.map(TenantClusterSpec::controlPlane)
            .orElseGet(() -> new HostedControlPlane(null, null, null, List.of(), null, null));
    var labels = Objects.requireNonNullElse(meta.getLabels(), Map.<String, String>of());
    return new Order(
        new ObjectKey(meta.getNamespace(), meta.getName()),
        meta.getUid(),
        team(home, spec),
        labels.getOrDefault(Labels.ENVIRONMENT, ""),
        version,
        new ObjectKey(provider.namespace(), provider.name()),
        plane,
        resources(plane, config),
        WayIn.of(effective, config).exposure(),
        PoolReading.pools(
            effective,
            spec.map(TenantClusterSpec::pools).orElse(List.of()),
            config,
            images.there(effective)),
        networks(spec.map(TenantClusterSpec::networking)),
        timeServers(spec, network, config),
        spec.map(TenantClusterSpec::infrastructureOverride).orElse(null),
        spec.map(TenantClusterSpec::addons).orElseGet(ClusterAddons::none),
        "true".equals(annotations(cluster).get(Annotations.UPGRADE_PAUSED)),
        DeletionGrace.undeletes(cluster).orElse(""),
        images.read(effective),
        own(cluster, effective));
  }

  private static Order.Own own(TenantCluster cluster, Effective effective) {
    return new Order.Own(
        Optional.ofNullable(cluster.getSpec())
            .map(TenantClusterSpec::timeServers)
            .orElse(List.of()),
        PoolReading.systems(effective),
        annotations(cluster).getOrDefault(Annotations.TAKE_DEFAULTS, "").strip());
  }

  private static Map<String, String> annotations(TenantCluster cluster) {
    return Objects.requireNonNullElse(
        cluster.getMetadata().getAnnotations(), Map.<String, String>of());
  }

  /** The team whose namespace it lies in, else the one it names. */
  private static String team(Map<String, String> home, Optional<TenantClusterSpec> spec) {
    return Optional.ofNullable(home.get(Labels.TEAM))
        .or(() -> spec.map(TenantClusterSpec::teamRef).map(LocalRef::name))
        .orElse("");
  }

  private static ControlPlaneResources resources(
      HostedControlPlane plane, @Nullable ButlerConfigSpec config) {
    var none = new ControlPlaneResources(null, null, null, null);
    var own = Objects.requireNonNullElse(plane.resources(), none);
    var usual = config == null ? null : config.defaultControlPlaneResources();
    return own.orElse(Objects.requireNonNullElse(usual, none));
  }

  private static Order.Networks networks(Optional<ClusterNetworking> said) {
    return new Order.Networks(
        said.map(ClusterNetworking::podCIDR).orElse("10.244.0.0/16"),
        said.map(ClusterNetworking::serviceCIDR).orElse("10.96.0.0/12"));
  }

  private static List<String> timeServers(
      Optional<TenantClusterSpec> spec,
      @Nullable NetworkSettings network,
      @Nullable ButlerConfigSpec config) {
    return Stream.of(
            spec.map(TenantClusterSpec::timeServers).orElse(List.of()),
            network == null ? List.<String>of() : network.timeServers(),
            config == null ? List.<String>of() : config.defaultTimeServers())
        .filter(servers -> !servers.isEmpty())
        .findFirst()
        .orElse(List.of());
  }
}
