package dev.butlerlabs.butler.steward.kubeconfigs.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.steward.KubeconfigGeneratorSpec;
import dev.butlerlabs.butler.api.steward.KubeconfigGeneratorSpec.CompoundValue;
import dev.butlerlabs.butler.pki.Subject;

/** Whom a generator's kubeconfig for a control plane is for. */
public final class Identity {

  /** What begins so is what Kubernetes' own programs are and nobody may be made. */
  private static final String RESERVED = "system:";

  private Identity() {}

  /**
   * The user and the groups.
   *
   * @param plane the control plane as it is stored, from which names may be read
   * @throws IllegalArgumentException in words for people, when there can be no such user
   */
  public static Subject of(KubeconfigGeneratorSpec spec, JsonNode plane) {
    var user = allowed(value(spec.user(), plane), "user");
    var groups =
        spec.groups().stream()
            .map(group -> allowed(value(group, plane), "group"))
            .distinct()
            .toList();
    return new Subject(user, groups);
  }

  private static String value(CompoundValue value, JsonNode plane) {
    if (value.stringValue() != null) {
      return value.stringValue();
    }
    var path = value.fromDefinition() == null ? "" : value.fromDefinition();
    var node = plane;
    for (var step : path.split("\\.", -1)) {
      node = node.path(step);
    }
    if (!node.isTextual()) {
      throw new IllegalArgumentException(
          "the control plane has no text at '%s'; correct fromDefinition".formatted(path));
    }
    return node.asText();
  }

  private static String allowed(String name, String what) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("the " + what + " is empty; give it a name");
    }
    if (name.startsWith(RESERVED)) {
      throw new IllegalArgumentException(
          "%s %s is refused: names that begin with %s are for Kubernetes itself; use a name of your own and bind rights to it"
              .formatted(what, name, RESERVED));
    }
    return name;
  }
}
