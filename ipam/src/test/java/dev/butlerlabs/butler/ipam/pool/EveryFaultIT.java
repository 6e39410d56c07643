package dev.butlerlabs.butler.ipam.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.testkit.CrashMatrix;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every path of an address, with every call broken in every way.
 *
 * <p>Usually a part of the matrix is drawn, by a seed that a failure tells; {@code
 * -Dbutler.faults=all} tries all of it.
 */
@OnRealApiServer
// All cells of one story, when all are wanted.
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class EveryFaultIT {

  private static final int CELLS = 3;
  private static final String POOL = "{cidr: 10.40.0.0/28}";

  @Test
  void bindingEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(
        cluster,
        lab -> lab.tenant("t", "{}"),
        lab -> {
          lab.pool("p", POOL);
          lab.bareClaim("a", "p", "t", "type: nodes, count: 2");
          lab.claim("b", "p", "t", "type: nodes, count: 4");
          lab.claim("c", "p", "t", "type: loadbalancer, count: 99");
          lab.claim("d", "p", "t", "type: loadbalancer, count: 1");
        });
  }

  @Test
  void pinningEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(
        cluster,
        lab -> {
          lab.tenant("t", "{}");
          lab.pool("p", POOL);
        },
        lab -> {
          lab.claim("a", "p", "t", pin("10.40.0.4", "10.40.0.7"));
          lab.claim("b", "p", "t", pin("10.40.0.7", "10.40.0.8"));
          lab.claim("c", "p", "t", pin("10.40.0.8", "10.40.0.9"));
        });
  }

  @Test
  void givingBackEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(
        cluster,
        lab -> {
          lab.tenant("t", "{}");
          lab.pool("p", POOL);
          lab.claim("a", "p", "t", pin("10.40.0.4", "10.40.0.7"));
          lab.claim("b", "p", "t", pin("10.40.0.8", "10.40.0.9"));
        },
        lab -> {
          lab.release("a");
          lab.tell("a", "Withdrawn");
          lab.delete("IPAllocation", "b");
          lab.tell("b", "HolderGone");
          lab.claim("c", "p", "t", pin("10.40.0.7", "10.40.0.8"));
        });
  }

  @Test
  void deletingAClusterEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(
        cluster,
        lab -> {
          var tenant = lab.tenant("t", "{}");
          lab.tenant("u", "{}");
          lab.pool("p", POOL);
          lab.claimOf(tenant, "a", "p", pin("10.40.0.4", "10.40.0.7"));
          lab.claimOf(tenant, "b", "p", "type: nodes, count: 99");
        },
        lab -> {
          lab.delete("TenantCluster", "t");
          lab.claim("c", "p", "u", pin("10.40.0.7", "10.40.0.8"));
        });
  }

  @Test
  void editingAPoolEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(cluster, EveryFaultIT::twoPools, EveryFaultIT::handOver);
  }

  /** The pool that takes looks first, and finds everything still announced by the other. */
  @Test
  void whatAPoolGivesUpLateGoesToItsNeighbour(TestCluster cluster) {
    cluster.installResources(Lab.KINDS);
    try (var story =
        new AddressStory(
            cluster.config(), EveryFaultIT::twoPools, EveryFaultIT::handOver, Lab::told)) {
      var outcome = matrix(cluster, story).only(1, Fault.CONFLICT).run();
      assertThat(outcome.cells()).isEqualTo(1);
    }
  }

  private static void twoPools(Lab lab) {
    lab.tenant("t", "{}");
    lab.pool("p", ranges("10.40.0.1", "10.40.0.4"));
    lab.pool("q", ranges("10.40.0.5", "10.40.0.9"));
    lab.claim("a", "p", "t", pin("10.40.0.3", "10.40.0.4"));
    lab.claim("b", "q", "t", "type: nodes, count: 6");
  }

  private static void handOver(Lab lab) {
    lab.edit("NetworkPool", "p", "{spec: %s}".formatted(ranges("10.40.0.1", "10.40.0.1")));
    lab.edit("NetworkPool", "q", "{spec: %s}".formatted(ranges("10.40.0.2", "10.40.0.12")));
    lab.claim("c", "q", "t", "type: nodes, count: 2");
  }

  private static String ranges(String start, String end) {
    return "{cidr: 10.40.0.0/28, tenantAllocation: {ranges: [{start: %s, end: %s}]}}"
        .formatted(start, end);
  }

  @Test
  void quotaOverTwoPoolsEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(
        cluster,
        lab -> {
          quotaOfFour(lab);
          lab.claim("a", "p", "t", pin("10.40.0.1", "10.40.0.3"));
        },
        lab -> {
          lab.claim("b", "q", "t", pin("10.41.0.1", "10.41.0.2"));
          lab.claim("c", "q", "t", pin("10.41.0.3", "10.41.0.3"));
        });
  }

  /** Which of two pools is looked at first is nobody's promise; that one of them gives is. */
  @Test
  void quotaThatTwoPoolsContendForIsGivenOutOnceWhateverBreaks(TestCluster cluster) {
    play(
        cluster,
        EveryFaultIT::quotaOfFour,
        lab -> {
          lab.claim("a", "p", "t", pin("10.40.0.1", "10.40.0.3"));
          lab.claim("b", "q", "t", pin("10.41.0.1", "10.41.0.3"));
          lab.claim("c", "q", "t", pin("10.41.0.4", "10.41.0.4"));
        },
        Lab::tally);
  }

  private static void quotaOfFour(Lab lab) {
    lab.provider(
        "lab", "{mode: ipam, poolRefs: [{name: p}, {name: q}], quotaPerTenant: {maxNodeIPs: 4}}");
    lab.tenant("t", "{providerConfigRef: {name: lab, namespace: %s}}".formatted(lab.namespace()));
    lab.pool("p", POOL);
    lab.pool("q", "{cidr: 10.41.0.0/28}");
  }

  /** The control: what this harness is for is found by it. */
  @Test
  void loopThatForgetsARangeAfterAFailedWriteIsCaught(TestCluster cluster) {
    cluster.installResources(Lab.KINDS);
    try (var story = new ForgetfulStory(cluster.config())) {
      var matrix =
          CrashMatrix.of(cluster, story)
              .with(WireFormat.serialization())
              .faults(Fault.AFTER_COMMIT, Fault.FREEZE_WATCHES);

      assertThatThrownBy(matrix::run)
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("fault AFTER_COMMIT")
          .hasMessageContaining("fault FREEZE_WATCHES")
          .hasMessageContaining("+ two holders: [{namespace}/");
    }
  }

  private static String pin(String start, String end) {
    return "type: nodes, pinnedRange: {startAddress: %s, endAddress: %s}".formatted(start, end);
  }

  private static void play(TestCluster cluster, Consumer<Lab> before, Consumer<Lab> then) {
    play(cluster, before, then, Lab::told);
  }

  private static void play(
      TestCluster cluster, Consumer<Lab> before, Consumer<Lab> then, Function<Lab, String> end) {
    cluster.installResources(Lab.KINDS);
    try (var story = new AddressStory(cluster.config(), before, then, end)) {
      var matrix = matrix(cluster, story);
      var all = "all".equals(System.getProperty("butler.faults"));
      var outcome = (all ? matrix : matrix.sample(new Random().nextLong(), CELLS)).run();
      System.out.println(outcome);
      assertThat(outcome.cells()).isPositive();
    }
  }

  private static CrashMatrix matrix(TestCluster cluster, AddressStory story) {
    return CrashMatrix.of(cluster, story)
        .with(WireFormat.serialization())
        .readsToo()
        .faults(
            Fault.KILL_BEFORE,
            Fault.KILL_AFTER,
            Fault.AFTER_COMMIT,
            Fault.CONFLICT,
            Fault.FREEZE_WATCHES);
  }
}
