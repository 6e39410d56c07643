package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.testkit.Story;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Faults;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.function.Consumer;

/**
 * Orders for one control plane, one after the other. All but the last are carried out undisturbed.
 *
 * <p>The operator runs when its user or its pods did something, as often as it takes. After each
 * run that says it is done another process looks: what it finds to do was forgotten, even if a
 * later run would make up for it.
 */
final class PlaneStory implements Story {

  /** What the user of the control plane does. */
  interface Step extends Consumer<PlaneHand> {}

  private static final int ROUNDS = 6;

  private final TestCluster cluster;
  private final List<Step> steps;
  private final String phase;
  private final KubernetesClient hands;
  private final InMemoryStorage storage = new InMemoryStorage(World.STORE, "etcd:2379");

  /**
   * @param phase what is told at the end; empty when nothing shall be left
   */
  PlaneStory(TestCluster cluster, List<Step> steps, String phase) {
    this.cluster = cluster;
    this.steps = List.copyOf(steps);
    this.phase = phase;
    this.hands = cluster.client(WireFormat.serialization());
  }

  private PlaneHand hand(String namespace) {
    return new PlaneHand(hands, namespace);
  }

  @Override
  public void arrange(KubernetesClient admin, String namespace) {
    for (var step : steps.subList(0, steps.size() - 1)) {
      step.accept(hand(namespace));
      settle(hands, namespace);
    }
    steps.getLast().accept(hand(namespace));
  }

  @Override
  public void live(RecordingClient process, String namespace) {
    if (phase.isEmpty()) {
      clear(process.client(), namespace);
    } else {
      settle(process.client(), namespace);
    }
  }

  private void settle(KubernetesClient client, String namespace) {
    var operator = operator(client);
    for (var round = 0; round < ROUNDS; round++) {
      run(operator, namespace);
      nothingIsLeftToDo(namespace);
      if (!hand(namespace).rollOut()) {
        return;
      }
    }
    throw new IllegalStateException("it never settles");
  }

  private static void run(Operator operator, String namespace) {
    if (operator.reconcile(namespace, "shop") instanceof Outcome.Failed(_, var problem)) {
      throw new IllegalStateException(problem.sentence());
    }
  }

  private void nothingIsLeftToDo(String namespace) {
    try (var other =
        new RecordingClient(cluster.config(), WireFormat.serialization(), Faults.none())) {
      run(operator(other.client()), namespace);
      if (!other.calls().writes().isEmpty()) {
        throw new IllegalStateException(
            "the run before said it was done and had not done " + other.calls().writes());
      }
    }
  }

  private Operator operator(KubernetesClient client) {
    return new Operator(client, client, storage, new Operator.Patient());
  }

  private void clear(KubernetesClient client, String namespace) {
    var operator = operator(client);
    for (var round = 0; round < ROUNDS; round++) {
      if (hand(namespace).plane().isEmpty() || operator.cleanup(namespace, "shop")) {
        return;
      }
      if (storage.schemas.isEmpty()) {
        throw new IllegalStateException("its data went before its pods");
      }
      hand(namespace).endPods();
    }
    throw new IllegalStateException("it was not cleaned up");
  }

  @Override
  public String endState(KubernetesClient admin, String namespace) {
    var hand = hand(namespace);
    if (!phase.isEmpty()) {
      return hand.told(phase);
    }
    var left = hand.left() + storage.schemas;
    assertThat(left).isEqualTo("plane: false, Deployment: false, pods: 0, stored: []");
    return left;
  }
}
