package dev.butlerlabs.butler.teams.orders;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.api.clusters.MachineTemplate;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.clusters.WorkerPool;
import dev.butlerlabs.butler.api.clusters.Workers;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.teams.rules.Option;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster uses of its platform, in force: its own override, else the pool's image, else the
 * ProviderConfig's setting. An empty override hides nothing from a policy.
 */
final class Choices {

  private final Map<Option, Set<String>> found = new EnumMap<>(Option.class);
  private final List<MachineTemplate> templates;

  private Choices(Effective effective) {
    var first = effective.workers() == null ? null : effective.workers().machineTemplate();
    templates =
        Stream.concat(
                Stream.ofNullable(first),
                effective.workerPools().stream()
                    .map(WorkerPool::machineTemplate)
                    .flatMap(Stream::ofNullable))
            .toList();
  }

  /** Whether machines have images there, and neither override nor provider says which. */
  static boolean leavesImages(
      @Nullable InfrastructureOverride override, ProviderConfigSpec config) {
    var plain = new Workers(1, null, new MachineTemplate(null, null, null, null));
    var nobody = new Effective(null, null, plain, List.of(), null, null, List.of(), null, null);
    return config.effectiveProvider().filter(type -> type != ProviderType.LOCAL).isPresent()
        && !of(nobody, override, config).containsKey(Option.IMAGE);
  }

  static Map<Option, Set<String>> of(
      Effective effective, @Nullable InfrastructureOverride override, ProviderConfigSpec config) {
    var own =
        override == null
            ? new InfrastructureOverride(null, null, null, null, null, null)
            : override;
    var choices = new Choices(effective);
    config
        .effectiveProvider()
        .ifPresent(
            type -> {
              switch (type) {
                case NUTANIX -> choices.nutanix(own.nutanix(), config);
                case HARVESTER -> choices.harvester(own.harvester(), config);
                case PROXMOX -> choices.proxmox(own.proxmox(), config);
                case GCP -> choices.gcp(own.gcp(), config);
                case AWS -> choices.aws(own.aws(), config);
                case AZURE -> choices.azure(own.azure(), config);
                case LOCAL -> {}
              }
            });
    return choices.found;
  }

  /** The type of machine that the order names itself; empty for none. */
  static String machine(@Nullable InfrastructureOverride own, ProviderConfigSpec config) {
    return Optional.ofNullable(own)
        .flatMap(said -> config.effectiveProvider().flatMap(type -> machine(said, type)))
        .orElse("");
  }

  private static Optional<String> machine(InfrastructureOverride own, ProviderType type) {
    return switch (type) {
      case AWS ->
          Optional.ofNullable(own.aws()).flatMap(aws -> Optional.ofNullable(aws.instanceType()));
      case GCP ->
          Optional.ofNullable(own.gcp()).flatMap(gcp -> Optional.ofNullable(gcp.machineType()));
      case AZURE ->
          Optional.ofNullable(own.azure()).flatMap(azure -> Optional.ofNullable(azure.vmSize()));
      case NUTANIX, HARVESTER, PROXMOX, LOCAL -> Optional.empty();
    };
  }

  private void nutanix(InfrastructureOverride.@Nullable Nutanix own, ProviderConfigSpec config) {
    var usual = config.nutanix();
    image(own == null ? null : own.imageUUID(), usual == null ? null : usual.imageUUID());
    add(
        Option.NETWORK,
        own == null ? null : own.subnetUUID(),
        usual == null ? null : usual.subnetUUID());
    add(
        Option.CLUSTER,
        own == null ? null : own.clusterUUID(),
        usual == null ? null : usual.clusterUUID());
    add(
        Option.STORAGE_CONTAINER,
        own == null ? null : own.storageContainerUUID(),
        usual == null ? null : usual.storageContainerUUID());
  }

  private void harvester(
      InfrastructureOverride.@Nullable Harvester own, ProviderConfigSpec config) {
    var usual = config.harvester();
    image(own == null ? null : own.imageName(), usual == null ? null : usual.imageName());
    add(
        Option.NETWORK,
        own == null ? null : own.networkName(),
        usual == null ? null : usual.networkName());
  }

  private void proxmox(InfrastructureOverride.@Nullable Proxmox own, ProviderConfigSpec config) {
    var usual = config.proxmox();
    image(
        own == null ? null : number(own.templateID()),
        usual == null ? null : number(usual.templateID()));
    add(
        Option.STORAGE_CONTAINER,
        own == null ? null : own.storage(),
        usual == null ? null : usual.storage());
  }

  private void gcp(InfrastructureOverride.@Nullable Gcp own, ProviderConfigSpec config) {
    var usual = config.gcp();
    image(
        own == null ? null : first(own.image(), own.imageFamily()),
        usual == null ? null : first(usual.image(), usual.imageFamily()));
    add(
        Option.NETWORK,
        own == null ? null : own.subnetwork(),
        usual == null ? null : usual.subnetwork());
  }

  private void aws(InfrastructureOverride.@Nullable Aws own, ProviderConfigSpec config) {
    var usual = config.aws();
    image(own == null ? null : own.ami(), usual == null ? null : usual.ami());
    var subnet = own == null ? null : first(own.subnetID(), null);
    if (subnet != null) {
      put(Option.NETWORK, List.of(subnet));
    } else if (usual != null) {
      put(Option.NETWORK, usual.subnetIDs());
    }
  }

  private void azure(InfrastructureOverride.@Nullable Azure own, ProviderConfigSpec config) {
    var usual = config.azure();
    image(own == null ? null : own.imageURN(), usual == null ? null : usual.imageURN());
    add(
        Option.NETWORK,
        own == null ? null : own.subnetName(),
        usual == null ? null : usual.subnetName());
  }

  /** The override counts for all pools; without one each pool has its own or the usual image. */
  private void image(@Nullable String override, @Nullable String usual) {
    var own = first(override, null);
    if (own != null) {
      put(Option.IMAGE, List.of(own));
      return;
    }
    for (var template : templates) {
      add(Option.IMAGE, template.os() == null ? null : template.os().imageRef(), usual);
    }
  }

  private void add(Option option, @Nullable String own, @Nullable String usual) {
    var value = first(own, usual);
    if (value != null) {
      put(option, List.of(value));
    }
  }

  private void put(Option option, Collection<String> values) {
    if (!values.isEmpty()) {
      found.computeIfAbsent(option, _ -> new TreeSet<>()).addAll(values);
    }
  }

  private static @Nullable String first(@Nullable String own, @Nullable String usual) {
    if (own != null && !own.isEmpty()) {
      return own;
    }
    return usual == null || usual.isEmpty() ? null : usual;
  }

  private static @Nullable String number(@Nullable Integer id) {
    return id == null ? null : id.toString();
  }
}
