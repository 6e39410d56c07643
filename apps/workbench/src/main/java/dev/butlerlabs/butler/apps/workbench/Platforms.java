package dev.butlerlabs.butler.apps.workbench;

import dev.butlerlabs.butler.providers.aws.machines.AwsProvider;
import dev.butlerlabs.butler.providers.azure.machines.AzureProvider;
import dev.butlerlabs.butler.providers.gcp.machines.GcpProvider;
import dev.butlerlabs.butler.providers.harvester.machines.HarvesterProvider;
import dev.butlerlabs.butler.providers.nutanix.machines.NutanixProvider;
import dev.butlerlabs.butler.providers.proxmox.machines.ProxmoxProvider;
import dev.butlerlabs.butler.providers.spi.Provider;
import java.net.ProxySelector;
import java.time.InstantSource;
import java.util.List;

/** The platforms that can be tried. Each is one line here, as in the manager. */
final class Platforms {

  private Platforms() {}

  /**
   * None of them is called before a ProviderConfig names it.
   *
   * @param proxy which way each platform is reached
   */
  static List<Provider> all(InstantSource clock, ProxySelector proxy) {
    return List.of(
        new AwsProvider(clock, proxy),
        new AzureProvider(clock, proxy),
        new GcpProvider(clock, proxy),
        new HarvesterProvider(proxy),
        new NutanixProvider(clock, proxy),
        new ProxmoxProvider(clock, proxy));
  }
}
