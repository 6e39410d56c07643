package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.providers.aws.machines.AwsProvider;
import dev.butlerlabs.butler.providers.azure.machines.AzureProvider;
import dev.butlerlabs.butler.providers.gcp.machines.GcpProvider;
import dev.butlerlabs.butler.providers.harvester.machines.HarvesterProvider;
import dev.butlerlabs.butler.providers.nutanix.machines.NutanixProvider;
import dev.butlerlabs.butler.providers.proxmox.machines.ProxmoxProvider;
import dev.butlerlabs.butler.providers.spi.Provider;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The platforms that machines can be ordered from. Each is one line here. */
final class Platforms {

  private static final Map<ProviderType, Function<InstantSource, Provider>> ALL =
      Map.ofEntries(
          Map.entry(ProviderType.AWS, clock -> new AwsProvider(clock, null)),
          Map.entry(ProviderType.AZURE, clock -> new AzureProvider(clock, null)),
          Map.entry(ProviderType.GCP, clock -> new GcpProvider(clock, null)),
          Map.entry(ProviderType.HARVESTER, _ -> new HarvesterProvider(null)),
          Map.entry(ProviderType.NUTANIX, clock -> new NutanixProvider(clock, null)),
          Map.entry(ProviderType.PROXMOX, clock -> new ProxmoxProvider(clock, null)));

  private Platforms() {}

  static Set<ProviderType> all() {
    return ALL.keySet();
  }

  /** None of them is called before a ProviderConfig names it. */
  static List<Provider> of(Collection<ProviderType> types, InstantSource clock) {
    return ALL.entrySet().stream()
        .filter(platform -> types.contains(platform.getKey()))
        .map(platform -> platform.getValue().apply(clock))
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
