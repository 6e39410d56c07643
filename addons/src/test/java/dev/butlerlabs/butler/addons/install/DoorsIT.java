package dev.butlerlabs.butler.addons.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.install.plan.Way;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long the way into a cluster is taken to be what it was. */
@OnRealApiServer
class DoorsIT {

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private TestCluster cluster;
  private KubernetesClient client;
  private OrderedCluster web;
  private Doors doors;
  private String first = "";
  private String renewed = "";

  @BeforeEach
  void order(TestCluster given) throws IOException {
    cluster = given;
    client = cluster.client(WireFormat.serialization());
    cluster.installResources(
        "crds/tenantclusters.butler.butlerlabs.dev.yaml",
        "crds/providerconfigs.butler.butlerlabs.dev.yaml");
    first = Files.readString(cluster.kubeconfig());
    renewed = first + "# renewed\n";
    web = new OrderedCluster(cluster, client);
    doors = new Doors(client, "admin.conf", timeline);
  }

  @Test
  void renewedLoginIsFoundWithinAMinuteAndTheOldOneIsReadOnceUntilThen() {
    assertThat(login()).isEqualTo(first);

    web.login(renewed);

    assertThat(login()).isEqualTo(first);
    timeline.advance(Duration.ofSeconds(59));
    assertThat(login()).isEqualTo(first);
    timeline.advance(Duration.ofSeconds(1));
    assertThat(login()).isEqualTo(renewed);
  }

  @Test
  void loginThatIsTurnedAwayIsReadAnewWithinSeconds() {
    var settings = TenantSettings.usual("test");
    try (var clients = new TenantClients(settings, timeline, new SimpleMeterRegistry())) {
      var key = Objects.requireNonNull(find(stored()).key());
      web.login(renewed);
      timeline.advance(Duration.ofSeconds(10));
      assertThat(login()).isEqualTo(first);

      new TenantDestination(key, clients)
          .call(
              _ ->
                  Answer.failed(
                      new Trouble.Forbidden(
                          new Attempt("list", "Secret", ObjectKey.cluster("web")), "not you")));

      assertThat(login()).isEqualTo(renewed);
    }
  }

  @Test
  void renewedLoginIsFoundWhenTheClockWasSetBack() {
    var clock = new AtomicReference<>(timeline.instant());
    doors = new Doors(client, "admin.conf", clock::get);
    assertThat(login()).isEqualTo(first);
    web.login(renewed);

    clock.set(timeline.instant().minusSeconds(7200));

    assertThat(login()).isEqualTo(renewed);
  }

  @Test
  void clusterThatWasMadeAnewIsAnotherWhateverItsName() {
    assertThat(login()).isEqualTo(first);
    var again = stored();
    again.getMetadata().setUid("another");

    web.login(renewed);

    assertThat(login(again)).isEqualTo(renewed);
  }

  @Test
  void whatIsUselessIsReadAnewEachTime() {
    web.login("no kubeconfig");
    assertThat(find(stored()).way()).isInstanceOf(Way.Shut.class);

    web.login(first);

    assertThat(login()).isEqualTo(first);
  }

  private String login() {
    return login(stored());
  }

  private String login(TenantCluster found) {
    return new String(Objects.requireNonNull(find(found).key()).bytes(), UTF_8);
  }

  private Door find(TenantCluster found) {
    return doors.find(new ObjectKey(cluster.namespace(), "web"), Optional.of(found), false);
  }

  private TenantCluster stored() {
    return client
        .resources(TenantCluster.class)
        .inNamespace(cluster.namespace())
        .withName("web")
        .require();
  }
}
