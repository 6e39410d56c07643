package dev.butlerlabs.butler.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NamespaceableResource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each rule of each kind is broken once, and the user is told in our words. */
@OnRealApiServer
class RulesIT {

  private static final Path CASES = Path.of("src/test/resources/rules");

  @BeforeAll
  static void install(TestCluster cluster) {
    Definitions.install(cluster);
  }

  @TestFactory
  Stream<DynamicTest> brokenRuleIsToldInItsOwnWords(TestCluster cluster) throws IOException {
    var namespace = cluster.namespace();
    return RuleCase.readAll(CASES).stream()
        .map(
            broken ->
                DynamicTest.dynamicTest(
                    broken.title(),
                    () ->
                        assertThat(answer(cluster.client(), namespace, broken))
                            .contains(broken.message())));
  }

  @Test
  void everyRuleIsBrokenByACase() throws IOException {
    var cases = RuleCase.readAll(CASES);

    assertThat(Definitions.rules())
        .isNotEmpty()
        .filteredOn(rule -> cases.stream().noneMatch(broken -> broken.covers(rule)))
        .isEmpty();
  }

  @Test
  void everyRuleTellsInASentenceWhatIsWrong() {
    assertThat(Definitions.rules())
        .allSatisfy(rule -> assertThat(rule.message()).hasSizeGreaterThan(20).contains(" "));
  }

  private static String answer(KubernetesClient client, String namespace, RuleCase broken) {
    if (broken.given() == null) {
      return refusal(
          () -> place(client, namespace, Definitions.unplaced(broken.when())).dryRun().create());
    }
    var given = place(client, namespace, Definitions.unplaced(broken.given()));
    var stored = given.create();
    try {
      if (broken.given().has("status")) {
        stored.setAdditionalProperty("status", broken.given().get("status"));
        stored = client.resource(stored).updateStatus();
      }
      var next = Definitions.unplaced(broken.when());
      next.getMetadata().setResourceVersion(stored.getMetadata().getResourceVersion());
      return refusal(() -> place(client, namespace, next).dryRun().update());
    } finally {
      given.delete();
    }
  }

  private static NamespaceableResource<GenericKubernetesResource> place(
      KubernetesClient client, String namespace, GenericKubernetesResource object) {
    object.getMetadata().setNamespace(namespace);
    return client.resource(object);
  }

  private static String refusal(Runnable write) {
    var refused = catchThrowableOfType(KubernetesClientException.class, write::run);
    assertThat(refused).as("the server refuses what breaks the rule").isNotNull();
    return String.valueOf(refused.getMessage());
  }
}
