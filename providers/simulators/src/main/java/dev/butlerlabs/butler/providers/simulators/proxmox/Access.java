package dev.butlerlabs.butler.providers.simulators.proxmox;

import dev.butlerlabs.butler.providers.simulators.wire.Request;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Who may come in, and what they may do. */
final class Access {

  private final Map<String, String> tokens = new TreeMap<>();
  private final Map<String, String> passwords = new TreeMap<>();
  private final Map<String, String> tickets = new TreeMap<>();
  private final Set<String> privileges = new TreeSet<>();
  private int issued;

  void token(String id, String secret) {
    tokens.put(id, secret);
  }

  void revoke(String id) {
    tokens.remove(id);
  }

  void user(String name, String password) {
    passwords.put(name, password);
  }

  void privileges(Set<String> held) {
    privileges.clear();
    privileges.addAll(held);
  }

  Map<String, Object> permissions() {
    var held = new TreeMap<String, Object>();
    privileges.forEach(privilege -> held.put(privilege, 1));
    return Map.of("/", held);
  }

  /** The name of who calls; a ticket needs its second half on everything that writes. */
  String authenticate(Request request) {
    var header = request.header("authorization");
    if (header.startsWith("PVEAPIToken=")) {
      var token = header.substring("PVEAPIToken=".length());
      var at = token.indexOf('=');
      var id = at < 0 ? token : token.substring(0, at);
      if (at < 0 || !token.substring(at + 1).equals(tokens.get(id))) {
        throw new Refused(401, "invalid token value!", Map.of());
      }
      return id;
    }
    var cookie = request.header("cookie").replaceFirst("^.*PVEAuthCookie=", "");
    var user = tickets.get(cookie);
    if (user == null) {
      throw new Refused(401, "No ticket", Map.of());
    }
    var needed = "CSRF:" + cookie;
    if (!request.method().equals("GET") && !request.header("csrfpreventiontoken").equals(needed)) {
      throw new Refused(401, "Permission denied - invalid csrf token", Map.of());
    }
    return user;
  }

  Map<String, Object> ticket(Map<String, String> fields) {
    var user = fields.getOrDefault("username", "");
    if (!fields.getOrDefault("password", "").equals(passwords.get(user))) {
      throw new Refused(401, "authentication failure", Map.of());
    }
    var ticket = "PVE:" + user + ":" + ++issued;
    tickets.put(ticket, user);
    return Map.of("username", user, "ticket", ticket, "CSRFPreventionToken", "CSRF:" + ticket);
  }

  /** Whether lists of a node's network show its bridges. */
  boolean mayUseBridges() {
    return privileges.contains("SDN.Use") || privileges.contains("SDN.Audit");
  }

  void require(String path, String privilege) {
    if (!privileges.contains(privilege)) {
      throw new Refused(403, "Permission check failed (" + path + ", " + privilege + ")", Map.of());
    }
  }
}
