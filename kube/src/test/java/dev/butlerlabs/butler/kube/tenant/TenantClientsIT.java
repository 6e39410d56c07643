package dev.butlerlabs.butler.kube.tenant;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class TenantClientsIT {

  private static final Tenant HEALTHY = tenant("healthy");
  private static final Tenant DEAD = tenant("dead");
  private static final Duration DEADLINE = Duration.ofSeconds(5);
  private static final TenantSettings SETTINGS =
      TenantSettings.usual("butler-test/1").withDeadline(DEADLINE);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<KubernetesClient> made = new CopyOnWriteArrayList<>();
  private ServerSocket blackHole;
  private byte[] good;
  private byte[] dead;

  @BeforeEach
  void connect(TestCluster cluster) throws IOException {
    blackHole = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    var text = Files.readString(cluster.kubeconfig());
    good = text.getBytes(UTF_8);
    dead =
        text.replaceAll(
                "server:.*\n", "server: https://127.0.0.1:" + blackHole.getLocalPort() + "\n")
            .getBytes(UTF_8);
  }

  @AfterEach
  void disconnect() throws IOException {
    blackHole.close();
  }

  @Test
  void aTenantThatNeverAnswersDoesNotSlowAnother() throws Exception {
    try (var timeline = new SystemTimeline();
        var pool = pool(SETTINGS, timeline);
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      pool.call(HEALTHY, good, TenantClientsIT::version).orElseThrow();
      var alone = median(pool, 60);
      var stuck = new ArrayList<Future<Answer<String>>>();
      for (var i = 0; i < 200; i++) {
        stuck.add(callers.submit(() -> pool.call(DEAD, dead, TenantClientsIT::version)));
      }
      var beside = median(pool, 60);

      var start = System.nanoTime();
      for (var one : stuck) {
        assertThat(one.get()).isInstanceOf(Answer.Failed.class);
      }
      // One after the other they would take a quarter of an hour.
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(2));
      assertThat(beside)
          .as("median of a call beside the dead tenant, alone it is %s", alone)
          .isLessThan(alone.multipliedBy(5).plusMillis(500));
      assertThat(registry.get("butler_tenant_calls").tag("outcome", "silent").counter().count())
          .isLessThanOrEqualTo(4);
    }
  }

  @Test
  void aDeadTenantRestsAndOneProbeBringsItBack() {
    var time = SteppedTimeline.atNewYear();
    try (var pool = pool(SETTINGS, time)) {
      for (var i = 0; i < 3; i++) {
        assertThat(trouble(pool.call(DEAD, dead, _ -> unreachable())).detail()).isEqualTo("dead");
      }

      var resting = (Trouble.Unreachable) trouble(pool.call(DEAD, dead, TenantClientsIT::version));
      assertThat(resting.detail()).contains("rests");
      assertThat(resting.retryAfter()).isEqualTo(Duration.ofSeconds(5));
      assertThat(registry.get("butler_tenant_circuits_open").gauge().value()).isEqualTo(1);

      time.advance(Duration.ofSeconds(5));
      assertThat(pool.call(DEAD, dead, _ -> Answer.done("alive")).orElseThrow()).isEqualTo("alive");
      assertThat(pool.call(DEAD, dead, _ -> Answer.done("alive")).orElseThrow()).isEqualTo("alive");
    }
  }

  @Test
  void aRefusalIsAnAnswerAndOpensNoCircuit() {
    try (var pool = pool(SETTINGS, SteppedTimeline.atNewYear())) {
      for (var i = 0; i < 10; i++) {
        pool.call(
            HEALTHY,
            good,
            client ->
                client.namespaces().withName("none").get() == null
                    ? Answer.done("none")
                    : Answer.done("some"));
      }

      assertThat(registry.get("butler_tenant_circuits_open").gauge().value()).isZero();
    }
  }

  @Test
  void aFullStoreAnswersAndOpensNoCircuit() {
    var full =
        new Trouble.Unreachable(
            new Attempt("apply", "ConfigMap", new ObjectKey("ns", "cm")),
            "etcdserver: mvcc: database space exceeded",
            Duration.ZERO);
    try (var pool = pool(SETTINGS, SteppedTimeline.atNewYear())) {
      for (var i = 0; i < 10; i++) {
        pool.call(HEALTHY, good, _ -> Answer.failed(full));
      }

      assertThat(registry.get("butler_tenant_circuits_open").gauge().value()).isZero();
    }
  }

  @Test
  void rotatedCredentialsMakeANewClientAndTheOldOneIsClosedAfterItsWork() throws Exception {
    var rotated = Arrays.copyOf(good, good.length + 1);
    rotated[good.length] = '\n';
    var begun = new CountDownLatch(1);
    var end = new CountDownLatch(1);
    try (var pool = pool(SETTINGS, SteppedTimeline.atNewYear());
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var old = callers.submit(() -> pool.call(HEALTHY, good, client -> held(client, begun, end)));
      begun.await();

      pool.call(HEALTHY, rotated, TenantClientsIT::version).orElseThrow();
      assertThat(made).hasSize(2);
      assertThat(closed(made.get(0))).isFalse();

      end.countDown();
      assertThat(old.get().orElseThrow()).startsWith("1.");
      Await.untilTrue("the old client is closed", () -> closed(made.get(0)));
      assertThat(closed(made.get(1))).isFalse();
    }
  }

  @Test
  void workThatGoesOnTooLongIsGivenUpAndTheRestTurnedAway() throws Exception {
    var time = SteppedTimeline.atNewYear();
    var begun = new CountDownLatch(4);
    try (var pool = pool(SETTINGS, time);
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      var stuck = new ArrayList<Future<Answer<String>>>();
      for (var i = 0; i < 4; i++) {
        stuck.add(
            callers.submit(
                () -> pool.call(DEAD, dead, client -> held(client, begun, new CountDownLatch(1)))));
      }
      begun.await();

      var busy = trouble(pool.call(DEAD, dead, TenantClientsIT::version));
      assertThat(busy).isInstanceOf(Trouble.Busy.class);
      assertThat(busy.reason()).isEqualTo("Busy");
      assertThat(busy.detail()).contains("as much work as it may have");
      assertThat(busy.retryAfter()).isEqualTo(Duration.ofSeconds(1));
      Await.untilTrue("four deadlines are set", () -> time.pending() >= 5);
      time.advance(DEADLINE);

      for (var one : stuck) {
        assertThat(trouble(one.get()).detail()).contains("no end within");
      }
    }
  }

  @Test
  void whatIsNotUsedIsClosed() {
    var time = SteppedTimeline.atNewYear();
    try (var pool = pool(SETTINGS, time)) {
      pool.call(HEALTHY, good, TenantClientsIT::version).orElseThrow();

      time.advance(Duration.ofMinutes(20));

      assertThat(closed(made.get(0))).isTrue();
      pool.call(HEALTHY, good, TenantClientsIT::version).orElseThrow();
      assertThat(made).hasSize(2);
    }
  }

  @Test
  void theOneLongestWithoutWorkMakesRoom() {
    var time = SteppedTimeline.atNewYear();
    try (var pool = pool(SETTINGS.withTenants(2), time)) {
      for (var name : List.of("a", "b", "c")) {
        pool.call(tenant(name), good, _ -> Answer.done("x")).orElseThrow();
        time.advance(Duration.ofSeconds(1));
      }

      assertThat(made).extracting(TenantClientsIT::closed).containsExactly(true, false, false);
    }
    assertThat(made).allMatch(TenantClientsIT::closed);
  }

  @Test
  void aNamesakeGetsAClientOfItsOwn() {
    var namesake = new Tenant(HEALTHY.key(), "another-uid");
    try (var pool = pool(SETTINGS, SteppedTimeline.atNewYear())) {
      pool.call(HEALTHY, good, _ -> Answer.done("x")).orElseThrow();
      pool.call(namesake, good, _ -> Answer.done("x")).orElseThrow();

      assertThat(made).hasSize(2);
    }
  }

  @Test
  void aKubeconfigThatIsNoneIsToldWithoutBeingShown() {
    try (var pool = pool(SETTINGS, SteppedTimeline.atNewYear())) {
      var rubbish = "users: [{token: hunter2".getBytes(UTF_8);

      var trouble = trouble(pool.call(HEALTHY, rubbish, TenantClientsIT::version));

      assertThat(trouble).isInstanceOf(Trouble.Invalid.class);
      assertThat(trouble.problem().sentence()).doesNotContain("hunter2").contains("teams/healthy");
    }
  }

  @Test
  void aKeyThatIsNoneIsToldWithoutBeingShown() {
    try (var pool = pool(SETTINGS, SteppedTimeline.atNewYear())) {
      var text =
          new String(good, UTF_8).replaceAll("client-key-data: \\S+", "client-key-data: eA==");

      var trouble = trouble(pool.call(HEALTHY, text.getBytes(UTF_8), TenantClientsIT::version));

      assertThat(trouble.detail()).isEqualTo("a certificate or key in it cannot be read");
    }
  }

  private TenantClients pool(
      TenantSettings settings, dev.butlerlabs.butler.kernel.Timeline timeline) {
    return new TenantClients(
        settings,
        timeline,
        registry,
        (config, client) -> {
          var connected = Clients.connect(config, client);
          made.add(connected);
          return connected;
        });
  }

  private Duration median(TenantClients pool, int calls) {
    var times = new long[calls];
    for (var i = 0; i < calls; i++) {
      var start = System.nanoTime();
      pool.call(HEALTHY, good, TenantClientsIT::version).orElseThrow();
      times[i] = System.nanoTime() - start;
    }
    Arrays.sort(times);
    return Duration.ofNanos(times[calls / 2]);
  }

  private static Answer<String> version(KubernetesClient client) {
    var version = client.getKubernetesVersion();
    return Answer.done(version.getMajor() + "." + version.getMinor());
  }

  private static Answer<String> held(
      KubernetesClient client, CountDownLatch begun, CountDownLatch end) {
    begun.countDown();
    try {
      end.await();
      return version(client);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return unreachable();
    }
  }

  private static Answer<String> unreachable() {
    var attempt = new dev.butlerlabs.butler.kube.write.Attempt("try", "it", new ObjectKey("", ""));
    return Answer.failed(new Trouble.Unreachable(attempt, "dead", Duration.ZERO));
  }

  private static boolean closed(KubernetesClient client) {
    return client.getHttpClient().isClosed();
  }

  private static Trouble trouble(Answer<String> answer) {
    return ((Answer.Failed<String>) answer).trouble();
  }

  private static Tenant tenant(String name) {
    return new Tenant(new ObjectKey("teams", name), "uid-of-" + name);
  }
}
