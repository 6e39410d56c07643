package dev.butlerlabs.butler.addons.helm;

import static dev.butlerlabs.butler.addons.helm.ReleaseIT.refusal;
import static dev.butlerlabs.butler.addons.helm.ReleaseIT.tenant;
import static dev.butlerlabs.butler.addons.helm.Workshop.PATIENT;
import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus;
import dev.butlerlabs.butler.addons.helm.plan.Revision;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import io.fabric8.kubernetes.client.dsl.ScalableResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Helm killed while it goes back from an upgrade that failed. A hook keeps it there until this test
 * plays the controller for Jobs.
 */
@OnRealApiServer
class StuckRollbackIT {

  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final String HOOK =
      """
      apiVersion: batch/v1
      kind: Job
      metadata: {name: going-back, annotations: {helm.sh/hook: pre-rollback}}
      spec:
        template:
          spec: {restartPolicy: Never, containers: [{name: wait, image: example.com/wait}]}
      """;
  private static final String REFUSED =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: wrong}
      spec: {clusterIP: 192.0.2.1, ports: [{port: 80}]}
      """;

  @TempDir Path folder;
  private TestCluster cluster;
  private Workshop workshop = new Workshop(Path.of("/"), Path.of("/"));
  private Helm helm;
  private Kubeconfig tenant;
  private ReleaseKey release;

  @BeforeEach
  void serves(TestCluster here) throws IOException {
    cluster = here;
    workshop = Workshop.in(folder);
    helm = workshop.helm();
    tenant = tenant(cluster);
    release = new ReleaseKey(cluster.namespace(), "web");
    at(Instant.now()).deploy(tenant, chart("1.0.0", "hook.yaml", HOOK), PATIENCE).require();
  }

  @Test
  void point18_rollbackKilledHalfWayIsDoneAnewByWhoeverComesNext() throws Exception {
    stoppedHalfWay(at(Instant.now()), _ -> killHelm());
    assertThat(newest()).isEqualTo(ReleaseStatus.PENDING_ROLLBACK);

    var early = at(Instant.now()).deploy(tenant, good(), PATIENCE);
    var late =
        whileJobsRun(() -> at(Instant.now().plus(PATIENCE)).deploy(tenant, good(), PATIENCE));

    assertThat(refusal(early).cause()).isEqualTo(Cause.LOCKED);
    assertThat(late.require().version()).isEqualTo("3.0.0");
    assertThat(newest()).isEqualTo(ReleaseStatus.DEPLOYED);
  }

  @Test
  void point18_lockOfARollbackThatDiedIsKnownToWhoeverStartedIt() throws Exception {
    var deploying = new Deploying(helm, InstantSource.system());
    stoppedHalfWay(deploying, _ -> killHelm());

    var next = whileJobsRun(() -> deploying.deploy(tenant, good(), PATIENCE));

    assertThat(next.require().version()).isEqualTo("3.0.0");
    assertThat(newest()).isEqualTo(ReleaseStatus.DEPLOYED);
  }

  @Test
  void point18_rollbackThatIsCalledOffIsLetThrough() throws Exception {
    stoppedHalfWay(
        at(Instant.now()),
        caller -> {
          caller.interrupt();
          complete();
        });

    assertThat(newest()).isEqualTo(ReleaseStatus.DEPLOYED);
  }

  private interface Stopping {
    void stop(Thread caller) throws IOException;
  }

  private interface Doing {
    Answer<Released> run() throws IOException;
  }

  /** Has an upgrade fail, and stops the going back when it is in the middle. */
  private void stoppedHalfWay(Deploying deploying, Stopping how) throws Exception {
    var answer = new AtomicReference<Answer<Released>>();
    var bad = chart("2.0.0", "zzz.yaml", REFUSED);
    var caller =
        Thread.ofVirtual().start(() -> answer.set(deploying.deploy(tenant, bad, PATIENCE)));
    Await.untilTrue("it goes back", () -> hook().get() != null);
    assertThat(newest()).isEqualTo(ReleaseStatus.PENDING_ROLLBACK);
    how.stop(caller);
    caller.join();
    assertThat(refusal(answer.get()).sentence()).contains("going back failed too");
  }

  private void killHelm() throws IOException {
    var real = workshop.binary().toRealPath().toString();
    ProcessHandle.current()
        .children()
        .filter(child -> child.info().command().equals(Optional.of(real)))
        .forEach(ProcessHandle::destroyForcibly);
  }

  /** The same, with the hook done whenever it is made. */
  private Answer<Released> whileJobsRun(Doing doing) throws Exception {
    var done =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return doing.run();
              } catch (IOException failed) {
                throw new UncheckedIOException(failed);
              }
            },
            task -> Thread.ofVirtual().start(task));
    Await.untilTrue(
        "it is through",
        PATIENT,
        () -> {
          var job = hook().get();
          if (job != null && !complete(job)) {
            complete();
          }
          return done.isDone();
        });
    return done.get();
  }

  private static boolean complete(Job job) {
    return job.getStatus() != null && job.getStatus().getCompletionTime() != null;
  }

  private void complete() {
    var now = Instant.now().toString();
    hook()
        .editStatus(
            job -> {
              job.setStatus(
                  new JobStatusBuilder()
                      .withStartTime(now)
                      .withCompletionTime(now)
                      .withSucceeded(1)
                      .addNewCondition()
                      .withType("SuccessCriteriaMet")
                      .withStatus("True")
                      .endCondition()
                      .addNewCondition()
                      .withType("Complete")
                      .withStatus("True")
                      .endCondition()
                      .build());
              return job;
            });
  }

  private ScalableResource<Job> hook() {
    return cluster
        .client()
        .batch()
        .v1()
        .jobs()
        .inNamespace(cluster.namespace())
        .withName("going-back");
  }

  private ReleaseStatus newest() {
    return helm.history(tenant, release, PATIENT).require().stream()
        .max(Comparator.comparingInt(Revision::number))
        .orElseThrow()
        .status();
  }

  private Deploying at(Instant now) {
    return new Deploying(helm, InstantSource.fixed(now));
  }

  private Installation good() throws IOException {
    return chart("3.0.0", "more.yaml", configMap("more", "x"));
  }

  private Installation chart(String version, String file, String content) throws IOException {
    var chart =
        workshop.chart("web", version, Map.of("web.yaml", configMap("web", "x"), file, content));
    return new Installation(
        release,
        workshop.local(chart),
        Values.none(),
        false,
        Installation.Waiting.FOR_HOOKS,
        PATIENT);
  }
}
