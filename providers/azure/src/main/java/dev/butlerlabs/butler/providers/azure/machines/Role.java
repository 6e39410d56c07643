package dev.butlerlabs.butler.providers.azure.machines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a role must allow; a test compares it with the calls the driver makes. */
public final class Role {

  /** For machines. */
  public static final List<String> MACHINES =
      List.of(
          "Microsoft.Authorization/permissions/read",
          "Microsoft.Resources/subscriptions/resourceGroups/read",
          "Microsoft.Compute/skus/read",
          "Microsoft.Compute/locations/usages/read",
          "Microsoft.Compute/virtualMachines/read",
          "Microsoft.Compute/virtualMachines/write",
          "Microsoft.Compute/virtualMachines/delete",
          "Microsoft.Compute/virtualMachines/start/action",
          "Microsoft.Compute/disks/read",
          "Microsoft.Compute/disks/write",
          "Microsoft.Compute/disks/delete",
          "Microsoft.Network/networkInterfaces/read",
          "Microsoft.Network/networkInterfaces/write",
          "Microsoft.Network/networkInterfaces/delete",
          "Microsoft.Network/networkInterfaces/join/action",
          "Microsoft.Network/virtualNetworks/subnets/read",
          "Microsoft.Network/virtualNetworks/subnets/join/action");

  /** Only for some accounts: by the kind of image, a security group, an identity of nodes. */
  public static final List<String> WHERE_USED =
      List.of(
          "Microsoft.Compute/images/read",
          "Microsoft.Compute/galleries/images/read",
          "Microsoft.Compute/galleries/images/versions/read",
          "Microsoft.Compute/locations/communityGalleries/images/read",
          "Microsoft.Compute/locations/publishers/artifacttypes/offers/skus/versions/read",
          "Microsoft.Network/networkSecurityGroups/join/action",
          "Microsoft.ManagedIdentity/userAssignedIdentities/assign/action");

  /** For load balancers, beside those for machines. */
  public static final List<String> BALANCERS =
      List.of(
          "Microsoft.Network/loadBalancers/backendAddressPools/read",
          "Microsoft.Network/loadBalancers/backendAddressPools/write",
          "Microsoft.Network/loadBalancers/delete",
          "Microsoft.Network/loadBalancers/read",
          "Microsoft.Network/loadBalancers/write",
          "Microsoft.Network/publicIPAddresses/delete",
          "Microsoft.Network/publicIPAddresses/join/action",
          "Microsoft.Network/publicIPAddresses/read",
          "Microsoft.Network/publicIPAddresses/write",
          "Microsoft.Network/virtualNetworks/joinLoadBalancer/action");

  /** For images, beside those for machines. */
  public static final List<String> IMAGES =
      List.of(
          "Microsoft.Compute/images/delete",
          "Microsoft.Compute/images/read",
          "Microsoft.Compute/images/write");

  private Role() {}

  /** All of the above. */
  public static SortedSet<String> actions() {
    return Stream.of(MACHINES, WHERE_USED, BALANCERS, IMAGES)
        .flatMap(List::stream)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * A file for {@code az role definition create}.
   *
   * @param scope where the role can be given, such as a subscription
   */
  public static String definition(String scope) {
    var role =
        JsonNodeFactory.instance
            .objectNode()
            .put("Name", "Butler")
            .put("IsCustom", true)
            .put("Description", "What Butler's driver calls, and no more.");
    actions().forEach(role.putArray("Actions")::add);
    role.putArray("NotActions");
    role.putArray("AssignableScopes").add(scope);
    return role.toPrettyString() + "\n";
  }

  /** Those of the first list that an account's permissions do not hold. */
  static List<String> missing(JsonNode permissions) {
    return MACHINES.stream()
        .filter(
            action ->
                elements(permissions)
                    .noneMatch(
                        one ->
                            matches(one.path("actions"), action)
                                && !matches(one.path("notActions"), action)))
        .toList();
  }

  private static Stream<JsonNode> elements(JsonNode permissions) {
    return permissions.path("value").valueStream();
  }

  private static boolean matches(JsonNode patterns, String action) {
    for (var pattern : patterns) {
      var shape = pattern.asText().toLowerCase(Locale.ROOT).replace(".", "\\.").replace("*", ".*");
      if (action.toLowerCase(Locale.ROOT).matches(shape)) {
        return true;
      }
    }
    return false;
  }
}
