package dev.butlerlabs.butler.testkit.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each fault is looked at from both ends: what the caller meets, and what the server stored. */
@OnRealApiServer
class FaultsIT {

  private final TestCluster cluster;
  private String namespace = "";

  FaultsIT(TestCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void freshNamespace() {
    namespace = cluster.freshNamespace();
  }

  @Test
  void failingBeforeLeavesNothingOnTheServer() {
    var faulty = cluster.recording(Faults.none().at(1, Fault.BEFORE));

    assertThatThrownBy(() -> create(faulty.client()))
        .isInstanceOf(KubernetesClientException.class)
        .hasRootCauseInstanceOf(ConnectException.class);

    assertThat(stored()).isNull();
  }

  @Test
  void failingAfterCommitLeavesTheObjectOnTheServer() {
    var faulty = cluster.recording(Faults.none().at(1, Fault.AFTER_COMMIT));

    assertThatThrownBy(() -> create(faulty.client()))
        .hasRootCauseInstanceOf(IOException.class)
        .rootCause()
        .hasMessageContaining("connection reset after call 1: create configmaps " + namespace);

    assertThat(stored()).isNotNull();
  }

  @Test
  void conflictIsToldWithoutAskingTheServer() {
    var faulty = cluster.recording(Faults.none().atWrite(2, Fault.CONFLICT));
    var before = create(faulty.client());

    assertThatThrownBy(() -> write(faulty.client(), "changed"))
        .isInstanceOfSatisfying(
            KubernetesClientException.class,
            conflict -> {
              assertThat(conflict.getCode()).isEqualTo(409);
              assertThat(conflict.getStatus().getReason()).isEqualTo("Conflict");
            });

    assertThat(stored().getMetadata().getResourceVersion())
        .isEqualTo(before.getMetadata().getResourceVersion());
  }

  @Test
  void timeOutIsMetAtOnceAndNothingWasSent() {
    var faulty = cluster.recording(Faults.none().at(1, Fault.TIME_OUT));

    assertThatThrownBy(() -> create(faulty.client()))
        .hasRootCauseInstanceOf(HttpTimeoutException.class);

    assertThat(stored()).isNull();
  }

  @Test
  void repeatedCreateMeetsItsOwnFirstSending() {
    var faulty = cluster.recording(Faults.none().at(1, Fault.REPEAT));

    assertThatThrownBy(() -> create(faulty.client()))
        .isInstanceOfSatisfying(
            KubernetesClientException.class,
            exists -> assertThat(exists.getStatus().getReason()).isEqualTo("AlreadyExists"));

    assertThat(stored()).isNotNull();
  }

  @Test
  void repeatedGeneratedNameMakesTwoObjects() {
    var faulty = cluster.recording(Faults.none().at(1, Fault.REPEAT));
    var generated =
        new ConfigMapBuilder().withNewMetadata().withGenerateName("twice-").endMetadata().build();

    faulty.client().configMaps().inNamespace(namespace).resource(generated).create();

    assertThat(cluster.client().configMaps().inNamespace(namespace).list().getItems())
        .filteredOn(map -> map.getMetadata().getName().startsWith("twice-"))
        .hasSize(2);
  }

  @Test
  void heldRequestReachesTheServerOnlyWhenReleased() {
    var faulty = cluster.recording(Faults.none().at(1, Fault.HOLD_REQUEST));
    var creating = CompletableFuture.supplyAsync(() -> create(faulty.client()));

    var held = faulty.awaitHeld();
    var whileHeld = stored();
    held.release();

    assertThat(whileHeld).isNull();
    assertThat(creating.join().getMetadata().getUid()).isNotEmpty();
    assertThat(stored()).isNotNull();
  }

  @Test
  void heldAnswerComesLateForWorkThatIsDone() {
    var faulty = cluster.recording(Faults.none().at(1, Fault.HOLD_ANSWER));
    var creating = CompletableFuture.supplyAsync(() -> create(faulty.client()));

    var held = faulty.awaitHeld();
    var whileHeld = stored();
    var answered = creating.isDone();
    held.release();

    assertThat(whileHeld).isNotNull();
    assertThat(answered).isFalse();
    assertThat(creating.join().getMetadata().getUid()).isEqualTo(whileHeld.getMetadata().getUid());
  }

  @Test
  void connectionCutWithinTheAnswerIsAnErrorForWorkThatIsDone() {
    var faulty = cluster.recording(Faults.none().at(1, Fault.CUT));

    assertThatThrownBy(() -> create(faulty.client()))
        .rootCause()
        .hasMessageContaining("closed within the answer");

    assertThat(stored()).isNotNull();
  }

  @Test
  void processKilledBeforeACallHasDoneNothingAndDoesNothingMore() {
    var faulty = cluster.recording(Faults.none().at(1, Fault.KILL_BEFORE));

    assertThatThrownBy(() -> create(faulty.client())).isInstanceOf(Killed.class);
    assertThatThrownBy(() -> write(faulty.client(), "from beyond")).isInstanceOf(Killed.class);

    assertThat(stored()).isNull();
    assertThat(faulty.isDead()).isTrue();
    assertThat(faulty.calls().afterDeath()).isEqualTo(1);
  }

  @Test
  void processKilledAfterACallHasDoneItAndDoesNothingMore() {
    var faulty = cluster.recording(Faults.none().at(1, Fault.KILL_AFTER));

    assertThatThrownBy(() -> create(faulty.client())).isInstanceOf(Killed.class);
    assertThatThrownBy(() -> write(faulty.client(), "from beyond")).isInstanceOf(Killed.class);

    assertThat(stored().getData()).containsEntry("colour", "first");
  }

  @Test
  void handlerOfExceptionsDoesNotCatchTheKill() {
    var faulty = cluster.recording(Faults.none().at(1, Fault.KILL_AFTER));

    assertThatThrownBy(() -> createAndForgive(faulty.client())).isInstanceOf(Killed.class);
  }

  @Test
  void restartedProcessSeesWhatWasStoredAndWorks() {
    var dead = cluster.recording(Faults.none().at(1, Fault.KILL_AFTER));
    assertThatThrownBy(() -> create(dead.client())).isInstanceOf(Killed.class);

    try (var alive = dead.restart(Faults.none())) {
      write(alive.client(), "second life");

      assertThat(alive.calls().lines())
          .containsExactly("call 1: apply configmaps %s/probe -> 200".formatted(namespace));
    }
    assertThat(stored().getData()).containsEntry("colour", "second life");
  }

  @Test
  void answersOnTheWayWhenTheProcessDiesAreNotHeard() {
    var faulty = cluster.recording(Faults.none().at(1, Fault.HOLD_ANSWER));
    var creating = CompletableFuture.supplyAsync(() -> create(faulty.client()));
    var held = faulty.awaitHeld();

    faulty.kill();
    held.release();

    assertThatThrownBy(creating::join).hasRootCauseInstanceOf(Killed.class);
    assertThat(stored()).isNotNull();
  }

  @Test
  void callsAreNumberedNamedAndTheirFaultsWrittenDown() {
    var faulty = cluster.recording(Faults.none().atWrite(2, Fault.BEFORE));
    var maps = faulty.client().configMaps().inNamespace(namespace);

    create(faulty.client());
    maps.list();
    maps.withName("probe").get();
    assertThatThrownBy(() -> write(faulty.client(), "lost"))
        .isInstanceOf(KubernetesClientException.class);
    maps.withName("probe").delete();

    assertThat(faulty.calls().lines())
        .map(line -> line.replace(namespace, "ns"))
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("call 1: create configmaps ns/ -> 201"),
            line -> assertThat(line).isEqualTo("call 2: list configmaps ns/ -> 200"),
            line -> assertThat(line).isEqualTo("call 3: get configmaps ns/probe -> 200"),
            line -> assertThat(line).startsWith("call 4: apply configmaps ns/probe ! BEFORE -> "),
            line -> assertThat(line).isEqualTo("call 5: delete configmaps ns/probe -> 200"));
    assertThat(faulty.calls().writes()).extracting(Call::number).containsExactly(1, 4, 5);
  }

