package dev.butlerlabs.butler.providers.simulators.nutanix;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.providers.simulators.wire.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Who may come in, and what their role lets them do. */
final class Access {

  static final String POLICY = Ids.numbered(0xac9, 1);
  static final String ROLE = Ids.numbered(0x401e, 1);

  private final Map<String, String> passwords = new TreeMap<>();
  private final Map<String, String> needed = new TreeMap<>();
  private final Set<String> held = new TreeSet<>();

  Access() {
    try (var in = Access.class.getResourceAsStream("permissions.tsv")) {
      if (in == null) {
        throw new IllegalStateException("permissions.tsv is not beside Access");
      }
      new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .forEach(cells -> needed.put(cells[0], cells[1]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    held.addAll(needed.values());
  }

  void user(String name, String password) {
    passwords.put(name, password);
  }

  void revoke(String name) {
    passwords.remove(name);
  }

  /** Every permission there is. */
  Set<String> all() {
    return Set.copyOf(needed.values());
  }

  Set<String> held() {
    return Set.copyOf(held);
  }

  void hold(Set<String> permissions) {
    held.clear();
    held.addAll(permissions);
  }

  /** The permission a call needs, or nothing. */
  String permissionFor(String call) {
    return needed.getOrDefault(call, "");
  }

  /** The name of who calls. */
  String authenticate(Request request) {
    var header = request.header("authorization");
    if (header.startsWith("Basic ")) {
      var pair = decode(header.substring("Basic ".length()));
      var at = pair.indexOf(':');
      if (at > 0 && pair.substring(at + 1).equals(passwords.get(pair.substring(0, at)))) {
        return pair.substring(0, at);
      }
    }
    throw new Refused(401, "AUTHENTICATION_REQUIRED", "Authentication required.");
  }

  private static String decode(String text) {
    try {
      return new String(Base64.getDecoder().decode(text), UTF_8);
    } catch (IllegalArgumentException unreadable) {
      return "";
    }
  }

  void require(String call) {
    var permission = permissionFor(call);
    if (!permission.isEmpty() && !held.contains(permission)) {
      throw new Refused(
          403, "ACCESS_DENIED", "No permission to access the resource: " + permission + ".");
    }
  }
}
