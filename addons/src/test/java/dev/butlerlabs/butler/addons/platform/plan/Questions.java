package dev.butlerlabs.butler.addons.platform.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.addons.catalog.Catalog;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.clusters.TenantClusterSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.AddonVersions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What is asked about a cluster of the built-in catalog, and one entry of the answer. */
final class Questions {

  static final Map<String, AddonDefinitionSpec> CATALOG =
      Catalog.builtin().stream()
          .collect(Collectors.toMap(one -> one.getMetadata().getName(), AddonDefinition::getSpec));
  static final AddonVersions NONE = new AddonVersions(null, null, null, null, null, null);

  private Questions() {}

  static Choice choose(ProviderType provider, String addons) {
    return Choosing.of(question(provider, "addons: " + addons, NONE, Map.of()));
  }

  static Choice choose(
      ProviderType provider, String spec, Map<String, AddonDefinitionSpec> catalog) {
    var asked = question(provider, spec, NONE, Map.of());
    return Choosing.of(
        new Question(
            asked.spec(),
            provider,
            asked.endpoint(),
            asked.platformName(),
            NONE,
            Map.of(),
            catalog,
            asked.defaults(),
            asked.ordered(),
            Care.unsaid()));
  }

  static Question question(
      ProviderType provider, String spec, AddonVersions versions, Map<String, String> pinned) {
    return question(provider, spec, versions, pinned, Care.unsaid());
  }

  static Question question(
      ProviderType provider,
      String spec,
      AddonVersions versions,
      Map<String, String> pinned,
      Care care) {
    try {
      var tree = new YAMLMapper().readTree(spec);
      return new Question(
          WireFormat.mapper().treeToValue(tree, TenantClusterSpec.class),
          provider,
          "10.0.0.9:6443",
          "web-1a2b",
          versions,
          pinned,
          CATALOG,
          List.of(),
          Set.of(),
          care);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static Entry find(Choice choice, String definition) {
    List<Entry> found =
        choice.entries().stream().filter(one -> one.definition().equals(definition)).toList();
    assertThat(found).hasSize(1);
    return found.getFirst();
  }
}
