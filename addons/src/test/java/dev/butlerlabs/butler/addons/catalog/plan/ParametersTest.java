package dev.butlerlabs.butler.addons.catalog.plan;

import static dev.butlerlabs.butler.addons.catalog.plan.Entries.addon;
import static dev.butlerlabs.butler.addons.catalog.plan.Entries.definition;
import static dev.butlerlabs.butler.addons.catalog.plan.Entries.managed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.catalog.plan.Parameters.Filled;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParametersTest {

  private static final ClusterFacts WEB =
      new ClusterFacts(
          new Identity("web", "shop", "u-1", "prod", "proxmox", "dc1"), "10.0.0.9:6443");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          type: String                      | some                  |
          type: String                      | 3                     | this is no String (write it in quotes)
          type: String                      | [a]                   | this is no String (write one text)
          type: String                      | ''                    |
          type: Integer                     | 3                     |
          type: Integer                     | -3                    |
          type: Integer                     | 3.5                   | this is no Integer (write a whole number without quotes, such as 3)
          type: Integer                     | '3'                   | this is no Integer (write a whole number without quotes, such as 3)
          type: Integer                     | ''                    | this is no Integer (write a whole number without quotes, such as 3)
          type: Number                      | 0.5                   |
          type: Number                      | 7                     |
          type: Number                      | much                  | this is no Number (write a number without quotes, such as 0.5)
          type: Boolean                     | false                 |
          type: Boolean                     | 'true'                | this is no Boolean (write true or false without quotes)
          type: List                        | [a]                   |
          type: List                        | []                    |
          type: List                        | a                     | this is no List (write a list, such as [a, b])
          type: Map                         | {a: 1}                |
          type: Map                         | [a]                   | this is no Map (write a map, such as {key: value})
          type: Url                         | https://example.com/x |
          type: Url                         | s3://bucket           |
          type: Url                         | example.com           | this is no Url (write an address such as https://host/path)
          type: Url                         | "'https:// x'"        | this is no Url (write an address such as https://host/path)
          type: Url                         | https://              | this is no Url (write an address such as https://host/path)
          type: Duration                    | 1h30m                 |
          type: Duration                    | 15d                   |
          type: Duration                    | 1.5h                  |
          type: Duration                    | soon                  | this is no Duration (write a span of time such as 30s, 1h30m or 15d)
          type: Duration                    | 30                    | this is no Duration (write a span of time such as 30s, 1h30m or 15d)
          {type: String, allowed: [a, b]}   | b                     |
          {type: String, allowed: [a, b]}   | c                     | this value is not allowed (write one of a, b)
          {type: Integer, allowed: ["1"]}   | 1                     |
          {type: Integer, allowed: ["1"]}   | 2                     | this value is not allowed (write one of 1)
          {type: Number, allowed: ["0.50"]} | 0.5                   |
          {type: Boolean, allowed: ["true"]} | false                | this value is not allowed (write one of true)
          {type: String, pattern: "[a-z]+"} | abc                   |
          {type: String, pattern: "[a-z]+"} | Abc                   | this text does not look as it has to (write one of the shape [a-z]+)
          {type: String, required: true}    | ''                    | Some does not work without it (set it)
          {type: List, required: true}      | []                    | Some does not work without it (set it)
          {type: Url, required: true, description: where to} | null | Some does not work without it (where to)
          {type: Boolean, required: true}   | false                 |
          {type: Integer, required: true}   | 0                     |
          """)
  void point26_valueIsWhatTheParameterSays(String parameter, String value, String told) {
    var spec = definition("parameters: [%s]".formatted(with("a.b", parameter)));
    var problems = Parameters.check(spec, values("{a: {b: %s}}".formatted(value)));

    assertThat(problems.stream().map(Problem::sentence))
        .containsExactlyElementsOf(told == null ? List.of() : List.of("spec.values.a.b: " + told));
  }

  @Test
  void point26_addonThatLeavesAParameterOutOrGivesAnotherIsTold() {
    var catalog =
        Map.of(
            "shop",
            definition(
                """
                defaults: {values: {size: 3}}
                requiredValues: [{path: url, description: where it is}]
                parameters:
                  - {path: url, type: Url, required: true}
                  - {path: size, type: Integer, required: true}
                  - {path: name, type: String, required: true, from: ClusterName}
                  - {path: key, type: String, required: true}
                """));

    assertThat(told(catalog, "addon: shop"))
        .isEqualTo(
            """
              - spec.values.url: shop does not work without it (where it is)
              - spec.values.key: shop does not work without it (set it)\
            """);
    assertThat(told(catalog, "{addon: shop, values: {url: x, key: y, size: canary}}"))
        .contains("spec.values.url: this is no Url", "spec.values.size: this is no Integer")
        .doesNotContain("canary");
    assertThat(told(catalog, "{addon: shop, values: {url: 'https://x', key: y}}")).isEmpty();
    assertThat(told(catalog, "{addon: shop, values: {url: 'https://x', key: y, name: ''}}"))
        .as("what somebody left empty is not filled in")
        .contains("spec.values.name: shop does not work without it");
  }

  @Test
  void point26_whatIsKnownOfTheClusterIsFilledInWhereNobodySaysIt() {
    var spec =
        definition(
            """
            defaults: {values: {own: {name: catalog}}}
            parameters:
              - {path: own.name, type: String, from: ClusterName}
              - {path: labels.cluster, type: String, from: ClusterName}
              - {path: labels.namespace, type: String, from: ClusterNamespace}
              - {path: labels.uid, type: String, from: ClusterUID}
              - {path: labels.env, type: String, from: Environment}
              - {path: labels.on, type: String, from: Provider}
              - {path: api, type: String, from: ControlPlaneEndpoint}
            """);

    assertThat(Parameters.fill(spec, values("{labels: {cluster: mine, uid: null}}"), WEB))
        .isEqualTo(
            new Filled(
                values(
                    "{own: {name: catalog}, labels: {namespace: shop, env: prod, on: proxmox},"
                        + " api: '10.0.0.9:6443'}"),
                List.of()));
  }

  @Test
  void point26_whatIsNotKnownYetIsWaitedForAndALabelOnlyWhereItIsNeeded() {
    var spec =
        definition(
            """
            parameters:
              - {path: api, type: String, from: ControlPlaneEndpoint}
              - {path: env, type: String, from: Environment}
            """);
    var needy =
        definition("parameters: [{path: env, type: String, required: true, from: Environment}]");

    assertThat(Parameters.fill(spec, null, ClusterFacts.none()).awaited())
        .containsExactly("the cluster has no endpoint yet, which values.api is taken from");
    assertThat(Parameters.fill(spec, values("{api: 'x:1'}"), ClusterFacts.none()).awaited())
        .isEmpty();
    assertThat(Parameters.fill(needy, null, ClusterFacts.none()).awaited())
        .singleElement()
        .asString()
        .contains("no label butler.butlerlabs.dev/environment", "write the value into spec.values");
  }

  @Test
  void point26_managementClusterIsNoTenantCluster() {
    var catalog =
        Map.of(
            "some",
            definition(
                """
                parameters:
                  - {path: a, type: String, required: true, from: ClusterName}
                  - {path: b, type: String, from: ClusterUID}
                """));
    var bare = managed("addon: some");
    var said = managed("{addon: some, values: {a: x, b: y}}");

    assertThat(
            Problem.list(
                ManagementAddonRules.check("some", bare, catalog, SourcePolicy.everything())))
        .isEqualTo(
            "  - spec.values.a: ClusterName is known of TenantClusters only, and the management"
                + " cluster is none (write the value)");
    assertThat(Problem.list(ManagementAddonRules.leftOut(bare, catalog)))
        .contains("spec.values.b: ClusterUID is known of TenantClusters only", "it is left out");
    assertThat(ManagementAddonRules.check("some", said, catalog, SourcePolicy.everything()))
        .isEmpty();
    assertThat(ManagementAddonRules.leftOut(said, catalog)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {type: String, pattern: "(ab)*"}     | spec.parameters[0].pattern: this is no pattern that can be told
          {type: Integer, pattern: "[0-9]"}     | spec.parameters[0].pattern: only a String is judged by its text
          {type: Integer, allowed: ["1", "x"]}  | spec.parameters[0].allowed[1]: this is no Integer
          {type: List, allowed: [a]}            | spec.parameters[0].allowed[0]: this is no List (take allowed out
          {type: Url, from: ClusterName}        | spec.parameters[0].from: what is known of a cluster is a text and no Url
          """)
  void point26_parameterThatNothingCanFulfilIsRefused(String parameter, String told) {
    var problems = problems(definition("parameters: [%s]".formatted(with("a", parameter))));

    assertThat(problems).contains(told);
  }

  @Test
  void point26_definitionsOwnValuesAreHeldToItsParameters() {
    var twice = "{path: a, type: Integer}, {path: a, type: String}";

    assertThat(problems(definition("parameters: [%s]".formatted(twice))))
        .contains("spec.parameters[1].path: another one has this path");
    assertThat(
            problems(
                definition("{defaults: {values: {a: x}}, parameters: [{path: a, type: Integer}]}")))
        .contains("spec.defaults.values.a: this is no Integer");
  }

  @ParameterizedTest
  @CsvSource({
    "'{a: {b: true}}', true",
    "'{a: {b: x}}', true",
    "'{a: {b: 0}}', true",
    "'{a: {b: {c: 1}}}', true",
    "'{a: {b: false}}', false",
    "'{a: {b: \"\"}}', false",
    "'{a: {b: {}}}', false",
    "'{a: {b: null}}', false",
    "'{a: b}', false",
    "'{}', false",
  })
  void whatIsFalseOrEmptySaysNothing(String values, boolean says) {
    assertThat(Parameters.says(values(values), "a.b")).isEqualTo(says);
  }

  private static String with(String path, String parameter) {
    var rest =
        parameter.startsWith("{") ? parameter.substring(1, parameter.length() - 1) : parameter;
    return "{path: %s, %s}".formatted(path, rest);
  }

  private static String problems(AddonDefinitionSpec spec) {
    return Problem.list(DefinitionRules.check("some", spec, Map.of(), SourcePolicy.everything()));
  }

  private static String told(Map<String, AddonDefinitionSpec> catalog, String spec) {
    return Problem.list(
        TenantAddonRules.check(
            "mine", addon(spec), false, catalog, Map.of(), SourcePolicy.everything()));
  }

  private static ObjectNode values(String yaml) {
    return Values.over(addon("values: " + yaml).values(), null);
  }
}
