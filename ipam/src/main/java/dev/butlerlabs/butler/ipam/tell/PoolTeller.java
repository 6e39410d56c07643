package dev.butlerlabs.butler.ipam.tell;

import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;

/**
 * Tells what a pass over a pool ends with: status first, then the events that the change of the
 * status is worth, and the metrics.
 */
public final class PoolTeller {

  private static final StatusShare SHARE =
      new StatusShare(
          new FieldManager("butler-controller/network-pool"),
          PoolFigures.FIELDS,
          PoolStatusPlan.CONDITIONS,
          true);

  private final KubernetesClient client;
  private final StatusWriter writer;
  private final Events events;
  private final PoolMetrics metrics;

  public PoolTeller(
      KubernetesClient client, InstantSource clock, Events events, PoolMetrics metrics) {
    this.client = client;
    this.writer = new StatusWriter(client, SHARE, clock);
    this.events = events;
    this.metrics = metrics;
  }

  /**
   * Makes the status say what the view says. Writes nothing when it does already.
   *
   * @return the pool as it is stored now
   */
  public Answer<NetworkPool> tell(PoolView view) {
    var plan = PoolStatusPlan.of(view);
    metrics.show(keyOf(view.pool()), view);
    var before = before(plan, view.pool());
    var answer = writer.write(view.pool(), plan.verdicts(), plan.figures());
    if (answer instanceof Answer.Done<NetworkPool>(var stored)) {
      plan.tellings(before)
          .forEach(telling -> events.tell(stored, telling.event(), telling.note()));
    }
    return answer;
  }

  /** The pool is in the cluster no more. */
  public void gone(ObjectKey pool) {
    metrics.forget(pool);
  }

  /** What the pool was seen with may be late; what is worth an event is compared with the store. */
  private Conditions before(PoolStatusPlan plan, NetworkPool seen) {
    var known = conditions(Optional.of(seen));
    return plan.changes(known)
        ? conditions(Optional.ofNullable(client.resource(seen).get()))
        : known;
  }

  private static Conditions conditions(Optional<NetworkPool> pool) {
    return pool.map(NetworkPool::getStatus)
        .map(status -> new Conditions(status.conditions()))
        .orElse(Conditions.none());
  }

  private static ObjectKey keyOf(NetworkPool pool) {
    var metadata = pool.getMetadata();
    return new ObjectKey(
        Objects.requireNonNullElse(metadata.getNamespace(), ""), metadata.getName());
  }
}
