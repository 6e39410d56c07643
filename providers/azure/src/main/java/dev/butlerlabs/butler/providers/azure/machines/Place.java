package dev.butlerlabs.butler.providers.azure.machines;

import dev.butlerlabs.butler.providers.http.Form;

/** Where things are: the paths of one resource group, with the versions of the API we speak. */
record Place(String subscription, String group) {

  static final String COMPUTE = "2024-07-01";
  static final String DISKS = "2024-03-02";
  static final String GALLERIES = "2024-03-03";
  static final String SKUS = "2021-07-01";
  static final String NETWORK = "2024-05-01";
  private static final String RESOURCES = "2022-09-01";
  private static final String AUTHORIZATION = "2022-04-01";

  /** A path with the version it is asked in. */
  static String at(String id, String version) {
    return id + "?api-version=" + version;
  }

  String subscriptionId() {
    return "/subscriptions/" + subscription;
  }

  String groupId() {
    return subscriptionId() + "/resourceGroups/" + group;
  }

  private String compute(String kind, String name) {
    return groupId() + "/providers/Microsoft.Compute/" + kind + "/" + name;
  }

  private String network(String kind, String name) {
    return groupId() + "/providers/Microsoft.Network/" + kind + "/" + name;
  }

  String machineId(String name) {
    return compute("virtualMachines", name);
  }

  String machine(String name) {
    return at(machineId(name), COMPUTE);
  }

  /** With how it runs, which Azure tells only when asked. */
  String machineWithState(String name) {
    return machine(name) + "&$expand=instanceView";
  }

  String start(String name) {
    return at(machineId(name) + "/start", COMPUTE);
  }

  String machines() {
    return at(groupId() + "/providers/Microsoft.Compute/virtualMachines", COMPUTE);
  }

  String disks() {
    return at(groupId() + "/providers/Microsoft.Compute/disks", DISKS);
  }

  static String disk(String id) {
    return at(id, DISKS);
  }

  String imageId(String name) {
    return compute("images", name);
  }

  String cardId(String name) {
    return network("networkInterfaces", name);
  }

  static String card(String id) {
    return at(id, NETWORK);
  }

  String subnetId(String network, String subnet) {
    return networkId(network) + "/subnets/" + subnet;
  }

  String networkId(String name) {
    return network("virtualNetworks", name);
  }

  String securityGroupId(String name) {
    return network("networkSecurityGroups", name);
  }

  String balancerId(String name) {
    return network("loadBalancers", name);
  }

  String addressId(String name) {
    return network("publicIPAddresses", name);
  }

  String skus(String location) {
    return at(subscriptionId() + "/providers/Microsoft.Compute/skus", SKUS)
        + "&$filter="
        + Form.encode("location eq '" + location + "'");
  }

  String usages(String location) {
    return at(
        subscriptionId() + "/providers/Microsoft.Compute/locations/" + location + "/usages",
        COMPUTE);
  }

  String marketVersions(String location, String publisher, String offer, String sku) {
    return subscriptionId()
        + "/providers/Microsoft.Compute/locations/%s/publishers/%s/artifacttypes/vmimage/offers/%s/skus/%s/versions"
            .formatted(location, publisher, offer, sku);
  }

  String permissions() {
    return at(
        subscriptionId()
            + "/resourcegroups/"
            + group
            + "/providers/Microsoft.Authorization/permissions",
        AUTHORIZATION);
  }

  String resourceGroup() {
    return at(subscriptionId() + "/resourcegroups/" + group, RESOURCES);
  }
}
