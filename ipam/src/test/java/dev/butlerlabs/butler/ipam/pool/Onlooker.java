package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Waits for what happens in a lab. */
record Onlooker(Lab lab, Await await) {

  static Onlooker of(TestCluster cluster, Lab lab) {
    return new Onlooker(lab, cluster.await());
  }

  IPAllocation phase(String claim, Phase phase) {
    return claim(
        claim,
        "it is " + phase,
        one -> one.getStatus() != null && one.getStatus().phase() == phase);
  }

  IPAllocation claim(String name, String what, Predicate<IPAllocation> condition) {
    return await.until(name + ": " + what, lab.resource(IPAllocation.class, name), condition);
  }

  void gone(String claim) {
    await.untilGone(lab.resource(IPAllocation.class, claim));
  }

  NetworkPool pool(String name, String what, Predicate<NetworkPool> condition) {
    return await.until(name + ": " + what, lab.resource(NetworkPool.class, name), condition);
  }

  Condition condition(String pool, String type, boolean holds) {
    var seen =
        pool(
            pool,
            type + " is " + holds,
            one -> of(one, type).filter(c -> (c.status() == Truth.TRUE) == holds).isPresent());
    return of(seen, type).orElseThrow();
  }

  /** Why a claim is not served, or that it is. */
  String told(String claim) {
    return told(lab.claim(claim));
  }

  /** Waits until a claim is told something with these words in it. */
  void told(String claim, String words) {
    claim(claim, "it is told " + words, one -> told(one).contains(words));
  }

  private static String told(IPAllocation claim) {
    var status = claim.getStatus();
    return new Conditions(status == null ? List.of() : status.conditions())
        .find("Ready")
        .map(ready -> ready.reason() + ": " + ready.message())
        .orElse("nothing");
  }

  private static Optional<Condition> of(NetworkPool pool, String type) {
    var status = pool.getStatus();
    return new Conditions(status == null ? List.of() : status.conditions()).find(type);
  }
}
