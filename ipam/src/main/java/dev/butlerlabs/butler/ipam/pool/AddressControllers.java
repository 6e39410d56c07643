package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.ipam.claim.ClaimReconciler;
import dev.butlerlabs.butler.ipam.claim.ClaimTeller;
import dev.butlerlabs.butler.ipam.ledger.Scope;
import dev.butlerlabs.butler.ipam.tell.PoolMetrics;
import dev.butlerlabs.butler.ipam.tell.PoolTeller;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.write.EventQueue;
import dev.butlerlabs.butler.kube.write.Events;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;

/**
 * The controllers that look after addresses: pools, claims, and ledgers without a pool.
 *
 * @param instance which process tells events
 * @param batch how many claims are bound between two writes of a ledger
 * @param atOnce how many receipts are written at the same time
 * @param background where events about claims are written
 */
public record AddressControllers(
    KubernetesClient client,
    Scope scope,
    InstantSource clock,
    MeterRegistry meters,
    String instance,
    int batch,
    int atOnce,
    Executor background) {

  /** Very many claims on one pool are worked off in several passes, each well below this. */
  private static final ControllerSettings POOLS =
      ControllerSettings.DEFAULT.withDeadline(Duration.ofMinutes(3));

  /** As many claims as are usually served in one go. */
  private static final int MOST_EVENTS = 20_000;

  static final Executor VIRTUAL = task -> Thread.ofVirtual().name("ipam-events").start(task);

  /** What is usual: large batches, and half of what a client has room for at once. */
  public static AddressControllers usual(
      KubernetesClient client,
      Scope scope,
      InstantSource clock,
      MeterRegistry meters,
      String instance) {
    return new AddressControllers(client, scope, clock, meters, instance, 500, 32, VIRTUAL);
  }

  public void addTo(Engine engine) {
    var pools = pools();
    engine.add("networkpools", pools.watches(), pools, POOLS);
    var claims = claims();
    engine.add("ipallocations", claims.watches(), claims, ControllerSettings.DEFAULT);
    var ledgers = ledgers();
    engine.add("ledgers", ledgers.watches(), ledgers, ControllerSettings.DEFAULT);
  }

  PoolReconciler pools() {
    var teller = new PoolTeller(client, clock, events(), new PoolMetrics(meters));
    return new PoolReconciler(client, scope, teller, tellerOfClaims(), batch, atOnce);
  }

  ClaimReconciler claims() {
    return new ClaimReconciler(client, scope, tellerOfClaims());
  }

  LedgerSweeper ledgers() {
    return new LedgerSweeper(client, scope, events());
  }

  private ClaimTeller tellerOfClaims() {
    return new ClaimTeller(
        new EventQueue(events(), background, meters, MOST_EVENTS), new PoolMetrics(meters));
  }

  private Events events() {
    return new Events(client, "butlerlabs.dev/ipam", instance, clock);
  }
}
