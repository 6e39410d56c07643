package dev.butlerlabs.butler.addons.helm;

import static dev.butlerlabs.butler.addons.helm.ReleaseIT.refusal;
import static dev.butlerlabs.butler.addons.helm.ReleaseIT.tenant;
import static dev.butlerlabs.butler.addons.helm.Workshop.PATIENT;
import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Helm killed in the middle of its work. A hook that nobody runs keeps it there: this API server
 * has no controller for Jobs.
 */
@OnRealApiServer
class StuckReleaseIT {

  private static final Duration PATIENCE = Duration.ofMinutes(20);

  private static final String ENDLESS =
      """
      apiVersion: batch/v1
      kind: Job
      metadata:
        name: endless
        annotations:
          helm.sh/hook: pre-install,pre-upgrade
      spec:
        template:
          spec:
            restartPolicy: Never
            containers: [{name: wait, image: example.com/wait}]
      """;

  @TempDir Path folder;
  private Workshop workshop = new Workshop(Path.of("/"), Path.of("/"));

  @BeforeEach
  void open() {
    workshop = Workshop.in(folder);
  }

  @Test
  void point18_installationKilledHalfWayIsDoneAnew(TestCluster cluster) throws Exception {
    var helm = workshop.helm();
    var tenant = tenant(cluster);
    var release = new ReleaseKey(cluster.namespace(), "web");
    killed(cluster, order(release, stuck()), order -> helm.install(tenant, order));
    assertThat(helm.status(tenant, release, PATIENT).require().status())
        .isEqualTo(ReleaseStatus.PENDING_INSTALL);

    var early = at(Instant.now()).deploy(tenant, order(release, good()), PATIENCE);
    var late = at(later()).deploy(tenant, order(release, good()), PATIENCE).require();

    assertThat(refusal(early).cause()).isEqualTo(Cause.LOCKED);
    assertThat(refusal(early).sentence()).contains("another operation holds it");
    assertThat(late.status()).isEqualTo(ReleaseStatus.DEPLOYED);
    assertThat(late.version()).isEqualTo("1.0.0");
  }

  @Test
  void point18_upgradeKilledHalfWayGoesBackAndIsDoneAnew(TestCluster cluster) throws Exception {
    var helm = workshop.helm();
    var tenant = tenant(cluster);
    var release = new ReleaseKey(cluster.namespace(), "web");
    helm.install(tenant, order(release, good())).require();
    killed(cluster, order(release, stuck()), order -> helm.upgrade(tenant, order));
    assertThat(helm.status(tenant, release, PATIENT).require().status())
        .isEqualTo(ReleaseStatus.PENDING_UPGRADE);
    assertThat(refusal(helm.upgrade(tenant, order(release, good()))).cause())
        .isEqualTo(Cause.LOCKED);

    var done = at(later()).deploy(tenant, order(release, good()), PATIENCE).require();

    assertThat(done.status()).isEqualTo(ReleaseStatus.DEPLOYED);
    assertThat(done.revision()).isEqualTo(4);
    assertThat(helm.status(tenant, release, PATIENT).require()).isEqualTo(done);
    assertThat(at(Instant.now()).deploy(tenant, order(release, good()), PATIENCE).require())
        .extracting(Released::revision)
        .isEqualTo(5);
  }

  @Test
  void operationThatIsCalledOffLeavesNoLock(TestCluster cluster) throws Exception {
    var helm = workshop.helm();
    var tenant = tenant(cluster);
    var release = new ReleaseKey(cluster.namespace(), "web");
    var answer = new AtomicReference<Answer<Released>>();
    var order = order(release, stuck());
    var caller = Thread.ofVirtual().start(() -> answer.set(helm.install(tenant, order)));
    awaitHook(cluster);

    caller.interrupt();
    caller.join();

    assertThat(refusal(answer.get()).cause()).isEqualTo(Cause.CANCELLED);
    assertThat(helm.status(tenant, release, PATIENT).require().status())
        .isEqualTo(ReleaseStatus.FAILED);
    assertThat(at(Instant.now()).deploy(tenant, order(release, good()), PATIENCE).require())
        .extracting(Released::status)
        .isEqualTo(ReleaseStatus.DEPLOYED);
  }

  private interface Doing {
    Answer<Released> run(Installation order);
  }

  /** Kills the program when it is in the middle, and nothing else. */
  private void killed(TestCluster cluster, Installation order, Doing doing) throws Exception {
    var answer = new AtomicReference<Answer<Released>>();
    var caller = Thread.ofVirtual().start(() -> answer.set(doing.run(order)));
    awaitHook(cluster);
    ProcessHandle.current()
        .children()
        .filter(child -> child.info().command().equals(java.util.Optional.of(real())))
        .forEach(ProcessHandle::destroyForcibly);
    caller.join();
    assertThat(answer.get()).isInstanceOf(Answer.Refused.class);
  }

  private String real() {
    try {
      return workshop.binary().toRealPath().toString();
    } catch (IOException failed) {
      throw new java.io.UncheckedIOException(failed);
    }
  }

  private static void awaitHook(TestCluster cluster) {
    var jobs = cluster.client().batch().v1().jobs().inNamespace(cluster.namespace());
    Await.untilTrue("the hook is there", () -> jobs.withName("endless").get() != null);
  }

  private Deploying at(Instant now) {
    return new Deploying(workshop.helm(), InstantSource.fixed(now));
  }

  private static Instant later() {
    return Instant.now().plus(PATIENCE);
  }

  private Path good() throws IOException {
    return workshop.chart("web", "1.0.0", Map.of("web.yaml", configMap("web", "x")));
  }

  private Path stuck() throws IOException {
    return workshop.chart(
        "web", "2.0.0", Map.of("web.yaml", configMap("web", "y"), "hook.yaml", ENDLESS));
  }

  private Installation order(ReleaseKey release, Path chart) {
    return new Installation(
        release,
        workshop.local(chart),
        Values.none(),
        false,
        Installation.Waiting.FOR_HOOKS,
        PATIENT);
  }
}
