package dev.butlerlabs.butler.api.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.catalog.Kinds;
import dev.butlerlabs.butler.api.schema.Crds;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What was stored before a rule existed can still be labelled, and let go when it is deleted: tried
 * with every case that breaks a rule. Edits of other fields are in {@link EarlierObjectsIT}.
 */
@OnRealApiServer
class StoredBeforeIT {

  @TestFactory
  Stream<DynamicTest> objectThatBreaksANewRuleStaysEditable(TestCluster cluster)
      throws IOException {
    Map<RuleCase, GenericKubernetesResource> stored = new HashMap<>();
    Map<String, Integer> used = new HashMap<>();
    installWithoutRules(cluster);
    for (var broken : RuleCase.readAll(Path.of("src/test/resources/rules"))) {
      if (broken.given() == null && broken.unstorable() == null) {
        var object = Definitions.unplaced(broken.when());
        object.getMetadata().setNamespace(cluster.namespace());
        object.getMetadata().setName(unused(object, used));
        stored.put(broken, store(cluster.client(), object));
      }
    }
    Definitions.install(cluster);
    return stored.entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey().title(), () -> editable(cluster.client(), entry.getValue())));
  }

  private static void installWithoutRules(TestCluster cluster) {
    Definitions.install(cluster);
    for (var kind : Kinds.all()) {
      var definition = Crds.of(kind);
      removeRules(definition);
      cluster
          .client()
          .resource(
              WireFormat.serialization()
                  .unmarshal(definition.toString(), CustomResourceDefinition.class))
          .fieldManager("testkit")
          .forceConflicts()
          .serverSideApply();
    }
  }

  private static void removeRules(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove("x-kubernetes-validations");
    }
    node.forEach(StoredBeforeIT::removeRules);
  }

  /** Names matter to some rules, so only a name that is taken already gets a number. */
  private static String unused(GenericKubernetesResource object, Map<String, Integer> used) {
    var name = object.getMetadata().getName();
    var times = used.merge(object.getKind() + "/" + name, 1, Integer::sum);
    return times == 1 ? name : name + "-" + times;
  }

  private static GenericKubernetesResource store(
      KubernetesClient client, GenericKubernetesResource object) {
    // A definition without rules is in force a moment after it was written.
    Await.untilTrue("the server takes " + object.getMetadata(), () -> taken(client, object));
    return client.resource(object).require();
  }

  private static boolean taken(KubernetesClient client, GenericKubernetesResource object) {
    try {
      client.resource(object).create();
      return true;
    } catch (KubernetesClientException refused) {
      return false;
    }
  }

  private static void editable(KubernetesClient client, GenericKubernetesResource stored) {
    try {
      Await.untilTrue("the rules hold again", () -> refusedByARule(client, stored));

      stored.getMetadata().setAnnotations(Map.of("edited", "true"));
      var edited = client.resource(stored).update();

      assertThat(edited.getMetadata().getAnnotations()).containsEntry("edited", "true");
    } finally {
      client.resource(stored).delete();
    }
  }

  /** The server looks at the rules before it sees that the name is taken. */
  private static boolean refusedByARule(KubernetesClient client, GenericKubernetesResource stored) {
    var again = client.getKubernetesSerialization().clone(stored);
    again.getMetadata().setResourceVersion(null);
    try {
      client.resource(again).dryRun().create();
      return false;
    } catch (KubernetesClientException refused) {
      return refused.getCode() == 422;
    }
  }
}
