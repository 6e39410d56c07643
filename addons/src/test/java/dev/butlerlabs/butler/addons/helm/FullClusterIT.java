package dev.butlerlabs.butler.addons.helm;

import static dev.butlerlabs.butler.addons.helm.ReleaseIT.refusal;
import static dev.butlerlabs.butler.addons.helm.Workshop.PATIENT;
import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus;
import dev.butlerlabs.butler.addons.helm.plan.Revision;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.SpareApiServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store of a cluster is full in the middle of Helm's work: a real etcd, which says so. */
class FullClusterIT {

  private static final Duration PATIENCE = Duration.ofMinutes(20);

  /** Nobody runs Jobs here, so Helm waits for this one until its time is over. */
  private static final String ENDLESS =
      """
      apiVersion: batch/v1
      kind: Job
      metadata: {name: endless, annotations: {helm.sh/hook: pre-upgrade}}
      spec:
        template:
          spec: {restartPolicy: Never, containers: [{name: wait, image: example.com/wait}]}
      """;

  @TempDir Path folder;

  @Test
  void point18_lockThatAFullClusterKeptIsTakenAwayAsSoonAsThereIsRoom() throws Exception {
    try (var server = SpareApiServer.start()) {
      var workshop = Workshop.in(folder);
      var tenant = Kubeconfig.parse(Files.readString(server.kubeconfig()));
      var release = new ReleaseKey("default", "web");
      var deploying = new Deploying(workshop.helm(), InstantSource.system());
      var good = workshop.chart("web", "1.0.0", Map.of("web.yaml", configMap("web", "x")));
      var stuck =
          workshop.chart(
              "web", "2.0.0", Map.of("web.yaml", configMap("web", "y"), "hook.yaml", ENDLESS));
      deploying.deploy(tenant, order(workshop, release, good, PATIENT), PATIENCE).require();

      var answer = new AtomicReference<Answer<Released>>();
      var order = order(workshop, release, stuck, Duration.ofSeconds(20));
      var caller =
          Thread.ofVirtual().start(() -> answer.set(deploying.deploy(tenant, order, PATIENCE)));
      var jobs = server.client().batch().v1().jobs().inNamespace("default");
      Await.untilTrue("the hook is there", () -> jobs.withName("endless").get() != null);
      server.fill();
      caller.join();

      assertThat(refusal(answer.get()).sentence())
          .contains("going back failed too", "database space exceeded");
      assertThat(history(workshop, tenant, release)).isEqualTo(ReleaseStatus.PENDING_UPGRADE);
      var still = deploying.deploy(tenant, order(workshop, release, good, PATIENT), PATIENCE);
      assertThat(refusal(still).cause()).isEqualTo(Cause.CLUSTER_FULL);
      server.makeRoom();
      var done =
          deploying.deploy(tenant, order(workshop, release, good, PATIENT), PATIENCE).require();
      assertThat(done.status()).isEqualTo(ReleaseStatus.DEPLOYED);
      assertThat(done.version()).isEqualTo("1.0.0");
    }
  }

  private static ReleaseStatus history(Workshop workshop, Kubeconfig tenant, ReleaseKey release) {
    return workshop.helm().history(tenant, release, PATIENT).require().stream()
        .max(Comparator.comparingInt(Revision::number))
        .orElseThrow()
        .status();
  }

  private static Installation order(
      Workshop workshop, ReleaseKey release, Path chart, Duration within) {
    return new Installation(
        release,
        workshop.local(chart),
        Values.none(),
        false,
        Installation.Waiting.FOR_HOOKS,
        within);
  }
}
