package dev.butlerlabs.butler.kube.engine;

import static dev.butlerlabs.butler.testkit.Await.untilTrue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatusBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class EngineIT {

  private static final ControllerSettings SETTINGS = ControllerSettings.DEFAULT;

  private final Recorded first = new Recorded();
  private final Recorded second = new Recorded();

  @Test
  void oneWatchServesAllControllersOfAKind(TestCluster cluster) throws InterruptedException {
    try (var harness = new EngineHarness(cluster)) {
      var maps = Kind.of(ConfigMap.class).in(cluster.namespace());
      var accounts = Kind.of(ServiceAccount.class).in(cluster.namespace());
      harness.engine.add("first", Watches.on(maps).reading(accounts), first, SETTINGS);
      harness.engine.add("second", Watches.on(maps).reading(accounts), second, SETTINGS);
      harness.start();

      harness.say("a", "hello");

      untilTrue("both saw it", () -> first.runs().contains("a hello"));
      untilTrue("both saw it", () -> second.runs().contains("a hello"));
      assertThat(harness.recording.calls().watches()).hasSize(2);
      assertThat(harness.recording.watches().open()).hasSize(2);
    }
  }

  @Test
  void objectsThatWereThereBeforeAreSeenOnce(TestCluster cluster) throws InterruptedException {
    try (var harness = new EngineHarness(cluster)) {
      for (var i = 0; i < 30; i++) {
        harness.say("map" + i, "hello");
      }
      harness.engine.add("maps", Watches.on(labelled(cluster)), first, SETTINGS);
      harness.start();
      harness.say("last", "hello");

      untilTrue("the last was seen", () -> first.runs().contains("last hello"));
      untilTrue("all were seen", () -> first.runs().size() == 31);
      assertThat(first.runs()).doesNotHaveDuplicates();
    }
  }

  @Test
  void settledFleetMakesNoCalls(TestCluster cluster) throws InterruptedException {
    try (var harness = new EngineHarness(cluster)) {
      for (var i = 0; i < 30; i++) {
        harness.say("map" + i, "hello");
      }
      harness.engine.add("maps", Watches.on(labelled(cluster)), first, SETTINGS);
      harness.start();
      untilTrue("all were seen", () -> first.runs().size() == 30);
      var calls = harness.recording.calls().requests().size();

      harness.timeline.advance(Duration.ofDays(30));

      assertThat(harness.timeline.pending()).isZero();
      assertThat(first.runs()).hasSize(30);
      assertThat(harness.recording.calls().requests()).hasSize(calls);
    }
  }

  @Test
  void deletedObjectIsReportedGone(TestCluster cluster) throws InterruptedException {
    try (var harness = new EngineHarness(cluster)) {
      harness.say("a", "hello");
      harness.engine.add("maps", Watches.on(labelled(cluster)), first, SETTINGS);
      harness.start();

      harness.delete("a");

      untilTrue("it is gone", () -> first.runs().contains("a gone"));
    }
  }

  @Test
  void reportsAboutAnObjectCanBeLeftOut(TestCluster cluster) throws InterruptedException {
    try (var harness = new EngineHarness(cluster)) {
      var owner = harness.say("a", "hello");
      var budgets = Kind.of(PodDisruptionBudget.class).in(cluster.namespace());
      harness.engine.add(
          "maps", Watches.on(labelled(cluster)).ownedWishes(budgets), first, SETTINGS);
      harness.start();
      untilTrue("the owner was seen", () -> first.runs().size() == 1);
      var key = new ObjectKey(cluster.namespace(), "budget");

      var budget = cluster.client().resource(budget(cluster, owner)).create();
      untilTrue("it was seen", () -> first.runs().size() == 2);
      budget.setStatus(new PodDisruptionBudgetStatusBuilder().withExpectedPods(7).build());
      budget = cluster.client().resource(budget).updateStatus();
      untilTrue(
          "its report was seen",
          () ->
              harness.engine.cache().find(budgets, key).orElseThrow().getStatus().getExpectedPods()
                  == 7);
      budget.getSpec().setMaxUnavailable(new IntOrString(2));
      cluster.client().resource(budget).update();
      untilTrue("the other wish was seen", () -> first.runs().size() >= 3);

      assertThat(first.runs()).hasSize(3);
    }
  }

  private static PodDisruptionBudget budget(TestCluster cluster, ConfigMap owner) {
    return new PodDisruptionBudgetBuilder()
        .withNewMetadata()
        .withNamespace(cluster.namespace())
        .withName("budget")
        .addNewOwnerReference()
        .withApiVersion("v1")
        .withKind("ConfigMap")
        .withName(owner.getMetadata().getName())
        .withUid(owner.getMetadata().getUid())
        .endOwnerReference()
        .endMetadata()
        .withNewSpec()
        .withMaxUnavailable(new IntOrString(1))
        .endSpec()
        .build();
  }

  @Test
  void cacheIsAskedByKeyNamespaceAndIndex(TestCluster cluster) throws InterruptedException {
    try (var harness = new EngineHarness(cluster)) {
      var other = cluster.freshNamespace();
      harness.say("a", "hello");
      harness.say(other, "b", "hello");
      var maps = labelled(cluster);
      var bySaying =
          new Index<>(maps, "saying", (ConfigMap map) -> List.of(map.getData().get("say")));
      harness.engine.add("maps", Watches.on(maps).indexed(bySaying), first, SETTINGS);
      harness.start();
      var cache = harness.engine.cache();

      assertThat(cache.find(maps, new ObjectKey(other, "b"))).isPresent();
      assertThat(cache.find(maps, new ObjectKey(other, "a"))).isEmpty();
      assertThat(cache.list(maps, other)).hasSize(1);
      assertThat(cache.list(bySaying, "hello")).hasSize(2);
      assertThat(cache.list(bySaying, "bye")).isEmpty();
      assertThat(cache.list(maps))
          .allSatisfy(map -> assertThat(map.getMetadata().getManagedFields()).isEmpty());
      assertThatThrownBy(() -> cache.list(Kind.of(ServiceAccount.class)))
          .hasMessageContaining("serviceaccounts are not watched by this process");
    }
  }

  @Test
  void allSecretsOfAClusterAreNeverWatched(TestCluster cluster) {
    try (var harness = new EngineHarness(cluster)) {
      var watches = Watches.on(labelled(cluster)).reading(Kind.of(Secret.class));

      assertThatThrownBy(() -> harness.engine.add("maps", watches, first, SETTINGS))
          .hasMessageContaining("narrow the kind by namespace or label");
    }
  }

  private static Kind<ConfigMap> labelled(TestCluster cluster) {
    return Kind.of(ConfigMap.class).labelled("test=" + cluster.namespace());
  }
}
