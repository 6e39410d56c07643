package dev.butlerlabs.butler.providers.simulators.aws;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Subnets and security groups of one VPC, and the addresses given out. */
final class Network {

  static final String VPC = "vpc-0a1b2c3d4e5f60718";

  /** AWS keeps the first four addresses of a subnet and the last. */
  private static final int FIRST = 4;

  private static final int LAST = 254;

  private final Map<String, Subnet> subnets = new TreeMap<>();
  private final Set<String> groups = new HashSet<>();

  /**
   * @param net the first three bytes of a /24
   */
  record Subnet(String id, String zone, String net, boolean publicAddresses, Set<String> used) {

    String cidr() {
      return net + ".0/24";
    }

    int free() {
      return LAST - FIRST + 1 - used.size();
    }
  }

  void add(String id, String zone, String net, boolean publicAddresses) {
    subnets.put(id, new Subnet(id, zone, net, publicAddresses, new HashSet<>()));
  }

  void group(String id) {
    groups.add(id);
  }

  List<Subnet> subnets() {
    return List.copyOf(subnets.values());
  }

  Subnet require(String id) {
    var subnet = subnets.get(id);
    if (subnet == null) {
      throw Refused.because(
          "InvalidSubnetID.NotFound", "The subnet ID '" + id + "' does not exist");
    }
    return subnet;
  }

  void requireGroup(String id) {
    if (!groups.contains(id)) {
      throw Refused.because(
          "InvalidGroup.NotFound", "The security group '" + id + "' does not exist");
    }
  }

  Set<String> groups() {
    return Set.copyOf(groups);
  }

  /** The address asked for, or a free one where none was. */
  String take(Subnet subnet, String wanted) {
    if (!wanted.isEmpty()) {
      if (!wanted.startsWith(subnet.net() + ".")) {
        throw Refused.because(
            "InvalidParameterValue",
            "Address " + wanted + " does not fall within the subnet's address range");
      }
      if (!subnet.used().add(wanted)) {
        throw Refused.because("InvalidIPAddress.InUse", "Address " + wanted + " is in use.");
      }
      return wanted;
    }
    for (var i = FIRST; i <= LAST; i++) {
      var address = subnet.net() + "." + i;
      if (subnet.used().add(address)) {
        return address;
      }
    }
    throw Refused.because(
        "InsufficientFreeAddressesInSubnet",
        "There are not enough free addresses in subnet '%s'".formatted(subnet.id()));
  }

  void give(String address) {
    subnets.values().forEach(subnet -> subnet.used().remove(address));
  }

  List<Element> describe(Parameters call, int longestPage) {
    var asked = call.texts("SubnetId");
    asked.forEach(this::require);
    var filters = Filters.of(call);
    var found =
        subnets.values().stream()
            .filter(subnet -> asked.isEmpty() || asked.contains(subnet.id()))
            .filter(
                subnet ->
                    filters.pass(
                        Map.of(),
                        Map.of(
                            "vpc-id", List.of(VPC),
                            "default-for-az", List.of("true"),
                            "subnet-id", List.of(subnet.id()),
                            "availability-zone", List.of(subnet.zone()))))
            .toList();
    var page = Filters.Page.of(found, call, longestPage);
    return List.of(page.items("subnetSet", Network::row), page.token());
  }

  private static Element row(Subnet subnet) {
    return Element.of(
        "item",
        Element.leaf("subnetId", subnet.id()),
        Element.leaf("state", "available"),
        Element.leaf("vpcId", VPC),
        Element.leaf("cidrBlock", subnet.cidr()),
        Element.leaf("availableIpAddressCount", subnet.free()),
        Element.leaf("availabilityZone", subnet.zone()),
        Element.leaf("defaultForAz", true),
        Element.leaf("mapPublicIpOnLaunch", subnet.publicAddresses()));
  }

  Element describeGroups(Parameters call) {
    var asked = call.texts("GroupId");
    asked.forEach(this::requireGroup);
    return Element.items(
        "securityGroupInfo",
        groups.stream().filter(id -> asked.isEmpty() || asked.contains(id)).sorted().toList(),
        id -> Element.of("item", Element.leaf("groupId", id), Element.leaf("vpcId", VPC)));
  }
}
