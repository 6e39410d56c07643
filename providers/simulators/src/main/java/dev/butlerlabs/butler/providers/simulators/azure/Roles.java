package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** What the application may do, and what it has done. */
final class Roles {

  private final Set<String> allowed = new TreeSet<>(Set.of("*"));
  private final Set<String> denied = new TreeSet<>();
  private final Set<String> used = new TreeSet<>();

  void allow(Set<String> actions) {
    allowed.clear();
    allowed.addAll(actions);
  }

  void deny(Set<String> actions) {
    denied.clear();
    denied.addAll(actions);
  }

  /** Every action that was ever asked for. */
  Set<String> used() {
    return Set.copyOf(used);
  }

  void require(String action, String scope) {
    require(action, scope, "AuthorizationFailed");
  }

  /** An action on something that a body refers to. */
  void requireLinked(String action, String scope) {
    require(action, scope, "LinkedAuthorizationFailed");
  }

  private void require(String action, String scope, String code) {
    used.add(action);
    if (!matches(allowed, action) || matches(denied, action)) {
      throw new Refused(
          403,
          code,
          "The client does not have authorization to perform action '%s' over scope '%s'."
              .formatted(action, scope));
    }
  }

  private static boolean matches(Set<String> patterns, String action) {
    return patterns.stream()
        .map(pattern -> pattern.toLowerCase(Locale.ROOT).replace(".", "\\.").replace("*", ".*"))
        .anyMatch(action.toLowerCase(Locale.ROOT)::matches);
  }

  ObjectNode permissions() {
    var list = JsonNodeFactory.instance.objectNode();
    var one = list.putArray("value").addObject();
    var actions = one.putArray("actions");
    allowed.forEach(actions::add);
    var notActions = one.putArray("notActions");
    denied.forEach(notActions::add);
    return list;
  }
}
