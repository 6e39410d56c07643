package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.providers.aws.infrastructure.AwsInfrastructure;
import dev.butlerlabs.butler.providers.aws.machines.AwsProvider;
import dev.butlerlabs.butler.providers.azure.infrastructure.AzureInfrastructure;
import dev.butlerlabs.butler.providers.azure.machines.AzureProvider;
import dev.butlerlabs.butler.providers.gcp.infrastructure.GcpInfrastructure;
import dev.butlerlabs.butler.providers.gcp.machines.GcpProvider;
import dev.butlerlabs.butler.providers.harvester.infrastructure.HarvesterInfrastructure;
import dev.butlerlabs.butler.providers.harvester.machines.HarvesterProvider;
import dev.butlerlabs.butler.providers.local.infrastructure.LocalInfrastructure;
import dev.butlerlabs.butler.providers.nutanix.infrastructure.NutanixInfrastructure;
import dev.butlerlabs.butler.providers.nutanix.machines.NutanixProvider;
import dev.butlerlabs.butler.providers.proxmox.infrastructure.ProxmoxInfrastructure;
import dev.butlerlabs.butler.providers.proxmox.machines.ProxmoxProvider;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import java.net.ProxySelector;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** The platforms that machines can be ordered from. Each is one line here. */
final class Platforms {

  private static final Map<ProviderType, BiFunction<InstantSource, ProxySelector, Provider>> ALL =
      Map.ofEntries(
          Map.entry(ProviderType.AWS, AwsProvider::new),
          Map.entry(ProviderType.AZURE, AzureProvider::new),
          Map.entry(ProviderType.GCP, GcpProvider::new),
          Map.entry(ProviderType.HARVESTER, (_, proxy) -> new HarvesterProvider(proxy)),
          Map.entry(ProviderType.NUTANIX, NutanixProvider::new),
          Map.entry(ProviderType.PROXMOX, ProxmoxProvider::new));

  /** Where CAPA runs unless somebody moved it; it reads its Secrets nowhere else. */
  private static final String CAPA = "capa-system";

  private Platforms() {}

  /** Who draws workers, for every platform that clusters can run on. */
  static List<Infrastructure> drawers() {
    return List.of(
        new AwsInfrastructure(CAPA),
        new AzureInfrastructure(),
        new GcpInfrastructure(),
        new HarvesterInfrastructure(),
        new LocalInfrastructure(),
        new NutanixInfrastructure(),
        new ProxmoxInfrastructure());
  }

  static Set<ProviderType> all() {
    return ALL.keySet();
  }

  /**
   * None of them is called before a ProviderConfig names it.
   *
   * @param proxy which way each platform is reached
   */
  static List<Provider> of(
      Collection<ProviderType> types, InstantSource clock, ProxySelector proxy) {
    return ALL.entrySet().stream()
        .filter(platform -> types.contains(platform.getKey()))
        .map(platform -> platform.getValue().apply(clock, proxy))
        .toList();
  }

  /** Of {@code all}, {@code none}, or names with commas between. */
  static Set<ProviderType> listed(String text) {
    return switch (text) {
      case "all" -> all();
      case "none" -> Set.of();
      default ->
          Arrays.stream(text.split(",", -1))
              .map(String::strip)
              .map(Platforms::named)
              .collect(Collectors.toUnmodifiableSet());
    };
  }

  static ProviderType named(String name) {
    return all().stream()
        .filter(type -> type.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no platform of ours"));
  }
}
