package dev.butlerlabs.butler.kube.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.Faults;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class PatchedFinalizersIT {

  private static final String OURS = "test.butlerlabs.dev/ours";
  private static final String THEIRS = "test.butlerlabs.dev/theirs";

  private TestCluster cluster;
  private PatchedFinalizers finalizers;

  @BeforeEach
  void connect(TestCluster given) {
    cluster = given;
    finalizers = new PatchedFinalizers(cluster.client());
  }

  @Test
  void addingAndRemovingFromAStaleLookLosesNobodysFinalizer() {
    var seen = created();
    finalizers.add(seen, THEIRS);
    finalizers.add(seen, OURS);
    assertThat(stored(seen).getMetadata().getFinalizers()).containsExactly(THEIRS, OURS);

    var both = stored(seen);
    finalizers.add(seen, "test.butlerlabs.dev/third");
    finalizers.remove(both, THEIRS);

    assertThat(stored(seen).getMetadata().getFinalizers())
        .containsExactly(OURS, "test.butlerlabs.dev/third");
    cleanUp(seen, OURS, "test.butlerlabs.dev/third");
  }

  @Test
  void addingTwiceAndRemovingTwiceIsAddingAndRemoving() {
    var seen = created();
    finalizers.add(seen, OURS);
    finalizers.add(seen, OURS);
    assertThat(stored(seen).getMetadata().getFinalizers()).isEqualTo(List.of(OURS));

    finalizers.remove(seen, OURS);
    finalizers.remove(stored(seen), OURS);

    assertThat(stored(seen).getMetadata().getFinalizers()).isEmpty();
  }

  @Test
  void theLastFinalizerLetsADeletedObjectGo() {
    var seen = created();
    finalizers.add(seen, OURS);
    cluster.client().resource(seen).delete();

    finalizers.remove(stored(seen), OURS);

    cluster.await().untilGone(cluster.client().resource(seen));
    finalizers.remove(seen, OURS);
  }

  @Test
  void nothingIsAddedOnceDeletionHasBegun() {
    var seen = created();
    finalizers.add(seen, THEIRS);
    cluster.client().resource(seen).delete();

    finalizers.add(seen, OURS);

    assertThat(stored(seen).getMetadata().getFinalizers()).containsExactly(THEIRS);
    cleanUp(seen, THEIRS);
  }

  @Test
  void anObjectThatIsGoneIsNotRaised() {
    var seen = created();
    cluster.client().resource(seen).delete();
    cluster.await().untilGone(cluster.client().resource(seen));

    assertThatThrownBy(() -> finalizers.add(seen, OURS)).isInstanceOf(TroubleException.class);
    assertThat(cluster.client().resource(seen).get()).isNull();
  }

  @Test
  void aLostAnswerAndAConflictAreRepeatedHarmlessly() {
    var faults = Faults.none().atWrite(1, Fault.CONFLICT).atWrite(2, Fault.AFTER_COMMIT);
    var unlucky = new PatchedFinalizers(cluster.recording(faults).client());
    var seen = created();

    assertThatThrownBy(() -> unlucky.add(seen, OURS)).isInstanceOf(TroubleException.class);
    unlucky.add(seen, OURS);

    assertThat(stored(seen).getMetadata().getFinalizers()).containsExactly(OURS);
    cleanUp(seen, OURS);
  }

  private void cleanUp(ConfigMap seen, String... left) {
    for (var finalizer : left) {
      finalizers.remove(stored(seen), finalizer);
    }
  }

  private ConfigMap created() {
    var made =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(cluster.namespace())
            .withName("held")
            .endMetadata()
            .build();
    return cluster.client().resource(made).create();
  }

  private ConfigMap stored(ConfigMap seen) {
    return cluster.client().resource(seen).get();
  }
}
