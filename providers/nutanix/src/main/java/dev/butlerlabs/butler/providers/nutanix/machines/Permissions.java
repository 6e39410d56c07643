package dev.butlerlabs.butler.providers.nutanix.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.Preflight.Aspect;
import dev.butlerlabs.butler.providers.spi.Preflight.Finding;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who the account is, and what its roles let it do. Prism Central tells both through v3 only,
 * whichever API machines are made through.
 */
final class Permissions {

  /** What the calls of a machine's life need. */
  static final List<String> NEEDED =
      List.of(
          "Create_Virtual_Machine",
          "Delete_Virtual_Machine",
          "Update_Virtual_Machine",
          "View_Cluster",
          "View_Image",
          "View_Subnet",
          "View_Value_Category",
          "View_Virtual_Machine");

  private static final String BASE = "/api/nutanix/v3";

  private final PrismClient client;

  Permissions(PrismClient client) {
    this.client = client;
  }

  /** The account itself; fails when the credentials are not taken. */
  JsonNode me() throws Trouble {
    return client.get("log in at Prism Central", BASE + "/users/me");
  }

  /**
   * What is missing. Nothing is said of an account whose roles may not be read, or that has none:
   * administrators are that way.
   */
  Optional<Finding> look(JsonNode me) throws Trouble {
    var policies = me.path("status").path("resources").path("access_control_policy_reference_list");
    var held = new HashSet<String>();
    try {
      for (var policy : policies) {
        held.addAll(permissions(policy.path("uuid").asText()));
      }
    } catch (Trouble trouble) {
      if (trouble.fault() instanceof Fault.Forbidden) {
        return Optional.empty();
      }
      throw trouble;
    }
    if (held.isEmpty()) {
      return Optional.empty();
    }
    var missing = new TreeSet<>(NEEDED);
    missing.removeAll(held);
    return Optional.of(
        missing.isEmpty()
            ? new Finding.Good(Aspect.PERMISSIONS, NEEDED.size() + " permissions held")
            : new Finding.Bad(
                Aspect.PERMISSIONS,
                new Fault.Forbidden(
                    "look at the roles of the account", "it lacks " + String.join(", ", missing))));
  }

  private Set<String> permissions(String policy) throws Trouble {
    var role =
        client
            .find(
                "look at access control policy " + policy, path("access_control_policies", policy))
            .map(body -> body.path("status").path("resources").path("role_reference"))
            .map(reference -> reference.path("uuid").asText(""))
            .orElse("");
    var held = new HashSet<String>();
    if (!role.isEmpty()) {
      client
          .find("look at role " + role, path("roles", role))
          .map(body -> body.path("status").path("resources").path("permission_reference_list"))
          .ifPresent(list -> list.forEach(entry -> held.add(entry.path("name").asText())));
    }
    return held;
  }

  private static String path(String kind, String uuid) {
    return BASE + "/" + kind + "/" + uuid;
  }
}
