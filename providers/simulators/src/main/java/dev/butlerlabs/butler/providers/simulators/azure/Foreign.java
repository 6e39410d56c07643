package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** Things that somebody else put into the resource group. */
final class Foreign {

  private Foreign() {}

  static void balancer(Estate estate, String name) {
    var body = JsonNodeFactory.instance.objectNode().put("location", Region.NAME);
    body.putObject("sku").put("name", "Standard");
    body.putObject("tags").put("team", "somebody-else");
    estate.put(AzureStandIn.id(Balancers.KIND, name), Balancers.KIND, body).state("Succeeded");
  }

  static void machine(Estate estate, Machines machines, String name) {
    var card = AzureStandIn.id(Cards.KIND, name + "-nic");
    var cardBody = JsonNodeFactory.instance.objectNode().put("location", Region.NAME);
    cardBody
        .putObject("properties")
        .putArray("ipConfigurations")
        .addObject()
        .put("name", "ipconfig1")
        .putObject("properties")
        .put("privateIPAddress", "10.40.0." + (200 + estate.all(Cards.KIND).count()));
    estate.put(card, Cards.KIND, cardBody).state("Succeeded");
    var body = JsonNodeFactory.instance.objectNode().put("location", Region.NAME);
    body.putObject("tags").put("team", "somebody-else");
    var properties = body.putObject("properties");
    properties.putObject("hardwareProfile").put("vmSize", "Standard_D2s_v5");
    properties
        .putObject("storageProfile")
        .putObject("osDisk")
        .put("name", name + "-os")
        .put("diskSizeGB", 30);
    properties
        .putObject("networkProfile")
        .putArray("networkInterfaces")
        .addObject()
        .put("id", card);
    var vm = estate.put(AzureStandIn.id(Machines.KIND, name), Machines.KIND, body);
    vm.state("Succeeded");
    machines.power(vm, "running");
    var disk = JsonNodeFactory.instance.objectNode().put("location", Region.NAME);
    disk.put("managedBy", vm.id);
    estate
        .put(AzureStandIn.id(Machines.DISKS, name + "-os"), Machines.DISKS, disk)
        .state("Succeeded");
  }
}
