package dev.butlerlabs.butler.addons.install.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.install.plan.HealthRules.Found;
import dev.butlerlabs.butler.addons.install.plan.HealthRules.Sighted;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.addons.HealthRule;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthRulesTest {

  private static final String READY = "condition: {type: Ready}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          condition: {type: Ready}                 | {conditions: [{type: Ready, status: "True"}]}    |
          condition: {type: Ready}                 | {conditions: [{type: Ready, status: "False"}]}   | Backup shop/one has condition Ready False, not True
          condition: {type: Ready}                 | {conditions: [{type: Other, status: "True"}]}    | Backup shop/one tells no condition Ready
          condition: {type: Ready}                 | {}                                               | Backup shop/one tells no condition Ready
          condition: {type: Stalled, status: "False"} | {conditions: [{type: Stalled, status: "False"}]} |
          field: {path: status.phase, value: Done} | {phase: Done}                                    |
          field: {path: status.phase, value: Done} | {phase: Lost}                                    | Backup shop/one has another status.phase than Done
          field: {path: status.phase, value: Done} | {}                                               | Backup shop/one has another status.phase than Done
          field: {path: status.ok, value: "true"}  | {ok: true}                                       |
          field: {path: status.a.b, min: 2}        | {a: {b: 2}}                                      |
          field: {path: status.a.b, min: 2}        | {a: {b: 1}}                                      | Backup shop/one has status.a.b 1, less than 2
          field: {path: status.a.b, min: 2}        | {a: []}                                          | Backup shop/one has status.a.b 0, less than 2
          name: one                                | {}                                               |
          """)
  void point16_ruleTellsWhatIsNotAsItShouldBe(String rule, String status, String trouble) {
    assertThat(unmet(rule, object("one", status)))
        .containsExactlyElementsOf(trouble == null ? List.of() : List.of(trouble));
  }

  @Test
  void point16_whatIsNotThereIsNotHealthy() {
    assertThat(unmet("name: two", object("one", "{}"))).containsExactly("Backup two is not there");
    assertThat(unmet("labels: {app: x}"))
        .containsExactly("Backup in shop with the labels of the rule is not there");
    assertThat(unmet("namespace: elsewhere", object("one", "{}")))
        .containsExactly("Backup in elsewhere is not there");
    assertThat(unmet("{}")).containsExactly("Backup in shop is not there");
  }

  @Test
  void point16_kindThatTheClusterDoesNotKnowIsNotYetHealthy() {
    assertThat(troubles("{}", new Found.NotServed(), true))
        .containsExactly(
            "the cluster does not know the kind Backup of example.com/v1 yet, which is asked for again");
  }

  @Test
  void soManyAreEnough() {
    var well = object("one", "{conditions: [{type: Ready, status: 'True'}]}");
    var ill = object("two", "{}");

    assertThat(unmet(READY, well, ill)).containsExactly("Backup shop/two tells no condition Ready");
    assertThat(unmet(READY + "\natLeast: 1", well, ill)).isEmpty();
    assertThat(unmet(READY + "\natLeast: 2", well, ill))
        .containsExactly(
            "1 of at least 2 are as they should be, of Backup in shop: Backup shop/two tells no condition Ready");
  }

  @Test
  void onlyObjectsThatTheRuleMeansCount() {
    var labelled = object("one", "{}");
    labelled.getMetadata().setLabels(Map.of("app", "x", "more", "y"));

    assertThat(unmet("labels: {app: x}\n" + READY, labelled, object("two", "{}")))
        .containsExactly("Backup shop/one tells no condition Ready");
  }

  @Test
  void point27_ruleMayAskForAnAnnotation() {
    var rule = "annotations: {example.com/is-default: 'true'}";
    var marked = object("one", "{}");
    marked.getMetadata().setAnnotations(Map.of("example.com/is-default", "true"));
    var wide = new Sighted(rule(rule), new Found.There(List.of(object("two", "{}"))), true);

    assertThat(unmet(rule, marked)).isEmpty();
    assertThat(unmet(rule, object("two", "{}")))
        .containsExactly(
            "Backup in shop with the annotation example.com/is-default: \"true\" is not there");
    assertThat(HealthRules.over(new Inside.Seen(List.of()), List.of(wide), "shop", true))
        .isEqualTo(
            new Inside.Seen(
                List.of(),
                List.of(
                    "Backup with the annotation example.com/is-default: \"true\" is not there")));
  }

  @ParameterizedTest
  @CsvSource({
    "'{}', false",
    "'{disk: {size: 1}}', true",
    "'{disk: {size: 1, class: fast}}', false",
    "'{disk: null}', false",
  })
  void point27_ruleIsAskedForWhereTheValuesSaySo(String values, boolean asked) {
    var rule = rule("onlyWithValue: disk\nunlessValue: disk.class");

    assertThat(HealthRules.asked(List.of(rule), Scenes.yaml(values))).hasSize(asked ? 1 : 0);
  }

  @Test
  void point27_whatIsNotSeenYetHoldsAnAddonBackToo() {
    assertThat(Ahead.of(new Inside.Seen(List.of()))).isEqualTo(new Ahead.Clear());
    assertThat(Ahead.of(new Inside.Looking()).sentence()).contains("is being looked for");
    assertThat(Ahead.of(new Inside.Unseen("no answer")).sentence()).isEqualTo("no answer");
    assertThat(Ahead.of(new Inside.Seen(List.of(), List.of("Backup one is not there"))).sentence())
        .isEqualTo(
            "Backup one is not there; make it, or install what brings it, and the addon goes on by itself");
  }

  @Test
  void objectOfTheWholeClusterIsFoundWhereverTheReleaseIs() {
    var object = object("one", "{}");
    object.getMetadata().setNamespace(null);

    assertThat(unmet("name: one", object)).isEmpty();
    assertThat(unmet(READY, object)).containsExactly("Backup one tells no condition Ready");
  }

  @Test
  void point16_agentThatRunsNowhereIsMissedOnlyWhereThereAreNodes() {
    var rule =
        "kind: DaemonSet\napiVersion: apps/v1\nonlyWithNodes: true\n"
            + "field: {path: status.desiredNumberScheduled, min: 1}";
    var found = new Found.There(List.of(object("one", "{desiredNumberScheduled: 0}")));

    assertThat(troubles(rule, found, true))
        .containsExactly("DaemonSet shop/one has status.desiredNumberScheduled 0, less than 1");
    assertThat(troubles(rule, found, false)).isEmpty();
  }

  @Test
  void workloadThatAnOperatorMadeIsJudgedAsOthersAre() {
    var rule = "kind: DaemonSet\napiVersion: apps/v1";
    var found =
        new Found.There(List.of(object("one", "{desiredNumberScheduled: 3, numberReady: 2}")));

    assertThat(troubles(rule, found, true))
        .containsExactly("DaemonSet shop/one has 2 of 3 pods ready");
    assertThat(troubles("kind: DaemonSet", found, true)).as("of another group").isEmpty();
  }

  @Test
  void whatIsBeingLookedAtSaysNothingYet() {
    var opening = List.of(new Sighted(rule("{}"), new Found.Opening()));
    var unseen = new Inside.Unseen("no answer");

    assertThat(HealthRules.over(new Inside.Seen(List.of()), opening, "shop", true))
        .isEqualTo(new Inside.Looking());
    assertThat(HealthRules.over(unseen, opening, "shop", true)).isEqualTo(unseen);
  }

  @Test
  void whatCannotBeLookedAtIsNoTrouble() {
    var seen = new Inside.Seen(List.of());
    var denied = new Sighted(rule("name: one"), new Found.Unseen("no right to"));
    var missing = new Sighted(rule("name: two"), new Found.There(List.of()));

    assertThat(HealthRules.over(seen, List.of(denied), "shop", true))
        .isEqualTo(new Inside.Unseen("Backup one cannot be looked at: no right to"));
    assertThat(HealthRules.over(seen, List.of(denied, missing), "shop", true))
        .as("what is seen to be wrong is told")
        .isEqualTo(new Inside.Seen(List.of(), List.of("Backup two is not there")));
  }

  @Test
  void deadWorkloadsAreToldWhileARuleIsNotSeenYet() {
    var opening = List.of(new Sighted(rule("{}"), new Found.Opening()));

    assertThat(HealthRules.over(new Inside.Seen(List.of("x")), opening, "shop", true))
        .isEqualTo(new Inside.Seen(List.of("x")));
  }

  @Test
  void troubleOfWorkloadsStaysBesideIt() {
    var missing = List.of(new Sighted(rule("name: one"), new Found.There(List.of())));

    assertThat(HealthRules.over(new Inside.Seen(List.of("x")), missing, "shop", true))
        .isEqualTo(new Inside.Seen(List.of("x"), List.of("Backup one is not there")));
  }

  private static List<String> unmet(String rule, GenericKubernetesResource... objects) {
    return troubles(rule, new Found.There(List.of(objects)), true);
  }

  private static List<String> troubles(String rule, Found found, boolean nodes) {
    var rules = List.of(new Sighted(rule(rule), found));
    var inside = HealthRules.over(new Inside.Seen(List.of()), rules, "shop", nodes);
    return Stream.of(inside)
        .map(Inside.Seen.class::cast)
        .flatMap(one -> one.unmet().stream())
        .toList();
  }

  private static HealthRule rule(String more) {
    try {
      var all = Scenes.yaml("{apiVersion: example.com/v1, kind: Backup}").<ObjectNode>deepCopy();
      Scenes.yaml(more).properties().forEach(one -> all.set(one.getKey(), one.getValue()));
      return WireFormat.mapper().treeToValue(all, HealthRule.class);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static GenericKubernetesResource object(String name, String status) {
    return WireFormat.serialization()
        .unmarshal(
            """
            apiVersion: example.com/v1
            kind: Backup
            metadata: {name: %s, namespace: shop}
            status: %s
            """
                .formatted(name, status),
            GenericKubernetesResource.class);
  }
}
