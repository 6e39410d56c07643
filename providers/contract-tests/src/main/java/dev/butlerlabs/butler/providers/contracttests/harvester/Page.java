package dev.butlerlabs.butler.providers.contracttests.harvester;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The roles that the documentation tells people to give to Butler on Harvester. */
final class Page {

  private static final Path FILE = Path.of("../../docs/contracts/provider-harvester.md");
  private static final Pattern YAML = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);

  private static final KubernetesSerialization FORMAT = new KubernetesSerialization();

  private Page() {}

  static List<PolicyRule> rules(String role) {
    return YAML.matcher(text())
        .results()
        .flatMap(block -> List.of(block.group(1).split("(?m)^---$", -1)).stream())
        .map(yaml -> FORMAT.unmarshal(yaml, Role.class))
        .filter(read -> read.getMetadata().getName().equals(role))
        .findFirst()
        .orElseThrow(() -> new AssertionError(FILE + " has no role " + role))
        .getRules();
  }

  private static String text() {
    try {
      return Files.readString(FILE);
    } catch (IOException missing) {
      throw new UncheckedIOException("the page of Harvester cannot be read", missing);
    }
  }
}
