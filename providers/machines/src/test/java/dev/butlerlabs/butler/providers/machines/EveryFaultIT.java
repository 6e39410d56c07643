package dev.butlerlabs.butler.providers.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The making and the removal of what can be ordered, with every call broken: each to the API server
 * in every way, each to the platform by a death just before and just after it.
 *
 * <p>Usually a part of the first matrix is drawn, by a seed that a failure tells; {@code
 * -Dbutler.faults=all} tries all of it.
 */
@OnRealApiServer
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class EveryFaultIT {

  private static final boolean ALL = "all".equals(System.getProperty("butler.faults"));
  private static final int CELLS = 3;

  /** Of moments with the same name, the first is always tried, and one in so many of the others. */
  private static final int REPEATED = 4;

  @ParameterizedTest
  @EnumSource(Ware.class)
  void makingEndsWithOneWhateverBreaks(Ware ware, TestCluster cluster) {
    play(cluster, ware, false);
  }

  @ParameterizedTest
  @EnumSource(Ware.class)
  void removingEndsWithNoneWhateverBreaks(Ware ware, TestCluster cluster) {
    play(cluster, ware, true);
  }

  private static void play(TestCluster cluster, Ware ware, boolean removing) {
    var lab = Lab.in(cluster).factory(true);
    var matrix =
        CrashMatrix.of(cluster, new Life(lab.client(), ware, removing))
            .with(WireFormat.serialization())
            .readsToo()
            .faults(
                Fault.KILL_BEFORE,
                Fault.KILL_AFTER,
                Fault.AFTER_COMMIT,
                Fault.CONFLICT,
                Fault.TIME_OUT);

    var outcome = (ALL ? matrix : matrix.sample(new Random().nextLong(), CELLS)).run();

    System.out.println(outcome);
    assertThat(outcome.cells()).isPositive();
  }

  /** One request of a fresh account, made, and removed again where that is the story. */
  private static final class Life implements Story {

    private final KubernetesClient admin;
    private final Ware ware;
    private final boolean removing;
    private final Map<String, InMemoryPlatform> platforms = new ConcurrentHashMap<>();
    private final Map<RecordingClient, HandEngine> processes = new ConcurrentHashMap<>();

    private Life(KubernetesClient admin, Ware ware, boolean removing) {
      this.admin = admin;
      this.ware = ware;
      this.removing = removing;
    }

    @Override
    public void arrange(KubernetesClient ignored, String namespace) {
      var lab = new Lab(admin, namespace).account("a");
      var platform = ware.platform();
      platforms.put(namespace, platform);
      ware.order(lab);
      if (removing) {
        try (var engine = HandEngine.of(lab, platform, SteppedTimeline.atNewYear())) {
          engine.pass(ware.aWhile);
        }
        ware.object(lab).delete();
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
          .pass(ware.aWhile);
    }

    @Override
    public String endState(KubernetesClient ignored, String namespace) {
      var platform = Objects.requireNonNull(platforms.get(namespace));
      return "%s\n%s"
          .formatted(
              ware.onPlatform(platform),
              EndState.of(admin, namespace, "butler.butlerlabs.dev/v1alpha1/" + ware.kind())
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

  @ParameterizedTest
  @EnumSource(Ware.class)
  void deathAtEveryMomentOfEveryPlatformCallLeavesNoOrphan(Ware ware, TestCluster cluster) {
    Lab.in(cluster).factory(true);
    var moments = lifeWithDeathAt(cluster, ware, 0).moments;
    assertThat(moments)
        .contains(
            "before " + ware.making,
            "after " + ware.making,
            "before " + ware.unmaking,
            "after " + ware.unmaking);

    var seed = new Random().nextLong();
    var random = new Random(seed);
    System.out.println("deaths drawn with seed " + seed);
    var tried = new HashSet<String>();
    for (var at = 1; at <= moments.size(); at++) {
      if (tried.add(moments.get(at - 1)) || ALL || random.nextInt(REPEATED) == 0) {
        lifeWithDeathAt(cluster, ware, at);
      }
    }
  }

  /** A whole life; checks that there was never a second one, and none at the end. */
  private static Fuse lifeWithDeathAt(TestCluster cluster, Ware ware, int at) {
    var lab =
        new Lab(cluster.client(WireFormat.serialization()), cluster.freshNamespace()).account("a");
    var platform = ware.platform();
    var theirs = ware.onPlatform(platform);
    var fuse = new Fuse(at);
    platform.wire = fuse;
    var timeline = SteppedTimeline.atNewYear();
    ware.order(lab);

    live(lab, platform, timeline, ware.aWhile);
    assertThat(ware.onPlatform(platform)).as("made, death %s", at).hasSize(2).containsAll(theirs);
    assertThat(ware.told(lab)).as("told, death %s", at).containsAnyOf("Running True", "Ready True");
    ware.object(lab).delete();
    live(lab, platform, timeline, ware.aWhile);

    var moment = at == 0 ? "none" : fuse.moments.get(at - 1);
    assertThat(ware.object(lab).get()).as("order, death %s", moment).isNull();
    assertThat(ware.onPlatform(platform)).as("left, death %s", moment).isEqualTo(theirs);
    assertThat(platform.changes().stream().filter(ware.making::equals))
        .as("makings, death %s", moment)
        .hasSize(1);
    return fuse;
  }

  private static void live(
      Lab lab, InMemoryPlatform platform, SteppedTimeline timeline, Duration aWhile) {
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(aWhile);
    } catch (Death died) {
      try (var next = HandEngine.of(lab, platform, timeline)) {
        next.pass(aWhile);
      }
    }
  }
}
