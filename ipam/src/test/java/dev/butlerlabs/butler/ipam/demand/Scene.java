package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.api.network.NetworkPoolStatus;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** An estate that a whole platform looks after, one process after the other. */
final class Scene implements AutoCloseable {

  private final SteppedTimeline timeline =
      new SteppedTimeline(Instant.now().truncatedTo(ChronoUnit.SECONDS));
  private final Estate estate;
  private @Nullable Platform platform;

  Scene(TestCluster cluster) {
    this.estate = Estate.in(cluster);
  }

  Estate estate() {
    return estate;
  }

  SteppedTimeline timeline() {
    return timeline;
  }

  /** Another process takes the place of the one there was. */
  void restart() {
    restart(estate.client());
  }

  void restart(KubernetesClient client) {
    close();
    platform = Platform.start(client, estate, timeline);
  }

  @Override
  public void close() {
    if (platform != null) {
      platform.close();
    }
  }

  /** Runs that failed are tried again a moment later, so time has to pass. */
  void await(String what, BooleanSupplier holds) {
    await(what, Duration.ofMillis(100), holds);
  }

  /** Lets so much time pass, and then as much as it takes: a run counts from when it has ended. */
  void after(Duration time, String what, BooleanSupplier holds) {
    timeline.advance(time);
    await(what, Duration.ofSeconds(30), holds);
  }

  private void await(String what, Duration step, BooleanSupplier holds) {
    try {
      Await.untilTrue(
          what,
          () -> {
            timeline.advance(step);
            return holds.getAsBoolean();
          });
    } catch (AssertionError vain) {
      var stored = WireFormat.serialization().asYaml(estate.all());
      throw new AssertionError(
          vain.getMessage() + " at " + timeline.instant() + "\n" + stored, vain);
    }
  }

  /** Whether the cluster is told that the condition holds, in these words. */
  boolean told(String cluster, String type, String message) {
    var status = estate.cluster(cluster).getStatus();
    return status != null
        && status.conditions().stream()
            .anyMatch(
                one ->
                    one.type().equals(type)
                        && one.status() == Truth.TRUE
                        && one.message().equals(message));
  }

  static boolean phase(IPAllocation claim, Phase phase) {
    return claim.getStatus() != null && claim.getStatus().phase() == phase;
  }

  NetworkPool pool(String name) {
    return estate
        .client()
        .resources(NetworkPool.class)
        .inNamespace(estate.namespace())
        .withName(name)
        .require();
  }

  NetworkPoolStatus figures(String pool) {
    return Objects.requireNonNullElseGet(
        pool(pool).getStatus(),
        () -> WireFormat.serialization().unmarshal("{}", NetworkPoolStatus.class));
  }
}
