package dev.butlerlabs.butler.providers.azure.machines;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What a role must allow for the calls the driver makes. */
final class Role {

  /** For machines. */
  static final List<String> MACHINES =
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
  static final List<String> WHERE_USED =
      List.of(
          "Microsoft.Compute/images/read",
          "Microsoft.Compute/galleries/images/read",
          "Microsoft.Compute/galleries/images/versions/read",
          "Microsoft.Compute/locations/communityGalleries/images/read",
          "Microsoft.Compute/locations/publishers/artifacttypes/offers/skus/versions/read",
          "Microsoft.Network/networkSecurityGroups/join/action",
          "Microsoft.ManagedIdentity/userAssignedIdentities/assign/action");

  private Role() {}

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