  @Test
  void faultAimedByWhatACallDoesHitsThatCallOnly() {
    var faulty =
        cluster.recording(
            Faults.none()
                .atNth(1, "delete", call -> call.verb() == Verb.DELETE, Fault.AFTER_COMMIT));
    create(faulty.client());
    write(faulty.client(), "second");

    assertThatThrownBy(
            () -> faulty.client().configMaps().inNamespace(namespace).withName("probe").delete())
        .isInstanceOf(KubernetesClientException.class);

    assertThat(stored()).isNull();
    assertThat(faulty.calls().faulted()).extracting(Call::number).containsExactly(3);
  }

  private ConfigMap create(KubernetesClient client) {
    return client.resource(probe("first")).create();
  }

  private void createAndForgive(KubernetesClient client) {
    try {
      create(client);
    } catch (RuntimeException forgiven) {
      assertThat(forgiven).as("what a careless handler swallowed").isNull();
    }
  }

  private void write(KubernetesClient client, String colour) {
    client.resource(probe(colour)).fieldManager("test").forceConflicts().serverSideApply();
  }

  private ConfigMap stored() {
    return cluster.client().configMaps().inNamespace(namespace).withName("probe").get();
  }

  private ConfigMap probe(String colour) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName("probe")
        .withNamespace(namespace)
        .endMetadata()
        .withData(Map.of("colour", colour))
        .build();
  }
}
