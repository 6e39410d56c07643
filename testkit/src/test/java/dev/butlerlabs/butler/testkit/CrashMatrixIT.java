package dev.butlerlabs.butler.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** A matrix is worth something only when it finds what is wrong: each test here hides a mistake. */
@OnRealApiServer
class CrashMatrixIT {

  @Test
  void makingNamesUpIsCaughtWhenTheAnswerIsLost(TestCluster cluster) {
    var careless = story((client, namespace) -> create(client, namespace, generated("ticket-")));

    assertThatThrownBy(() -> CrashMatrix.of(cluster, careless).run())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(
            "write 1 (create configmaps {namespace}/), fault AFTER_COMMIT: it ended in another state")
        .hasMessageContaining("+ name: \"ticket-?\"")
        .hasMessageContaining("alone: only(1, Fault.AFTER_COMMIT)")
        .hasMessageContaining("fault REPEAT")
        .hasMessageContaining("fault KILL_AFTER")
        .hasMessageNotContaining("fault BEFORE")
        .hasMessageNotContaining("fault KILL_BEFORE");
  }

  @Test
  void creatingWithoutLookingNeverRecovers(TestCluster cluster) {
    var blind = story((client, namespace) -> create(client, namespace, named("fixed")));

    assertThatThrownBy(() -> CrashMatrix.of(cluster, blind).only(1, Fault.KILL_AFTER).run())
        .hasMessageContaining("it did not recover")
        .hasMessageContaining("already exists");
  }

  @Test
  void forgettingAFailedWriteIsCaughtThoughNothingIsThrown(TestCluster cluster) {
    var forgetful =
        story(
            (client, namespace) -> {
              try {
                create(client, namespace, named("fixed"));
              } catch (RuntimeException ignored) {
                // The mistake under test.
                assertThat(ignored).isNotNull();
              }
            });

    assertThatThrownBy(() -> CrashMatrix.of(cluster, forgetful).faults(Fault.BEFORE).run())
        .hasMessageContaining("- name: \"fixed\"");
  }

  @Test
  void catchingTheKillIsCaught(TestCluster cluster) {
    var undead =
        story(
            (client, namespace) -> {
              try {
                create(client, namespace, named("fixed"));
              } catch (Throwable ignored) {
                // The mistake under test.
                assertThat(ignored).isNotNull();
              }
            });

    assertThatThrownBy(() -> CrashMatrix.of(cluster, undead).faults(Fault.KILL_BEFORE).run())
        .hasMessageContaining("killed and went on as if nothing had happened");
  }

  @Test
  void storyThatCallsDifferentlyEachTimeIsCaught(TestCluster cluster) {
    var lives = new AtomicInteger();
    var fickle =
        story(
            (client, namespace) -> {
              if (lives.incrementAndGet() == 1) {
                create(client, namespace, named("only-once"));
              }
            });

    assertThatThrownBy(() -> CrashMatrix.of(cluster, fickle).faults(Fault.BEFORE).run())
        .hasMessageContaining("that call was not made this time");
  }

  @Test
  void storyThatFailsUndisturbedIsToldAsSuch(TestCluster cluster) {
    var broken =
        story(
            (_, _) -> {
              throw new IllegalStateException("born broken");
            });

    assertThatThrownBy(() -> CrashMatrix.of(cluster, broken).run())
        .hasMessageContaining("does not even end well undisturbed")
        .hasMessageContaining("born broken");
  }

  @Test
  void processWithACacheIsKilledAndStartedAfresh(TestCluster cluster) {
    var cached =
        story(
            (client, namespace) -> {
              try (var seen = client.configMaps().inNamespace(namespace).inform()) {
                if (seen.getStore().getByKey(namespace + "/fixed") == null) {
                  create(client, namespace, named("fixed"));
                }
              }
            });

    var outcome =
        CrashMatrix.of(cluster, cached)
            .faults(Fault.BEFORE, Fault.AFTER_COMMIT, Fault.KILL_BEFORE, Fault.KILL_AFTER)
            .run();

    assertThat(outcome.cells()).isEqualTo(4);
  }

  @Test
  void sampleOfALargeMatrixIsAsLargeAsAsked(TestCluster cluster) {
    var twice =
        story(
            (client, namespace) -> {
              apply(client, namespace, "a");
              apply(client, namespace, "b");
            });

    var outcome = CrashMatrix.of(cluster, twice).sample(42, 5).run();

    assertThat(outcome.calls()).hasSize(2);
    assertThat(outcome.cells()).isEqualTo(5);
  }

  private static Story story(BiConsumer<KubernetesClient, String> life) {
    return new Story() {
      @Override
      public void live(RecordingClient process, String namespace) {
        life.accept(process.client(), namespace);
      }

      @Override
      public String endState(KubernetesClient admin, String namespace) {
        return EndState.of(admin, namespace, "v1/ConfigMap");
      }
    };
  }

  private static void create(KubernetesClient client, String namespace, ConfigMap map) {
    client.configMaps().inNamespace(namespace).resource(map).create();
  }

  private static void apply(KubernetesClient client, String namespace, String name) {
    client
        .configMaps()
        .inNamespace(namespace)
        .resource(named(name))
        .fieldManager("test")
        .serverSideApply();
  }

  private static ConfigMap named(String name) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build();
  }

  private static ConfigMap generated(String prefix) {
    return new ConfigMapBuilder().withNewMetadata().withGenerateName(prefix).endMetadata().build();
  }
}
