package dev.butlerlabs.butler.providers.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.providers.machines.InMemoryPlatform.Vm;
import dev.butlerlabs.butler.providers.machines.InMemoryPlatform.Wire;
import dev.butlerlabs.butler.testkit.CrashMatrix;
import dev.butlerlabs.butler.testkit.EndState;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.Story;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The making and the removal of a machine, with every call broken: each to the API server in every
 * way, each to the platform by a death just before and just after it.
 *
 * <p>Usually a part of the first matrix is drawn, by a seed that a failure tells; {@code
 * -Dbutler.faults=all} tries all of it.
 */
@OnRealApiServer
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class EveryFaultIT {

  private static final int CELLS = 12;

  /** Same name, other owner: whatever breaks, it is left as it is. */
  private static final Vm THEIRS = new Vm(100, "n", "somebody-else", true, true, 7);

  @Test
  void makingEndsWithOneMachineWhateverBreaks(TestCluster cluster) {
    play(cluster, false);
  }

  @Test
  void removingEndsWithNoneWhateverBreaks(TestCluster cluster) {
    play(cluster, true);
  }

  private static void play(TestCluster cluster, boolean removing) {
    var lab = Lab.in(cluster);
    var matrix =
        CrashMatrix.of(cluster, new Life(lab.client(), removing))
            .with(WireFormat.serialization())
            .readsToo()
            .faults(
                Fault.KILL_BEFORE,
                Fault.KILL_AFTER,
                Fault.AFTER_COMMIT,
                Fault.CONFLICT,
                Fault.TIME_OUT);
    var all = "all".equals(System.getProperty("butler.faults"));

    var outcome = (all ? matrix : matrix.sample(new Random().nextLong(), CELLS)).run();

    System.out.println(outcome);
    assertThat(outcome.cells()).isPositive();
  }

  /** One request of a fresh account, made, and removed again where that is the story. */
  private static final class Life implements Story {

    private final KubernetesClient admin;
    private final boolean removing;
    private final Map<String, InMemoryPlatform> platforms = new ConcurrentHashMap<>();
    private final Map<RecordingClient, HandEngine> processes = new ConcurrentHashMap<>();

    private Life(KubernetesClient admin, boolean removing) {
      this.admin = admin;
      this.removing = removing;
    }

    @Override
    public void arrange(KubernetesClient ignored, String namespace) {
      var lab = new Lab(admin, namespace).account("a");
      var platform = new InMemoryPlatform();
      platform.put(THEIRS);
      platforms.put(namespace, platform);
      lab.request("m", "a", "");
      if (removing) {
        try (var engine = HandEngine.of(lab, platform, SteppedTimeline.atNewYear())) {
          engine.pass(Duration.ofMinutes(1));
        }
        lab.machine("m").delete();
      }
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      var lab = new Lab(admin, namespace);
      var platform = Objects.requireNonNull(platforms.get(namespace));
      processes
          .computeIfAbsent(
              process,
              one -> new HandEngine(lab, one.client(), platform, SteppedTimeline.atNewYear()))
          .pass(Duration.ofMinutes(2));
    }

    @Override
    public String endState(KubernetesClient ignored, String namespace) {
      var platform = Objects.requireNonNull(platforms.get(namespace));
      var ours = platform.all().stream().filter(vm -> !vm.equals(THEIRS)).toList();
      return "theirs untouched: %s\nours: %s\n%s"
          .formatted(
              platform.all().contains(THEIRS),
              ours.stream().map(vm -> vm.name() + " on=" + vm.on()).toList(),
              EndState.of(admin, namespace, "butler.butlerlabs.dev/v1alpha1/MachineRequest")
                  .replaceAll("lastUpdated: .*", "lastUpdated: {time}"));
    }
  }

  /** The death of a process between two of its calls to a platform. */
  private static final class Death extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Dies at one moment of one call, and counts. */
  private static final class Fuse implements Wire {

    private final int at;
    private final List<String> moments = new ArrayList<>();

    private Fuse(int at) {
      this.at = at;
    }

    @Override
    public void before(String call) {
      moment("before " + call);
    }

    @Override
    public void after(String call) {
      moment("after " + call);
    }

    private void moment(String name) {
      moments.add(name);
      if (moments.size() == at) {
        throw new Death();
      }
    }
  }

  @Test
  void deathAtEveryMomentOfEveryPlatformCallLeavesNoOrphan(TestCluster cluster) {
    Lab.in(cluster);
    var moments = lifeWithDeathAt(cluster, 0).moments;
    assertThat(moments).contains("before clone", "after clone", "before destroy", "after destroy");

    for (var at = 1; at <= moments.size(); at++) {
      lifeWithDeathAt(cluster, at);
    }
  }

  /** A whole life; checks that there was never a second machine, and none at the end. */
  private static Fuse lifeWithDeathAt(TestCluster cluster, int at) {
    var lab =
        new Lab(cluster.client(WireFormat.serialization()), cluster.freshNamespace()).account("a");
    var platform = new InMemoryPlatform();
    platform.put(THEIRS);
    var fuse = new Fuse(at);
    platform.wire = fuse;
    var timeline = SteppedTimeline.atNewYear();
    lab.request("m", "a", "");

    live(lab, platform, timeline);
    assertThat(platform.all()).as("made, death %s", at).hasSize(2);
    assertThat(lab.told("m")).startsWith("RUNNING");
    lab.machine("m").delete();
    live(lab, platform, timeline);

    var moment = at == 0 ? "none" : fuse.moments.get(at - 1);
    assertThat(lab.machine("m").get()).as("request, death %s", moment).isNull();
    assertThat(platform.all()).as("machines, death %s", moment).containsExactly(THEIRS);
    assertThat(platform.changes().stream().filter("clone"::equals))
        .as("clones, death %s", moment)
        .hasSize(1);
    return fuse;
  }

  private static void live(Lab lab, InMemoryPlatform platform, SteppedTimeline timeline) {
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(Duration.ofMinutes(2));
    } catch (Death died) {
      try (var next = HandEngine.of(lab, platform, timeline)) {
        next.pass(Duration.ofMinutes(2));
      }
    }
  }
}
