package dev.butlerlabs.butler.providers.simulators.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the account may do. It may do everything but what was taken away. */
final class Permissions {

  private final Map<String, List<Need>> needs = new LinkedHashMap<>();
  private final Set<String> withheld = new TreeSet<>();
  private final Set<String> asked = new TreeSet<>();

  /** A permission, and the field that makes it necessary. */
  private record Need(String permission, String field) {}

  Permissions() {
    for (var cells : Tables.rows("permissions.tsv")) {
      needs
          .computeIfAbsent(cells.get(0), _ -> new ArrayList<>())
          .add(new Need(cells.get(1), cells.get(2)));
    }
  }

  void require(String method, String resource, JsonNode body) {
    for (var need : needs.getOrDefault(method, List.of(new Need(usual(method), "")))) {
      if (need.field().isEmpty() || body.has(need.field())) {
        asked.add(need.permission());
        if (withheld.contains(need.permission())) {
          throw Refused.permission(need.permission(), resource);
        }
      }
    }
  }

  private static String usual(String method) {
    var at = method.lastIndexOf('.') + 1;
    var verb =
        switch (method.substring(at)) {
          case "insert" -> "create";
          case "patch" -> "update";
          case "aggregatedList" -> "list";
          default -> method.substring(at);
        };
    return method.substring(0, at) + verb;
  }

  /** Which of these the account has. */
  List<String> held(Collection<String> wanted) {
    return wanted.stream().filter(permission -> !withheld.contains(permission)).toList();
  }

  void withhold(String permission) {
    withheld.add(permission);
  }

  /** Every permission that calls have needed so far. */
  Set<String> asked() {
    return Set.copyOf(asked);
  }
}
