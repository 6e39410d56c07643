package dev.butlerlabs.butler.providers.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.local.LocalMachine;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a Node does once it has joined, with a clock that the test moves. */
@OnRealApiServer
@ExtendWith(OneTenant.class)
class LivingIT {

  private static final Duration BEAT = Duration.ofSeconds(10);

  private final SteppedTimeline timeline =
      new SteppedTimeline(Instant.now().truncatedTo(ChronoUnit.SECONDS));
  private final Stepping stepping = new Stepping(timeline);
  private Estate estate;
  private RealTenant tenant;

  @BeforeEach
  void start(TestCluster cluster, RealTenant given) {
    tenant = given;
    estate = new Estate(cluster, timeline);
    estate.cluster("shop");
    estate.secret("shop-kubeconfig", "value", tenant.adminKubeconfig());
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void itsLeaseIsRenewedEveryTenSeconds() {
    join("beats", "{}");

    for (var i = 0; i < 3; i++) {
      timeline.advance(BEAT);
      assertThat(Duration.between(tenant.renewed("beats"), timeline.instant())).isLessThan(BEAT);
    }
  }

  @Test
  void settledItWritesNothingButItsLease() throws Exception {
    join("settled", "{}");
    timeline.advance(BEAT);
    var here = writes();
    var there = tenant.writes("system:node:settled").size();
    var leases = tenant.renewed("settled");

    estate.cluster.kubectl("annotate", "localmachine/settled", "poke=1").requireSuccess();
    estate
        .cluster
        .kubectl("annotate", "machines.cluster.x-k8s.io/settled", "poke=1")
        .requireSuccess();
    estate.cluster.kubectl("annotate", "cluster/shop", "poke=1").requireSuccess();
    timeline.advance(Duration.ofMinutes(5));

    assertThat(writes()).isEqualTo(here);
    var all = tenant.writes("system:node:settled");
    assertThat(all.subList(there, all.size())).hasSize(30).containsOnly("patch leases settled");
    assertThat(tenant.renewed("settled")).isAfter(leases);
  }

  @Test
  void asOrderedItFallsSilentAndTheTenantNotices() throws Exception {
    join("mortal", "{faults: {diesAfterSeconds: 120}}");
    timeline.advance(Duration.ofSeconds(110));
    assertThat(Estate.told(estate.localMachine("mortal").get(), "Ready")).startsWith("True");
    assertThat(estate.plays("mortal")).isTrue();

    timeline.advance(Duration.ofSeconds(15));

    var told = awaitSilent("mortal");
    assertThat(Estate.told(told, "Joined")).startsWith("True Joined");
    assertThat(Objects.requireNonNull(told.getStatus().initialization()).provisioned()).isTrue();
    assertThat(estate.plays("mortal")).isFalse();
    var last = tenant.writes("system:node:mortal").size();
    timeline.advance(Duration.ofMinutes(5));
    assertThat(tenant.writes("system:node:mortal")).hasSize(last);
    new Await(tenant.admin())
        .within(Duration.ofMinutes(3))
        .until(
            "its own controllers gave it up",
            tenant.admin().nodes().withName("mortal"),
            node -> ready(node).equals("Unknown"));
    Await.untilTrue(
        "told as an event",
        () -> estate.events("mortal").stream().anyMatch(one -> one.startsWith("FellSilent")));
  }

  @Test
  void aDeadMachineStaysDeadAfterARestart() throws Exception {
    join("ghost", "{faults: {diesAfterSeconds: 5}}");
    timeline.advance(Duration.ofSeconds(10));
    awaitSilent("ghost");
    var last = tenant.writes("system:node:ghost").size();
    estate.stop();

    estate.open();
    timeline.advance(Duration.ofMinutes(1));

    assertThat(estate.plays("ghost")).isFalse();
    assertThat(tenant.writes("system:node:ghost")).hasSize(last);
    estate.delete("localmachine/ghost");
    stepping.until("it is gone", () -> estate.localMachine("ghost").get() == null);
    assertThat(tenant.admin().nodes().withName("ghost").get()).isNull();
  }

  @Test
  void aTenantThatLostSightOfItIsToldAgain() {
    join("blinked", "{}");
    var node = tenant.admin().nodes().withName("blinked");
    node.subresource("status")
        .patch(
            PatchContext.of(PatchType.STRATEGIC_MERGE),
            "{\"status\": {\"conditions\": [{\"type\": \"Ready\", \"status\": \"Unknown\","
                + " \"reason\": \"NobodySpoke\"}]}}");

    new Await(tenant.admin())
        .until(
            "ready again",
            node,
            found ->
                ready(found).equals("True")
                    && found.getStatus().getConditions().stream()
                        .noneMatch(one -> one.getReason().equals("NobodySpoke")));
  }

  @Test
  void itsPodsAreSaidToRunAndGoWhenTheyAreTo() {
    join("host", "{}");
    tenant.admin().resource(pod("web", "host")).create();

    var pods = tenant.admin().pods().inNamespace("default").withName("web");
    var running =
        new Await(tenant.admin())
            .until("running", pods, pod -> "Running".equals(pod.getStatus().getPhase()));
    assertThat(running.getStatus().getConditions())
        .anyMatch(one -> one.getType().equals("Ready") && one.getStatus().equals("True"));
    assertThat(running.getStatus().getPodIP()).isNotEmpty();
    assertThat(running.getStatus().getMessage()).startsWith("Simulated");
    assertThat(running.getStatus().getContainerStatuses())
        .singleElement()
        .satisfies(one -> assertThat(one.getReady()).isTrue());

    tenant.admin().pods().inNamespace("default").withName("web").delete();
    new Await(tenant.admin()).untilGone(pods);
  }

  @Test
  void deletedItTakesItsPodsAlong() {
    join("leaving", "{}");
    tenant.admin().resource(pod("stays-behind", "leaving")).create();
    var pods = tenant.admin().pods().inNamespace("default").withName("stays-behind");
    new Await(tenant.admin())
        .until("running", pods, pod -> "Running".equals(pod.getStatus().getPhase()));

    estate.delete("localmachine/leaving");

    estate.await.untilGone(estate.localMachine("leaving"));
    new Await(tenant.admin()).untilGone(pods);
  }

  @Test
  void withoutTheLeadNobodySpeaksForItAndWithItSomebodyDoes() {
    join("led", "{}");
    estate.leads.set(false);
    timeline.advance(BEAT);
    var silent = tenant.renewed("led");
    timeline.advance(Duration.ofMinutes(1));

    assertThat(estate.plays("led")).isFalse();
    assertThat(tenant.renewed("led")).isEqualTo(silent);

    estate.leads.set(true);
    estate.cluster.kubectl("annotate", "localmachine/led", "poke=1").requireSuccess();
    stepping.until("it is spoken for", () -> tenant.renewed("led").isAfter(silent));
  }

  @Test
  void pausedItLivesOnEvenAfterARestart() {
    join("paused", "{}");
    estate.patch("cluster/shop", "{\"spec\": {\"paused\": true}}");
    estate.awaitTold("paused", "Paused", "True Paused");
    estate.stop();
    var last = tenant.renewed("paused");
    timeline.advance(BEAT);

    estate.open();

    stepping.until("it lives on", () -> tenant.renewed("paused").isAfter(last));
  }

  /** Moves the clock while the machine joins, since it looks again every second. */
  private void join(String name, String spec) {
    estate.machine(name, spec);
    estate.data(name, tenant.data("kubeletExtraArgs: []\n"));
    stepping.until(
        name + " serves",
        () -> Estate.told(estate.localMachine(name).get(), "Ready").startsWith("True Simulated"));
  }

  private LocalMachine awaitSilent(String name) {
    var machine = estate.localMachine(name);
    var words = "False FellSilent: Node %s has had no sign".formatted(name);
    stepping.until(
        "it is told to be silent", () -> Estate.told(machine.get(), "Ready").startsWith(words));
    return machine.get();
  }

  private List<String> writes() {
    return estate.process.calls().writes().stream()
        .map(Object::toString)
        .filter(call -> call.contains(estate.namespace() + "/"))
        .toList();
  }

  private static String ready(Node node) {
    return node.getStatus().getConditions().stream()
        .filter(one -> one.getType().equals("Ready"))
        .map(one -> one.getStatus())
        .findFirst()
        .orElse("");
  }

  private static Pod pod(String name, String node) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withNodeName(node)
        .withAutomountServiceAccountToken(false)
        .addNewToleration()
        .withOperator("Exists")
        .endToleration()
        .addNewContainer()
        .withName("web")
        .withImage("example.com/web:1")
        .endContainer()
        .endSpec()
        .build();
  }
}
