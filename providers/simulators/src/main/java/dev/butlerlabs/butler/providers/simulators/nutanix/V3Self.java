package dev.butlerlabs.butler.providers.simulators.nutanix;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.nutanix.Schema.Match;
import java.util.Map;

/** What v3 tells about itself and about who calls. */
final class V3Self {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Access access;

  V3Self(Access access) {
    this.access = access;
  }

  ObjectNode look(String below, Match match, String user) {
    return switch (below) {
      case "GET /users/me" -> {
        var me = V3Words.entity("user", Ids.numbered(0x05e4, 1), user);
        ((ObjectNode) me.path("status"))
            .putObject("resources")
            .put("user_type", "LOCAL")
            .putArray("access_control_policy_reference_list")
            .add(V3Words.reference("access_control_policy", Access.POLICY, "butler"));
        yield me;
      }
      case "GET /access_control_policies/{uuid}" -> {
        V3Api.found(Map.of(Access.POLICY, ""), match, "access_control_policy");
        var policy = V3Words.entity("access_control_policy", Access.POLICY, "butler");
        ((ObjectNode) policy.path("status"))
            .putObject("resources")
            .set("role_reference", V3Words.reference("role", Access.ROLE, "butler"));
        yield policy;
      }
      case "GET /roles/{uuid}" -> {
        V3Api.found(Map.of(Access.ROLE, ""), match, "role");
        var role = V3Words.entity("role", Access.ROLE, "butler");
        var list =
            ((ObjectNode) role.path("status"))
                .putObject("resources")
                .putArray("permission_reference_list");
        access.held().stream()
            .sorted()
            .forEach(
                name ->
                    list.add(
                        V3Words.reference(
                            "permission", Ids.numbered(0x9e4, name.hashCode() & 0xffff), name)));
        yield role;
      }
      case "GET /prism_central" -> {
        var central = JSON.createObjectNode();
        central.putObject("resources").put("version", "pc.2024.1").putArray("pc_vm_list");
        yield central;
      }
      case "GET /versions" ->
          JSON.createObjectNode().put("major_version", "3").put("minor_version", "1");
      default ->
          throw new Refused(
              501, "REQUEST_NOT_SUPPORTED", below + " is known and not played by this stand-in");
    };
  }
}
