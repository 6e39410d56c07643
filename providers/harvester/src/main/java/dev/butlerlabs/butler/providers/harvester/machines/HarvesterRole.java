package dev.butlerlabs.butler.providers.harvester.machines;

import dev.butlerlabs.butler.providers.harvester.machines.Permissions.Permission;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The roles an account on Harvester needs; a test compares them with the driver's calls. */
public final class HarvesterRole {

  private HarvesterRole() {}

  /**
   * Manifests for {@code kubectl apply}: three ClusterRoles to bind in the namespace of the
   * machines (and the first also in those of image and network, where they are others), and two to
   * bind in the whole cluster: storage classes and nodes are in no namespace. The last may be left
   * out.
   */
  public static String yaml() {
    var here =
        Stream.concat(Permissions.NEEDED.stream(), Permissions.LOOKED_UP.stream())
            .filter(permission -> !permission.kind().everywhere())
            .toList();
    var everywhere =
        Permissions.NEEDED.stream().filter(permission -> permission.kind().everywhere()).toList();
    return String.join(
        "---\n",
        role("butler-machines", here),
        role("butler-balancers", Permissions.BALANCERS),
        role("butler-images", Permissions.IMAGES),
        role("butler-storage-classes", everywhere),
        role("butler-capacity", Permissions.CAPACITY));
  }

  private static String role(String name, List<Permission> permissions) {
    var verbs = new EnumMap<Kind, List<String>>(Kind.class);
    permissions.forEach(
        one -> verbs.computeIfAbsent(one.kind(), _ -> new ArrayList<>()).add(one.verb()));
    return """
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRole
    metadata: {name: %s}
    rules:
    %s
    """
        .formatted(
            name,
            verbs.entrySet().stream()
                .map(rule -> rule(rule.getKey(), rule.getValue()))
                .collect(Collectors.joining("\n")));
  }

  private static String rule(Kind kind, List<String> verbs) {
    return "- {apiGroups: [%s], resources: [%s], verbs: [%s]}"
        .formatted(
            kind.group().isEmpty() ? "\"\"" : kind.group(),
            kind.plural(),
            String.join(", ", verbs));
  }
}
