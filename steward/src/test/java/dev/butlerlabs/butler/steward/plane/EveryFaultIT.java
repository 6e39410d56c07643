package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.testkit.CrashMatrix;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The life of a control plane with every call broken in every way; its pods are played by hand.
 *
 * <p>Usually a part of the matrix is drawn, by a seed that is told; {@code -Dbutler.faults=all}
 * tries all of it.
 */
@OnRealApiServer
// All cells of one story, when all are wanted.
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class EveryFaultIT {

  private static final int CELLS = 2;
  private static final PlaneStory.Step ORDER = serving("v1.36.3", 2);

  @Test
  void creationEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(cluster, "creation", "Ready", ORDER);
  }

  @Test
  void fallingAsleepEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(cluster, "sleep", "Sleeping", ORDER, serving("v1.36.3", 0));
  }

  @Test
  void wakingEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(cluster, "waking", "Ready", ORDER, serving("v1.36.3", 0), serving("v1.36.3", 1));
  }

  @Test
  void upgradeEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(cluster, "upgrade", "Ready", serving("v1.35.4", 2), ORDER);
  }

  @Test
  void certificateRotationEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(cluster, "certificate", "Ready", ORDER, rotating(Part.API_SERVER));
  }

  @Test
  void rootRotationEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(cluster, "root", "Ready", ORDER, rotating(Part.CA));
  }

  @Test
  void tokenKeyRotationEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(cluster, "token key", "Ready", ORDER, rotating(Part.SERVICE_ACCOUNT));
  }

  @Test
  void deletionEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(cluster, "deletion", "", ORDER, PlaneHand::delete);
  }

  private static PlaneStory.Step serving(String version, int replicas) {
    return hand ->
        hand.order(
            """
            dataStore: default
            kubernetes: {version: %s, kubelet: {}}
            controlPlane: {deployment: {replicas: %d}, service: {serviceType: ClusterIP}}
            """
                .formatted(version, replicas));
  }

  private static PlaneStory.Step rotating(Part part) {
    return hand -> hand.ask(part);
  }

  private static void play(
      TestCluster cluster, String path, String phase, PlaneStory.Step... steps) {
    cluster.installResources(
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/datastores.steward.butlerlabs.dev.yaml");
    var matrix =
        CrashMatrix.of(cluster, new PlaneStory(cluster, List.of(steps), phase))
            .with(WireFormat.serialization())
            .readsToo()
            .faults(Fault.KILL_BEFORE, Fault.KILL_AFTER, Fault.AFTER_COMMIT, Fault.CONFLICT);
    var all = "all".equals(System.getProperty("butler.faults"));
    var seed = new Random().nextLong();
    var outcome = (all ? matrix : matrix.sample(seed, CELLS)).run();
    System.out.printf("%s, %s: %s%n", path, all ? "all cells" : "seed " + seed, outcome);
    assertThat(outcome.cells()).isPositive();
  }
}
