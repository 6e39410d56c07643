package dev.butlerlabs.butler.kube.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.Faults;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class ApplierIT {

  private static final FieldManager OURS = FieldManager.of("applier-test");
  private static final Owner OWNER = new Owner("5f1c0e4e-0000-4000-8000-000000000001");

  private TestCluster cluster;
  private KubernetesClient client;
  private String namespace;
  private Applier applier;

  @BeforeEach
  void connect(TestCluster given) {
    cluster = given;
    client = cluster.client(WireFormat.serialization());
    namespace = cluster.namespace();
    applier = new Applier(client, OURS);
  }

  @Test
  void aFieldOurRecordDoesNotKnowSurvivesOurWrites() {
    cluster.installResources("widgets.yaml");
    applier.apply(Widget.named(namespace, "w", 1)).orElseThrow();
    kubectl("patch", "widget", "w", "--type=merge", "-p", "{\"spec\":{\"colour\":\"red\"}}");

    applier.apply(Widget.named(namespace, "w", 2)).orElseThrow();

    assertThat(kubectl("get", "widget", "w", "-o=jsonpath={.spec}"))
        .isEqualTo("{\"colour\":\"red\",\"size\":2}");
  }

  @Test
  void fieldsOfOthersSurviveAndOursAreTakenBack() {
    applier.apply(configMap("a", Map.of("ours", "1"))).orElseThrow();
    var patch = "{\"data\":{\"ours\":\"theirs\",\"more\":\"x\"}}";
    kubectl("patch", "configmap", "a", "--type=merge", "-p", patch);

    var stored = applier.apply(configMap("a", Map.of("ours", "1"))).orElseThrow();

    assertThat(stored.getData()).isEqualTo(Map.of("ours", "1", "more", "x"));
  }

  @Test
  void whatIsLeftOutOfTheNextApplyGoes() {
    applier.apply(configMap("a", Map.of("x", "1", "y", "2"))).orElseThrow();

    var stored = applier.apply(configMap("a", Map.of("x", "1"))).orElseThrow();

    assertThat(stored.getData()).isEqualTo(Map.of("x", "1"));
  }

  @Test
  void anObjectSomebodyElseMadeIsNotTakenOver() {
    kubectl("create", "configmap", "theirs", "--from-literal=x=theirs");

    var answer = applier.apply(configMap("theirs", Map.of("y", "ours")));

    assertThat(answer).isInstanceOf(Answer.Failed.class);
    assertThat(((Answer.Failed<ConfigMap>) answer).trouble().problem().sentence())
        .contains("exists and was not made by butler-applier-test");
    assertThat(stored("theirs").getData()).isEqualTo(Map.of("x", "theirs"));
  }

  @Test
  void aNamesakeThatReplacedOurObjectIsNotTakenOver() {
    applier.apply(configMap("a", Map.of("x", "1"))).orElseThrow();
    kubectl("delete", "configmap", "a");
    kubectl("create", "configmap", "a", "--from-literal=x=theirs");

    var answer = applier.apply(configMap("a", Map.of("x", "1")));

    assertThat(answer).isInstanceOf(Answer.Failed.class);
    assertThat(stored("a").getData()).isEqualTo(Map.of("x", "theirs"));
  }

  @Test
  void ourObjectThatWasDeletedComesBack() {
    applier.apply(configMap("a", Map.of("x", "1"))).orElseThrow();
    kubectl("delete", "configmap", "a");

    applier.apply(configMap("a", Map.of("x", "1"))).orElseThrow();

    assertThat(stored("a").getData()).isEqualTo(Map.of("x", "1"));
  }

  @Test
  void contributingLeavesAFieldToWhoeverHoldsIt() {
    kubectl("create", "configmap", "theirs", "--from-literal=x=theirs");

    var conflict = applier.contribute(configMap("theirs", Map.of("x", "ours")));
    var stored = applier.contribute(configMap("theirs", Map.of("y", "ours"))).orElseThrow();

    assertThat(((Answer.Failed<ConfigMap>) conflict).trouble())
        .isInstanceOf(Trouble.Conflict.class)
        .extracting(Trouble::detail)
        .asString()
        .contains("kubectl");
    assertThat(stored.getData()).isEqualTo(Map.of("x", "theirs", "y", "ours"));
  }

  @Test
  void anObjectNobodyHasSeenIsMadeByOneCall() {
    var recording = cluster.recording(WireFormat.serialization(), Faults.none());

    new Applier(recording.client(), OURS).apply(configMap("a", Map.of("x", "1"))).orElseThrow();

    assertThat(recording.calls().requests()).hasSize(1);
    assertThat(stored("a").getData()).isEqualTo(Map.of("x", "1"));
  }

  @Test
  void whatAnEarlierProcessMadeIsFoundAndCarriedOn() {
    applier.apply(configMap("a", Map.of("x", "1", "y", "1"))).orElseThrow();

    new Applier(client, OURS).apply(configMap("a", Map.of("x", "2"))).orElseThrow();

    assertThat(stored("a").getData()).isEqualTo(Map.of("x", "2"));
  }

  @Test
  void anObjectSeenAsWeLeftItCostsNoCall() {
    var recording = cluster.recording(WireFormat.serialization(), Faults.none());
    var counted = new Applier(recording.client(), OURS);
    var seen = counted.apply(configMap("a", Map.of("x", "1"))).orElseThrow();
    var before = recording.calls().requests().size();

    counted.apply(configMap("a", Map.of("x", "1")), seen).orElseThrow();
    assertThat(recording.calls().requests()).hasSize(before);

    counted.apply(configMap("a", Map.of("x", "2")), seen).orElseThrow();
    assertThat(recording.calls().requests()).hasSize(before + 1);
  }

  /** What its controller reports gives an object another version, and changes nothing of ours. */
  @Test
  void aReportOfSomebodyElseCostsNoCallAndAnEditDoes() {
    cluster.installResources("widgets.yaml");
    var recording = cluster.recording(WireFormat.serialization(), Faults.none());
    var counted = new Applier(recording.client(), OURS);
    counted.apply(Widget.named(namespace, "w", 1)).orElseThrow();
    var before = recording.calls().requests().size();

    kubectl(
        "patch",
        "widget",
        "w",
        "--subresource=status",
        "--type=merge",
        "-p",
        "{\"status\":{\"phase\":\"Busy\"}}");
    counted.apply(Widget.named(namespace, "w", 1), widget()).orElseThrow();
    assertThat(recording.calls().requests()).hasSize(before);

    kubectl("patch", "widget", "w", "--type=merge", "-p", "{\"spec\":{\"size\":7}}");
    counted.apply(Widget.named(namespace, "w", 1), widget()).orElseThrow();
    assertThat(recording.calls().requests()).hasSize(before + 1);
    assertThat(kubectl("get", "widget", "w", "-o=jsonpath={.spec.size}")).isEqualTo("1");
  }

  /** Cluster API labels most of what is made for it. */
  @Test
  void whatSomebodyElseHangsOnAnObjectCostsNoCallAndOursTakenDownDoes() {
    var recording = cluster.recording(WireFormat.serialization(), Faults.none());
    var counted = new Applier(recording.client(), OURS);
    var ours = configMap("a", Map.of("x", "1"));
    ours.getMetadata().setLabels(Map.of("ours", "yes"));
    counted.apply(ours).orElseThrow();
    var before = recording.calls().requests().size();

    kubectl("label", "configmap", "a", "theirs=yes");
    kubectl("annotate", "configmap", "a", "theirs=yes");
    counted.apply(ours, stored("a")).orElseThrow();
    assertThat(recording.calls().requests()).hasSize(before);

    kubectl("label", "configmap", "a", "ours-");
    counted.apply(ours, stored("a")).orElseThrow();
    assertThat(recording.calls().requests()).hasSize(before + 1);
    assertThat(stored("a").getMetadata().getLabels())
        .isEqualTo(Map.of("ours", "yes", "theirs", "yes"));
  }

  /** Cluster API writes endpoints and the like into what is made for it. */
  @Test
  void whatSomebodyElseWritesBesideOursCostsNoCallAndOursChangedDoes() {
    var recording = cluster.recording(WireFormat.serialization(), Faults.none());
    var counted = new Applier(recording.client(), OURS);
    cluster.installResources("widgets.yaml");
    var widget = Widget.named(namespace, "w", 1);
    var map = configMap("a", Map.of("x", "1", "y", "1"));
    counted.apply(widget).orElseThrow();
    counted.apply(map).orElseThrow();
    var before = recording.calls().requests().size();

    kubectl("patch", "widget", "w", "--type=merge", "-p", "{\"spec\":{\"colour\":\"red\"}}");
    kubectl("patch", "configmap", "a", "--type=merge", "-p", "{\"data\":{\"more\":\"x\"}}");
    counted.apply(widget, widget()).orElseThrow();
    counted.apply(map, stored("a")).orElseThrow();
    assertThat(recording.calls().requests()).hasSize(before);

    kubectl("patch", "widget", "w", "--type=merge", "-p", "{\"spec\":{\"size\":2}}");
    kubectl("patch", "configmap", "a", "--type=merge", "-p", "{\"data\":{\"x\":null}}");
    counted.apply(widget, widget()).orElseThrow();
    counted.apply(map, stored("a")).orElseThrow();
    assertThat(recording.calls().requests()).hasSize(before + 2);
    assertThat(widget().getSpec()).isEqualTo(widget.getSpec());
    assertThat(stored("a").getData()).isEqualTo(Map.of("x", "1", "y", "1", "more", "x"));
  }

  /** The server keeps such a text elsewhere, so nobody can tell there whether it was changed. */
  @Test
  void secretGivenInClearIsAppliedAgainAfterAnEdit() {
    var recording = cluster.recording(WireFormat.serialization(), Faults.none());
    var counted = new Applier(recording.client(), OURS);
    var secret =
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName("s")
            .endMetadata()
            .withStringData(Map.of("x", "1"))
            .build();
    counted.apply(secret).orElseThrow();
    var before = recording.calls().requests().size();

    kubectl("patch", "secret", "s", "--type=merge", "-p", "{\"data\":{\"x\":\"Mg==\"}}");
    counted
        .apply(secret, client.secrets().inNamespace(namespace).withName("s").require())
        .orElseThrow();
    assertThat(recording.calls().requests()).hasSize(before + 1);
  }

  private Widget widget() {
    return client.resources(Widget.class).inNamespace(namespace).withName("w").require();
  }

  @Test
  void anApplyWhoseAnswerWasLostCanBeRepeated() {
    var faults = Faults.none().atWrite(1, Fault.AFTER_COMMIT);
    var recording = cluster.recording(WireFormat.serialization(), faults);
    var unlucky = new Applier(recording.client(), OURS);

    var lost = unlucky.apply(configMap("a", Map.of("x", "1")));
    var first = stored("a").getMetadata();
    var again = unlucky.apply(configMap("a", Map.of("x", "1"))).orElseThrow();

    assertThat(((Answer.Failed<ConfigMap>) lost).trouble()).isInstanceOf(Trouble.Unreachable.class);
    assertThat(again.getMetadata().getResourceVersion()).isEqualTo(first.getResourceVersion());
  }

  @Test
  void whatIsDesiredNoMoreIsPrunedAndNothingElse() {
    var other = new Owner("5f1c0e4e-0000-4000-8000-000000000002");
    applier.applyAll(
        OWNER, List.of(configMap("keep", Map.of()), configMap("drop", Map.of())), all());
    applier.applyAll(other, List.of(configMap("other-owner", Map.of())), all());
    new Applier(client, FieldManager.of("other-feature"))
        .applyAll(OWNER, List.of(configMap("other-feature", Map.of())), Set.of());
    copyByHand("drop", "copied");

    var applied = applier.applyAll(OWNER, List.of(configMap("keep", Map.of())), all());

    assertThat(applied.troubles()).isEmpty();
    assertThat(applied.pruned()).extracting(one -> one.key().name()).containsExactly("drop");
    assertThat(client.configMaps().inNamespace(namespace).list().getItems())
        .extracting(one -> one.getMetadata().getName())
        .contains("keep", "other-owner", "other-feature", "copied")
        .doesNotContain("drop");
  }

  @Test
  void nothingIsPrunedWhileAnApplyIsInTrouble() {
    kubectl("create", "configmap", "theirs");
    applier.applyAll(OWNER, List.of(configMap("old", Map.of())), all());

    var applied =
        applier.applyAll(
            OWNER, List.of(configMap("theirs", Map.of()), configMap("new", Map.of())), all());

    assertThat(applied.troubles()).hasSize(1);
    assertThat(applied.stored()).extracting(o -> o.getMetadata().getName()).containsExactly("new");
    assertThat(stored("old")).isNotNull();
  }

  @Test
  void pruningGoesOnAfterAProcessDiedInIt() {
    applier.applyAll(OWNER, List.of(configMap("x", Map.of()), configMap("y", Map.of())), all());
    var faults = Faults.none().atWrite(1, Fault.AFTER_COMMIT);
    var recording = cluster.recording(WireFormat.serialization(), faults);

    var cut = new Applier(recording.client(), OURS).applyAll(OWNER, List.of(), all());
    var next = new Applier(client, OURS).applyAll(OWNER, List.of(), all());

    assertThat(cut.troubles()).hasSize(1);
    assertThat(next.complete()).isTrue();
    assertThat(stored("x")).isNull();
    assertThat(stored("y")).isNull();
  }

  @Test
  void aWrongObjectIsRefusedWithItsField() {
    cluster.installResources("widgets.yaml");

    var answer = applier.apply(Widget.named(namespace, "w", 1000));

    assertThat(((Answer.Failed<Widget>) answer).trouble())
        .isInstanceOfSatisfying(
            Trouble.Invalid.class, wrong -> assertThat(wrong.field()).isEqualTo("spec.size"));
  }

  private String kubectl(String... arguments) {
    return cluster.kubectl(arguments).requireSuccess();
  }

  private Set<Kind<ConfigMap>> all() {
    return Set.of(Kind.of(ConfigMap.class).in(namespace));
  }

  /** As somebody would who saves an object, labels and all, under another name. */
  private void copyByHand(String from, String to) {
    var copy = stored(from);
    copy.getMetadata().setName(to);
    copy.getMetadata().setManagedFields(null);
    copy.getMetadata().setResourceVersion(null);
    copy.getMetadata().setUid(null);
    client.resource(copy).create();
  }

  private ConfigMap stored(String name) {
    return client.configMaps().inNamespace(namespace).withName(name).get();
  }

  private ConfigMap configMap(String name, Map<String, String> data) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .withData(data)
        .build();
  }
}
