package dev.butlerlabs.butler.addons.catalog.plan;

import static dev.butlerlabs.butler.addons.catalog.plan.Entries.definition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DefinitionRulesTest {

  @Test
  void soundDefinitionHasNoProblem() {
    assertThat(problems("{}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://charts.example.com",
        "https://",
        "https://charts.example.com/../etc",
        "https://charts.example.com//twice",
        "https://charts.example.com/a b",
        "https://charts.example.com?x=y",
        "charts.example.com",
        "oci://",
      })
  void addressThatIsNoneIsRefused(String address) {
    assertThat(problems("chart: {repository: \"%s\"}".formatted(address)))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.subject()).isEqualTo("spec.chart.repository");
              assertThat(problem.sentence()).contains(address).contains("write http://");
            });
  }

  @Test
  void addressWithAPasswordIsRefusedAndNotShown() {
    var problems = problems("chart: {repository: \"https://ada:canary@charts.example.com\"}");

    assertThat(Problem.list(problems))
        .contains("keep credentials in a Secret")
        .doesNotContain("canary");
  }

  @ParameterizedTest
  @CsvSource({
    "'chart: {name: \"--devel\"}', is no name of a chart",
    "'chart: {defaultVersion: \">1.0.0\"}', is not one exact version",
    "'chart: {defaultVersion: \"1.x\"}', is not one exact version",
    "'chart: {availableVersions: [\"latest\"]}', is not one exact version",
    "'chart: {digests: {1.0.0: abc}}', this is no SHA-256",
    "'health: [{apiVersion: v1, kind: Pod, labels: {\"a b\": c}}]', no object can have the label",
    "'health: [{apiVersion: v1, kind: Pod, labels: {a: \"-\"}}]', no object can have the label",
    "'health: [{apiVersion: v1, kind: Pod, namespace: A}]', name one that can be",
    "'preflight: [{apiVersion: v1, kind: Pod, namespace: A}]', 'spec.preflight[0].namespace'",
    "'preflight: [{apiVersion: v1, kind: Pod, annotations: {\"a b\": c}}]', no object can have the annotation",
    "'defaults: {timeout: soon}', is no span of time",
    "'defaults: {namespace: Not_one}', 'spec.defaults.namespace: the namespace of a release'",
    "'defaults: {releaseName: a.b}', 'spec.defaults.releaseName: the name of a release'",
    "'prerequisites: [{chart: -x, version: 1.0.0}]', 'spec.prerequisites[0].chart: '",
    "'prerequisites: [{chart: x, version: latest}]', 'spec.prerequisites[0].version: '",
    "'chart: {name: a b}', 'spec.chart.name: '",
    "'chart: {defaultVersion: latest}', 'spec.chart.defaultVersion: '",
    "'chart: {availableVersions: [1.0.0, newest]}', 'spec.chart.availableVersions[1]: '",
    "'conflicts: [some]', both needs and excludes",
  })
  void whatHelmWouldMisunderstandIsRefused(String more, String trouble) {
    assertThat(Problem.list(problems(more))).contains(trouble);
  }

  @Test
  void everythingWrongIsToldAtOnce() {
    assertThat(problems("{chart: {repository: x, name: '-', defaultVersion: y}}")).hasSize(3);
  }

  @Test
  void point1_onlyAllowedSourcesAreTaken() {
    var policy =
        new SourcePolicy(
            List.of("https://charts.example.com/stable", "oci://*.registry.example.com/charts"));

    assertThat(allowed(policy, "https://charts.example.com/stable")).isTrue();
    assertThat(allowed(policy, "https://charts.example.com/stable/more/")).isTrue();
    assertThat(allowed(policy, "HTTPS://Charts.Example.com/stable")).isTrue();
    assertThat(allowed(policy, "oci://eu.registry.example.com/charts/web")).isTrue();
    assertThat(allowed(policy, "https://charts.example.com")).isFalse();
    assertThat(allowed(policy, "https://charts.example.com/stable-not")).isFalse();
    assertThat(allowed(policy, "https://charts.example.com:8443/stable")).isFalse();
    assertThat(allowed(policy, "http://charts.example.com/stable")).isFalse();
    assertThat(allowed(policy, "https://charts.example.com.evil.org/stable")).isFalse();
    assertThat(allowed(policy, "oci://registry.example.com/charts")).isFalse();
    assertThat(allowed(policy, "oci://evilregistry.example.com/charts")).isFalse();
  }

  @Test
  void point1_chartsOfTheManagerAreForDefinitionsThatComeWithThePlatform() {
    var disks = definition("chart: {repository: \"manager://charts\", name: gcp-csi-driver}");
    var other = definition("chart: {repository: \"manager://charts\", name: some}");
    var elsewhere = new SourcePolicy(List.of("https://charts.example.com"));

    assertThat(DefinitionRules.check("gcp-csi-driver", disks, Map.of(), elsewhere)).isEmpty();
    for (var wrong : List.of(disks, other)) {
      assertThat(Problem.list(check(wrong, Map.of())))
          .contains("spec.chart.repository: manager://charts is for definitions that come with")
          .contains("write http://");
    }
    assertThat(DefinitionRules.check("gcp-csi-driver", other, Map.of(), SourcePolicy.everything()))
        .hasSize(1);
    assertThat(problems("chart: {repository: \"manager://charts/more\"}")).hasSize(1);
  }

  @Test
  void point29_chartsOfTheManagerAreNotAskedForASignatureTheyCannotHave() {
    var said = "repository: \"%s\", name: gcp-csi-driver, provenance: {keysRef: {name: keys}}";
    var carried = definition("chart: {" + said.formatted("manager://charts") + "}");
    var fetched = definition("chart: {" + said.formatted("https://charts.example.com") + "}");

    assertThat(
            Problem.list(
                DefinitionRules.check(
                    "gcp-csi-driver", carried, Map.of(), SourcePolicy.everything())))
        .contains("spec.chart.provenance: charts that the manager carries have no signature");
    assertThat(check(fetched, Map.of())).isEmpty();
  }

  @Test
  void point2_circleOfDefinitionsIsRefusedWithItsWay() {
    var others = Map.of("b", definition("dependsOn: [c]"), "c", definition("dependsOn: [some]"));

    assertThat(Problem.list(check(definition("dependsOn: [b]"), others)))
        .contains("each would wait for the other: some → b → c → some");
    assertThat(Problem.list(check(definition("dependsOn: [some]"), Map.of())))
        .contains("some → some");
  }

  @Test
  void point2_circleOfOthersIsNotBlamedOnThisOne() {
    var others = Map.of("b", definition("dependsOn: [c]"), "c", definition("dependsOn: [b]"));

    assertThat(check(definition("dependsOn: [b]"), others)).isEmpty();
  }

  @Test
  void neededDefinitionThatIsNotThereIsToldApartSinceItMayStillCome() {
    var needy = definition("dependsOn: [ciliun]");
    var others = Map.of("cilium", definition("{}"));

    assertThat(check(needy, others)).isEmpty();
    assertThat(Problem.list(DefinitionRules.absent("some", needy, others)))
        .contains("spec.dependsOn: there is no AddonDefinition ciliun (did you mean cilium?)");
  }

  @Test
  void sourceThatIsNoAddressIsRefusedBeforeItAllowsNothing() {
    var policy =
        new SourcePolicy(
            List.of("https://*.example.com", "charts.example.com", "https://*", "oci://x.org/a"));

    assertThat(policy.check("spec.addons.allowedSources"))
        .extracting(Problem::subject)
        .containsExactly("spec.addons.allowedSources[1]", "spec.addons.allowedSources[2]");
  }

  @Test
  void point11_releaseOfThePlatformCannotBeTaken() {
    var cilium =
        definition("{platform: true, defaults: {namespace: kube-system, releaseName: cilium}}");
    var thief = definition("defaults: {namespace: kube-system, releaseName: cilium}");
    var sly =
        definition(
            """
            defaults: {namespace: kube-system}
            prerequisites: [{chart: x, version: 1.0.0, releaseName: cilium}]
            """);

    for (var wrong : List.of(thief, sly)) {
      assertThat(Problem.list(check(wrong, Map.of("cilium", cilium))))
          .contains("release kube-system/cilium is that of cilium");
    }
    assertThat(check(definition("{}"), Map.of("cilium", cilium))).isEmpty();
  }

  private static List<Problem> problems(String more) {
    return check(definition(more), Map.of());
  }

  private static List<Problem> check(
      AddonDefinitionSpec spec, Map<String, AddonDefinitionSpec> others) {
    return DefinitionRules.check("some", spec, others, SourcePolicy.everything());
  }

  private static boolean allowed(SourcePolicy policy, String address) {
    var spec = definition("chart: {repository: \"%s\"}".formatted(address));
    return DefinitionRules.check("some", spec, Map.of(), policy).isEmpty();
  }
}
