package dev.butlerlabs.butler.providers.contracttests.harvester;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** The roles that the documentation tells people to give to Butler on Harvester. */
final class Page {

  private static final String FILE = "provider-harvester.md";
  private static final Pattern YAML = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);

  private static final KubernetesSerialization FORMAT = new KubernetesSerialization();

  private Page() {}

  static List<PolicyRule> rules(String role) {
    return YAML.matcher(text())
        .results()
        .flatMap(block -> rules(block.group(1), role).stream())
        .toList();
  }

  /** Those of a role in some manifests. */
  static List<PolicyRule> rules(String manifests, String role) {
    return List.of(manifests.split("(?m)^---$", -1)).stream()
        .map(yaml -> FORMAT.unmarshal(yaml, Role.class))
        .filter(read -> read.getMetadata().getName().equals(role))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no role " + role + " in " + manifests))
        .getRules();
  }

  private static String text() {
    try (var page = Objects.requireNonNull(Page.class.getResourceAsStream(FILE), FILE)) {
      return new String(page.readAllBytes(), UTF_8);
    } catch (IOException missing) {
      throw new UncheckedIOException("the page of Harvester cannot be read", missing);
    }
  }
}
