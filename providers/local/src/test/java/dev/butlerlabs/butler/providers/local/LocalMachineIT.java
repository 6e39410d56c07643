package dev.butlerlabs.butler.providers.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is told about a machine before any tenant hears of it. */
@OnRealApiServer
class LocalMachineIT {

  /** Nobody listens at this port. */
  private static final String NOWHERE = byToken("127.0.0.1:1");

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private Estate estate;

  @BeforeEach
  void start(TestCluster cluster) {
    estate = new Estate(cluster, timeline);
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void withoutAMachineOrAClusterItSaysWhatIsMissing() {
    estate.apply(
        """
        apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
        kind: LocalMachine
        metadata: {name: lonely}
        spec: {}
        """);
    estate.awaitTold("lonely", "Ready", "False MachineMissing: no Machine has this");

    estate.machine("early", "{}");
    estate.awaitTold("early", "Ready", "False ClusterMissing: Cluster shop is not there");

    estate.cluster("shop");
    estate.awaitTold("early", "Ready", "False WaitingForBootstrapData");
  }

  @Test
  void withoutBootstrapDataItWaitsAndSaysSo() {
    estate.cluster("shop");
    estate.machine("one", "{}");

    var told = estate.awaitTold("one", "BootstrapDataAvailable", "False WaitingForBootstrapData");
    assertThat(Estate.told(told, "Ready"))
        .isEqualTo(
            "False WaitingForBootstrapData: Machine one has no bootstrap data yet;"
                + " its bootstrap provider makes it when the control plane is up");
    assertThat(told.getStatus().simulated()).isTrue();
    assertThat(told.getStatus().initialization()).isNull();
    assertThat(told.getSpec().providerID()).isNull();
    assertThat(told.getMetadata().getFinalizers())
        .containsExactly("butler.butlerlabs.dev/localmachine");
  }

  @Test
  void withDataItRunsUnderAnIdentityOfItsOwnBeforeAnyTenantAnswers() {
    estate.cluster("shop");
    estate.machine("one", "{failureDomain: rack-a}");
    estate.data("one", NOWHERE);

    var told = estate.awaitTold("one", "Joined", "False WaitingForApiServer");
    var uid = told.getMetadata().getUid();
    assertThat(told.getSpec().providerID())
        .isEqualTo("local://%s/one/%s".formatted(estate.namespace(), uid));
    assertThat(Objects.requireNonNull(told.getStatus().initialization()).provisioned()).isTrue();
    assertThat(told.getStatus().failureDomain()).isEqualTo("rack-a");
    assertThat(told.getStatus().addresses())
        .extracting(address -> address.type())
        .containsExactly("Hostname", "InternalIP");
    assertThat(told.getStatus().addresses().get(1).address()).startsWith("fd62:7574:6c65:72:");
    assertThat(Estate.told(told, "BootstrapDataAvailable")).startsWith("True Available");
    Await.untilTrue(
        "told as an event",
        () ->
            estate.events("one").stream().anyMatch(one -> one.startsWith("Started: A simulated")));
  }

  @Test
  void dataThatCannotBeUsedIsToldWithoutQuotingIt() {
    estate.cluster("shop");
    estate.machine("one", "{}");
    estate.data("one", "#cloud-config\nwrite_files: [{path: /a, content: top-secret}]\n");

    var told = estate.awaitTold("one", "Ready", "False UnusableBootstrapData");

    assertThat(Estate.told(told, "Ready"))
        .contains("the bootstrap data in Secret one cannot be used: it has no JoinConfiguration")
        .doesNotContain("top-secret");
    Await.untilTrue("told as an event", () -> refusals() == 1);
    timeline.advance(Duration.ofSeconds(60));
    assertThat(refusals()).as("told once").isEqualTo(1);
    assertThat(String.join("\n", estate.events("one"))).doesNotContain("top-secret");
  }

  private long refusals() {
    return estate.events("one").stream().filter(one -> one.startsWith("JoinRefused")).count();
  }

  @Test
  void aSlowMachineStartsWhenItsTimeHasCome() {
    estate.cluster("shop");
    estate.machine("one", "{faults: {startDelaySeconds: 3600}}");
    estate.data("one", NOWHERE);

    var told =
        estate.awaitTold("one", "Ready", "False Starting: it starts at 2030-01-01T01:00:00Z");
    assertThat(told.getStatus().initialization()).isNull();
    assertThat(told.getSpec().providerID()).isNull();

    timeline.advance(Duration.ofSeconds(3599));
    assertThat(estate.localMachine("one").get().getSpec().providerID()).isNull();
    timeline.advance(Duration.ofSeconds(1));

    new Stepping(timeline)
        .until(
            "it tries to join",
            () ->
                Estate.told(estate.localMachine("one").get(), "Joined")
                    .startsWith("False WaitingForApiServer"));
  }

  @Test
  void aMachineThatNeverJoinsRunsAndSaysWhy() {
    estate.cluster("shop");
    estate.machine("one", "{faults: {neverJoins: true}}");
    estate.data("one", NOWHERE);

    var told = estate.awaitTold("one", "Ready", "False NeverJoins: it runs and does not join");

    assertThat(Objects.requireNonNull(told.getStatus().initialization()).provisioned()).isTrue();
    assertThat(told.getSpec().providerID()).isNotNull();
    timeline.advance(Duration.ofMinutes(10));
    assertThat(secrets()).as("no key is made for it").isEmpty();
  }

  @Test
  void pausedItIsLeftAlone() {
    estate.cluster("shop");
    estate.patch("cluster/shop", "{\"spec\": {\"paused\": true}}");
    // Clusters and machines are watched apart: a machine may come before the pause is known.
    estate.await.until(
        "the pause is known",
        estate.localCluster("shop"),
        found -> Estate.told(found, "Paused").startsWith("True"));
    estate.machine("one", "{}");
    estate.data("one", NOWHERE);

    estate.awaitTold("one", "Paused", "True Paused: Cluster shop is paused");
    assertThat(estate.localMachine("one").get().getSpec().providerID()).isNull();

    estate.delete("localmachine/one");
    timeline.advance(Duration.ofMinutes(10));
    assertThat(estate.localMachine("one").get()).as("deletion waits too").isNotNull();

    estate.patch("cluster/shop", "{\"spec\": {\"paused\": false}}");
    new Stepping(timeline).until("it is gone", () -> estate.localMachine("one").get() == null);
  }

  @Test
  void oneThatNeverJoinedGoesAtOnce() {
    estate.cluster("shop");
    estate.machine("one", "{}");
    estate.data("one", NOWHERE);
    estate.awaitTold("one", "Joined", "False WaitingForApiServer");

    estate.delete("localmachine/one");

    estate.await.untilGone(estate.localMachine("one"));
  }

  @Test
  void conditionsKeepTheirTimeWhileNothingChanges() throws IOException {
    try (var door = new ClosedDoor()) {
      estate.cluster("shop");
      estate.machine("one", "{}");
      estate.data("one", byToken("127.0.0.1:" + door.port()));
      var first = estate.awaitTold("one", "Joined", "False WaitingForApiServer");
      var knocks = door.knocks();

      new Stepping(timeline).until("it is tried for long", () -> door.knocks() > knocks + 20);

      // Who tries before its last word came back to it may say it again; that changes nothing.
      assertThat(estate.localMachine("one").get()).isEqualTo(first);
    }
  }

  private static String byToken(String endpoint) {
    return CloudConfigs.byToken(
        endpoint,
        "abcdef.0123456789abcdef",
        "sha256:0000000000000000000000000000000000000000000000000000000000000000",
        "kubeletExtraArgs: []\n");
  }

  private List<String> secrets() {
    return estate
        .admin
        .secrets()
        .inNamespace(estate.namespace())
        .withLabel("butler.butlerlabs.dev/local-machine")
        .list()
        .getItems()
        .stream()
        .map(secret -> secret.getMetadata().getName())
        .toList();
  }
}
