package dev.butlerlabs.butler.providers.azure.infrastructure;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.infra.AzureSettings;
import dev.butlerlabs.butler.providers.spi.infrastructure.CloudFile;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Firsts;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;

/** What the programs of Azure find on workers. */
final class CloudSettings {

  /** Where its controller and its driver of disks look by themselves. */
  private static final String PATH = "/etc/kubernetes/azure.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  private CloudSettings() {}

  static CloudFile of(
      WorkerOrder order,
      AzureSettings settings,
      String subscription,
      String location,
      String tenant) {
    var override = order.override() == null ? null : order.override().azure();
    var configuration =
        Fields.of("cloud", "AzurePublicCloud")
            .with("tenantId", tenant)
            .with("subscriptionId", subscription)
            .with("resourceGroup", settings.resourceGroup())
            .with("location", location)
            .with("vmType", "standard")
            .with("loadBalancerSku", "Standard")
            // Clusters that share a resource group must not share a load balancer.
            .with("loadBalancerName", order.uniqueName())
            .with("useInstanceMetadata", true)
            .with("useManagedIdentityExtension", true)
            .withIf("userAssignedIdentityID", Firsts.text(settings.nodeIdentity()))
            .withIf("vnetName", Firsts.text(settings.vnetName()))
            .withIf("vnetResourceGroup", vnetGroup(settings))
            .withIf("subnetName", Machines.subnet(settings, override));
    return new CloudFile(PATH, JSON.valueToTree(configuration.map()).toString());
  }

  private static String vnetGroup(AzureSettings settings) {
    return Firsts.text(settings.vnetName()).isPresent() ? settings.resourceGroup() : "";
  }
}
