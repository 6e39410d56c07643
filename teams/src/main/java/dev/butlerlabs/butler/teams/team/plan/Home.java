package dev.butlerlabs.butler.teams.team.plan;

import dev.butlerlabs.butler.api.Labels;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceCondition;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What was seen of the namespace that carries a team's name. */
public sealed interface Home {

  /** There is none yet. */
  record Absent() implements Home {}

  /** Its name belongs to the system. */
  record Reserved() implements Home {}

  /** Somebody else made it. */
  record Foreign() implements Home {}

  /**
   * Butler made it for a team of this name.
   *
   * @param forThis whether that was this very Team
   */
  record Ours(boolean forThis) implements Home {}

  /**
   * It is being deleted.
   *
   * @param remaining what is still in it, as Kubernetes says
   */
  record Ending(boolean forThis, String remaining) implements Home {}

  Set<String> RESERVED = Set.of("default", "butler-system", "butler-tenants");

  /**
   * Looks at a namespace.
   *
   * @param uid of the Team
   * @param defaultNamespace where clusters without a team live
   */
  static Home of(String team, String uid, String defaultNamespace, @Nullable Namespace namespace) {
    if (reserved(team, defaultNamespace)) {
      return new Reserved();
    }
    if (namespace == null) {
      return new Absent();
    }
    var labels =
        Objects.requireNonNullElse(namespace.getMetadata().getLabels(), Map.<String, String>of());
    var ours =
        team.equals(labels.get(Labels.TEAM)) && Roles.TEAMS.equals(labels.get(Roles.APPLIED_BY));
    var forThis = ours && uid.equals(labels.get(TeamObjects.OWNER));
    if (namespace.getMetadata().getDeletionTimestamp() != null) {
      return new Ending(forThis, remaining(namespace));
    }
    return ours ? new Ours(forThis) : new Foreign();
  }

  /** Whether a name belongs to the system, or to clusters without a team. */
  static boolean reserved(String name, String defaultNamespace) {
    return RESERVED.contains(name) || name.startsWith("kube-") || name.equals(defaultNamespace);
  }

  private static String remaining(Namespace namespace) {
    var status = namespace.getStatus();
    var conditions =
        status == null || status.getConditions() == null
            ? List.<NamespaceCondition>of()
            : status.getConditions();
    return conditions.stream()
        .filter(one -> "True".equals(one.getStatus()))
        .map(NamespaceCondition::getMessage)
        .filter(message -> message != null && !message.isBlank())
        .collect(Collectors.joining("; "));
  }
}
