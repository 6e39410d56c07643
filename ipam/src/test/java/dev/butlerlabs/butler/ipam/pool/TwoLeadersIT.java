package dev.butlerlabs.butler.ipam.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Share;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Two processes that both believe they have the lead, for as long as they live. */
@OnRealApiServer
class TwoLeadersIT {

  private static final int STEPS = Integer.getInteger("butler.leaders.steps", 150);
  private static final int TENANTS = 3;
  private static final int QUOTA = 12;

  private static final Duration PATIENCE = Duration.ofMinutes(8);

  @Test
  void point1_noAddressEverHasTwoHoldersAndQuotaHoldsAtEveryInstant(TestCluster cluster)
      throws Exception {
    var seed = Long.getLong("butler.seed", new Random().nextLong());
    var lab = Lab.in(cluster);
    arrange(lab);
    try (var history = History.of(lab);
        var timeline = new SystemTimeline();
        var one = new Office(lab, cluster.client(WireFormat.serialization()), timeline, 4, 4);
        var two = new Office(lab, cluster.client(WireFormat.serialization()), timeline, 3, 4)) {
      one.start();
      two.start();
      var random = new Random(seed);
      for (var step = 0; step < STEPS; step++) {
        step(lab, random, step);
      }
      awaitSettled(lab, history, seed);

      assertThat(history.doubleHolders()).as("seed %d", seed).isEmpty();
      for (var tenant = 0; tenant < TENANTS; tenant++) {
        assertThat(history.most(share(lab, tenant))).as("seed %d", seed).isLessThanOrEqualTo(QUOTA);
      }
      assertThat(phases(lab, Phase.ALLOCATED)).as("seed %d", seed).isPositive();
      assertThat(phases(lab, Phase.RELEASED)).as("seed %d", seed).isPositive();
      System.out.printf(
          "two leaders: seed %d, %d steps, %d stored versions, %d allocated, %d released%n",
          seed, STEPS, history.size(), phases(lab, Phase.ALLOCATED), phases(lab, Phase.RELEASED));
    }
  }

  private static void arrange(Lab lab) {
    lab.provider(
        "lab",
        "{mode: ipam, poolRefs: [{name: p}, {name: q}], quotaPerTenant: {maxNodeIPs: %d}}"
            .formatted(QUOTA));
    for (var tenant = 0; tenant < TENANTS; tenant++) {
      lab.tenant(
          "t" + tenant,
          "{providerConfigRef: {name: lab, namespace: %s}}".formatted(lab.namespace()));
    }
    lab.pool("p", "{cidr: 10.40.0.0/27, tenantAllocation: {reuseDelay: 1s}}");
    lab.pool("q", "{cidr: 10.41.0.0/27, tenantAllocation: {reuseDelay: 0s}}");
  }

  /** Mostly new claims and releases, now and then a deletion or an edit of a pool. */
  private static void step(Lab lab, Random random, int step) {
    var pool = random.nextBoolean() ? "p" : "q";
    var dice = random.nextInt(20);
    if (dice < 10) {
      lab.claim(
          "c" + step,
          pool,
          "t" + random.nextInt(TENANTS),
          "type: nodes, count: " + (1 + random.nextInt(3)));
    } else if (dice < 18) {
      some(
          lab,
          random,
          Phase.ALLOCATED,
          claim -> {
            if (random.nextInt(4) == 0) {
              lab.delete("IPAllocation", claim);
            } else {
              lab.release(claim);
            }
            lab.tell(claim, random.nextBoolean() ? "Withdrawn" : "HolderGone");
          });
    } else if (dice == 18) {
      some(
          lab,
          random,
          Phase.FAILED,
          claim -> {
            lab.delete("IPAllocation", claim);
            // It may have been given addresses since it was looked at.
            lab.tellIfThere(claim, "HolderGone");
          });
    } else {
      var last = 20 + random.nextInt(11);
      var net = pool.equals("p") ? "10.40.0." : "10.41.0.";
      lab.edit(
          "NetworkPool",
          pool,
          "{spec: {tenantAllocation: {ranges: [{start: %s1, end: %s%d}]}}}"
              .formatted(net, net, last));
    }
  }

  private static void some(Lab lab, Random random, Phase phase, Consumer<String> act) {
    var those = names(lab, phase);
    if (!those.isEmpty()) {
      act.accept(those.get(random.nextInt(those.size())));
    }
  }

  private static List<String> names(Lab lab, Phase phase) {
    return lab.claims().stream()
        .filter(claim -> claim.getStatus() != null && claim.getStatus().phase() == phase)
        .filter(claim -> claim.getMetadata().getDeletionTimestamp() == null)
        .filter(claim -> Claim.of(claim).filter(one -> !one.toLeave()).isPresent())
        .map(claim -> claim.getMetadata().getName())
        .sorted()
        .toList();
  }

  private static long phases(Lab lab, Phase phase) {
    return lab.claims().stream()
        .filter(claim -> claim.getStatus() != null && claim.getStatus().phase() == phase)
        .count();
  }

  private static void awaitSettled(Lab lab, History history, long seed) {
    try {
      Await.untilTrue("all is decided; seed " + seed, PATIENCE, () -> settled(lab));
    } catch (AssertionError late) {
      var open =
          lab.claims().stream()
              .filter(claim -> !decided(claim))
              .map(claim -> claim.getMetadata().getName())
              .toList();
      var words =
          "open: %s; in the ledgers: %s, %s"
              .formatted(
                  open.stream().map(history::of).toList(),
                  lab.ledger("p").open(),
                  lab.ledger("q").open());
      throw new AssertionError(late.getMessage() + "; " + words, late);
    }
  }

  /** Nobody is on the way, and no ledger has anything open. */
  private static boolean settled(Lab lab) {
    return lab.claims().stream().allMatch(TwoLeadersIT::decided)
        && lab.ledger("p").open().isEmpty()
        && lab.ledger("q").open().isEmpty();
  }

  private static boolean decided(IPAllocation claim) {
    var phase = claim.getStatus() == null ? null : claim.getStatus().phase();
    return claim.getMetadata().getDeletionTimestamp() == null
        && ((phase == Phase.ALLOCATED && !claim.getSpec().releaseWanted())
            || phase == Phase.FAILED
            || phase == Phase.RELEASED);
  }

  private static Share share(Lab lab, int tenant) {
    return new Share(new ObjectKey(lab.namespace(), "t" + tenant), IPAllocationSpec.Type.NODES);
  }
}
