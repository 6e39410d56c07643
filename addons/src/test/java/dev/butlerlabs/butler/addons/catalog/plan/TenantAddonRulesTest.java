package dev.butlerlabs.butler.addons.catalog.plan;

import static dev.butlerlabs.butler.addons.catalog.plan.Entries.addon;
import static dev.butlerlabs.butler.addons.catalog.plan.Entries.definition;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TenantAddonRulesTest {

  private static final Map<String, AddonDefinitionSpec> CATALOG =
      Map.of(
          "cilium",
          definition("{platform: true, defaults: {namespace: kube-system, releaseName: cilium}}"),
          "loki",
          definition("{conflicts: [logs], defaults: {namespace: logging, releaseName: loki}}"),
          "logs",
          definition("{}"),
          "vector",
          definition("{requiredValues: [{path: sink.uri, description: where logs are sent}]}"));

  @Test
  void soundAddonHasNoProblem() {
    assertThat(told("addon: loki", Map.of())).isEmpty();
    assertThat(told(helm("{}"), Map.of())).isEmpty();
  }

  @Test
  void unknownDefinitionIsNamed() {
    assertThat(told("addon: nobody", Map.of()))
        .contains(
            "there is no AddonDefinition nobody (kubectl get addondefinitions lists those there"
                + " are)");
    assertThat(told("addon: cilum", Map.of())).contains("did you mean cilium?");
    assertThat(told("addon: lok", Map.of())).contains("did you mean loki?");
    assertThat(told("addon: vektor", Map.of())).contains("did you mean vector?");
  }

  @Test
  void point1_chartOfOnesOwnIsHeldToTheSameRules() {
    var policy = new SourcePolicy(List.of("https://charts.example.com"));

    assertThat(told(helm("helm: {repository: 'file:///etc'}"), Map.of()))
        .contains("is no address of a repository");
    assertThat(told(helm("helm: {repository: 'manager://charts'}"), Map.of()))
        .contains("\"manager://charts\" is no address of a repository");
    assertThat(told(helm("version: ''"), Map.of())).contains("write the version that is wanted");
    assertThat(
            Problem.list(
                TenantAddonRules.check(
                    "mine",
                    addon(helm("helm: {repository: 'https://evil.example.org'}")),
                    false,
                    CATALOG,
                    Map.of(),
                    policy)))
        .contains("charts may not come from evil.example.org")
        .contains("choose a repository out of https://charts.example.com");
  }

  @Test
  void point1_entryOfTheCatalogComesFromAnAllowedSourceToo() {
    var policy = new SourcePolicy(List.of("https://other.example.com"));

    assertThat(
            Problem.list(
                TenantAddonRules.check(
                    "mine", addon("addon: loki"), false, CATALOG, Map.of(), policy)))
        .contains(
            "spec.addon: the chart of loki comes from charts.example.com, from where charts may not"
                + " come",
            "spec.addons.allowedSources of the ButlerConfig");
  }

  @ParameterizedTest
  @CsvSource({
    "'{addon: loki, version: latest}', 'spec.version: \"latest\" is not one exact version'",
    "'{version: \"1.x\", helm: {repository: \"https://x.org\", chart: some}}', 'spec.version: '",
    "'{version: 1.0.0, helm: {repository: \"https://x.org\", chart: a b}}', 'spec.helm.chart: '",
    "'{version: 1.0.0, helm: {repository: \"https://x.org\", chart: a, namespace: A}}', 'spec.helm.namespace: '",
    "'{version: 1.0.0, helm: {repository: \"https://x.org\", chart: a, releaseName: a.b}}', 'spec.helm.releaseName: '",
  })
  void whatHelmWouldMisunderstandIsRefusedWithItsField(String spec, String told) {
    assertThat(told(spec, Map.of())).contains(told);
  }

  @Test
  void point11_platformAddonsAreNotForTenantAddons() {
    assertThat(told("addon: cilium", Map.of()))
        .contains("cilium is a platform addon and comes with the cluster")
        .contains("spec.addons of the TenantCluster");
    assertThat(told(helm("helm: {namespace: kube-system, releaseName: cilium}"), Map.of()))
        .contains("release kube-system/cilium is that of the platform addon cilium");
  }

  @Test
  void point12_releaseOfAClusterHasOneOwner() {
    var first = Map.of("loki-web", addon("addon: loki"));

    assertThat(told("addon: loki", first))
        .contains("release logging/loki on cluster web is that of TenantAddon loki-web");
    assertThat(told(helm("helm: {namespace: logging, releaseName: loki}"), first))
        .contains("is that of TenantAddon loki-web");
    assertThat(told("{addon: loki, clusterRef: {name: other}}", first)).isEmpty();
  }

  @Test
  void point2_circleOfAddonsIsRefused() {
    var others = Map.of("b", addon("{addon: logs, dependsOn: [{name: mine}]}"));

    assertThat(told("{addon: vector, values: {sink: {uri: x}}, dependsOn: [{name: b}]}", others))
        .contains("mine → b → mine");
  }

  @Test
  void point2_whoeverNeedsAnAddonIsKnownBeforeItGoes() {
    var graph =
        new Dependencies(
            Map.of("a", List.of(), "b", List.of("a"), "c", List.of("b"), "d", List.of("a")));

    assertThat(graph.dependents("a", Set.of("a", "b", "c"))).containsExactly("b", "c");
    assertThat(graph.dependents("a", Set.of("a", "c"))).isEmpty();
    assertThat(graph.dependents("c", Set.of("a", "b", "c", "d"))).isEmpty();
  }

  @Test
  void point26_valueThatMustBeGivenIsAskedFor() {
    assertThat(told("addon: vector", Map.of()))
        .contains("spec.values.sink.uri: vector does not work without it (where logs are sent)");
    assertThat(told("{addon: vector, values: {sink: {uri: ''}}}", Map.of()))
        .contains("spec.values.sink.uri");
    assertThat(told("{addon: vector, values: {sink: {uri: 'https://x'}}}", Map.of())).isEmpty();
  }

  @Test
  void point29_addonsThatExcludeEachOtherAreNotOnOneCluster() {
    assertThat(told("addon: loki", Map.of("x", addon("addon: logs"))))
        .contains("loki cannot stand beside logs, which TenantAddon x installs");
    assertThat(told("addon: logs", Map.of("x", addon("addon: loki"))))
        .contains("logs cannot stand beside loki");
  }

  @Test
  void point20_definitionWithoutDefaultsIsAsGoodAsAny() {
    assertThat(definition("{}").defaults()).isNull();
    assertThat(TenantAddonRules.releaseOf("x", addon("addon: vector"), CATALOG))
        .isEqualTo("vector/vector");
  }

  private static String told(String spec, Map<String, TenantAddonSpec> others) {
    return Problem.list(
        TenantAddonRules.check(
            "mine", addon(spec), false, CATALOG, others, SourcePolicy.everything()));
  }

  /** An addon from a chart of one's own. */
  private static String helm(String more) {
    try {
      var yaml = new YAMLMapper();
      var sound =
          yaml.readTree(
              "{version: 1.0.0, helm: {repository: 'https://charts.example.com', chart: some}}");
      return yaml.writeValueAsString(Values.over(sound, yaml.readTree(more)));
    } catch (JsonProcessingException wrong) {
      throw new IllegalArgumentException(wrong);
    }
  }
}
