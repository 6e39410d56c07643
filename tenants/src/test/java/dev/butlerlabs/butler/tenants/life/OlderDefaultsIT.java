package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What ButlerConfig and ProviderConfig say reaches clusters in use when they roll anyway. */
@OnRealApiServer
class OlderDefaultsIT {

  private static final String BOOTSTRAP = "bootstrap.cluster.x-k8s.io/v1beta2";

  @Test
  @DisplayName(
      "H6: an edit of ButlerConfig or ProviderConfig replaces no machine; an upgrade takes it")
  void editOfThePlatformWaitsForTheNextRollOut(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      var before = template(yard, place);

      say(yard, "sshAuthorizedKey: ssh-ed25519 AAAANEW ops@example.com");
      yard.awaitReason("web", "OlderDefaults", "OlderDefaults");
      yard.stop();
      yard.open();
      yard.apply(
          """
          apiVersion: butler.butlerlabs.dev/v1alpha1
          kind: ProviderConfig
          metadata: {name: lab}
          spec: {provider: local, network: {timeServers: [time.example.com]}}
          """);
      // One that is ordered now is made as they say by now, so they were seen.
      yard.order("late");
      yard.letIn("late", "v1.35.4", "{\"replicas\": 1}");
      var late = yard.place("late");
      yard.others.serve(late, "late");
      yard.awaitWanted(late, "late", 1);
      assertThat(bootstrap(yard, late, "late").toString())
          .contains("AAAANEW")
          .contains("time.example.com");

      assertThat(template(yard, place)).isEqualTo(before);
      assertThat(bootstraps(yard, place)).containsExactly(before);
      assertThat(yard.told("web").phase()).isEqualTo(Phase.READY);
      assertThat(yard.condition("web", "OlderDefaults").orElseThrow().message())
          .contains("butler.butlerlabs.dev/take-defaults")
          .doesNotContain("AAAANEW");

      yard.letIn("web", "v1.36.3", "{\"replicas\": 1}");
      yard.awaitPhase("web", Phase.UPDATING);
      yard.others.plane(place, "web");
      Await.untilTrue(
          "another template", Yard.PATIENCE, () -> !template(yard, place).equals(before));
      yard.others.workers(place);
      yard.awaitPhase("web", Phase.READY);

      assertThat(bootstrap(yard, place, "web").toString())
          .contains("AAAANEW")
          .contains("time.example.com");
      yard.awaitTold(
          "nothing is older",
          "web",
          status ->
              status.conditions().stream().noneMatch(one -> one.type().equals("OlderDefaults")));
    } finally {
      cluster.kubectl("delete", "butlerconfig", "butler", "--ignore-not-found").requireSuccess();
    }
  }

  @Test
  void annotationTakesWhatThePlatformSays(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      var before = template(yard, place);
      say(yard, "defaultTimeServers: [time.example.com]");
      yard.awaitReason("web", "OlderDefaults", "OlderDefaults");

      cluster
          .kubectl("annotate", "tenantcluster", "web", "butler.butlerlabs.dev/take-defaults=monday")
          .requireSuccess();
      Await.untilTrue(
          "another template", Yard.PATIENCE, () -> !template(yard, place).equals(before));
      yard.others.workers(place);

      yard.awaitPhase("web", Phase.READY);
      assertThat(bootstrap(yard, place, "web").toString()).contains("time.example.com");
      Await.untilTrue(
          "the old one is gone",
          Yard.PATIENCE,
          () -> bootstraps(yard, place).equals(List.of(template(yard, place))));
    } finally {
      cluster.kubectl("delete", "butlerconfig", "butler", "--ignore-not-found").requireSuccess();
    }
  }

  private static void say(Yard yard, String spec) {
    yard.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ButlerConfig
        metadata: {name: butler}
        spec: {%s}
        """
            .formatted(spec));
  }

  private static String template(Yard yard, String place) {
    return template(yard, place, "web");
  }

  private static String template(Yard yard, String place, String name) {
    return Others.tree(
            yard.others.find(Others.CAPI, "MachineDeployment", place, name + "-workers").require())
        .at("/spec/template/spec/bootstrap/configRef/name")
        .asText();
  }

  private static JsonNode bootstrap(Yard yard, String place, String name) {
    return Others.tree(
        yard.others
            .find(BOOTSTRAP, "KubeadmConfigTemplate", place, template(yard, place, name))
            .require());
  }

  private static List<String> bootstraps(Yard yard, String place) {
    return yard
        .admin
        .genericKubernetesResources(BOOTSTRAP, "KubeadmConfigTemplate")
        .inNamespace(place)
        .list()
        .getItems()
        .stream()
        .map(one -> one.getMetadata().getName())
        .toList();
  }
}
