package dev.butlerlabs.butler.kube.tenant;

import static dev.butlerlabs.butler.testkit.Await.untilTrue;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class TenantWatchesIT {

  private static final Tenant SHOP = new Tenant(new ObjectKey("team", "shop"), "1");
  private static final Tenant DEAD = new Tenant(new ObjectKey("team", "dead"), "2");

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private final Trigger trigger = new Trigger();
  private final List<ObjectKey> news = new CopyOnWriteArrayList<>();
  private byte[] kubeconfig;

  @BeforeEach
  void listen(TestCluster cluster) throws IOException {
    trigger.onFire(news::add);
    kubeconfig = Files.readAllBytes(cluster.kubeconfig());
  }

  @Test
  void changesInsideATenantAreNews(TestCluster cluster) {
    try (var watches = watches(cluster, "LoadBalancer")) {
      watches.look(SHOP, kubeconfig);
      untilTrue("the tenant is seen", () -> seen(watches, SHOP).equals(List.of()));
      untilTrue("that is told", () -> news.contains(SHOP.key()));
      news.clear();

      service(cluster, "web", "LoadBalancer");
      service(cluster, "inner", "ClusterIP");

      untilTrue("the service is seen", () -> seen(watches, SHOP).equals(List.of("web")));
      untilTrue("it is told", () -> news.contains(SHOP.key()));
      assertThat(news).doesNotContain(DEAD.key());

      watches.forget(SHOP.key());
      assertThat(watches.count()).isZero();
    }
  }

  @Test
  void serverThatCannotSelectByTheFieldIsAskedForAll(TestCluster cluster) {
    service(cluster, "web", "LoadBalancer");
    TenantWatches.Selection<Service> refused =
        client -> client.services().inNamespace(cluster.namespace()).withField("spec.nope", "x");
    TenantWatches.Selection<Service> all =
        client -> client.services().inNamespace(cluster.namespace());
    try (var watches = new TenantWatches<>(List.of(refused, all), settings(), timeline, trigger)) {
      watches.look(SHOP, kubeconfig);

      untilTrue("the service is seen", () -> seen(watches, SHOP).contains("web"));
    }
  }

  @Test
  void tenantThatCannotBeReachedIsUnseenAndHurtsNoOther(TestCluster cluster) throws IOException {
    int port;
    try (var closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    var dead =
        new String(kubeconfig, UTF_8)
            .replaceAll("server:.*\n", "server: https://127.0.0.1:" + port + "\n")
            .getBytes(UTF_8);
    try (var watches = watches(cluster, "LoadBalancer")) {
      watches.look(DEAD, dead);
      watches.look(SHOP, kubeconfig);
      untilTrue("the other is seen", () -> watches.look(SHOP, kubeconfig) instanceof Sight.Seen);

      untilTrue("its silence is noticed", () -> timeline.pending() > 0);
      timeline.advance(Duration.ofSeconds(3));

      assertThat(watches.look(DEAD, dead))
          .isInstanceOfSatisfying(
              Sight.Unseen.class,
              unseen ->
                  assertThat(unseen.problem().sentence())
                      .contains("tenant team/dead", "cannot be watched"));
      assertThat(news).contains(DEAD.key());
    }
  }

  @Test
  void newCredentialsOpenANewWatch(TestCluster cluster) {
    var broken = "kind: Config".getBytes(UTF_8);
    try (var watches = watches(cluster, "LoadBalancer")) {
      assertThat(watches.look(SHOP, broken))
          .isInstanceOfSatisfying(
              Sight.Unseen.class,
              unseen -> assertThat(unseen.problem().sentence()).contains("current-context"));

      watches.look(SHOP, kubeconfig);

      untilTrue("the tenant is seen", () -> watches.look(SHOP, kubeconfig) instanceof Sight.Seen);
    }
  }

  private TenantWatches<Service> watches(TestCluster cluster, String type) {
    return new TenantWatches<>(
        List.of(
            client ->
                client.services().inNamespace(cluster.namespace()).withField("spec.type", type)),
        settings(),
        timeline,
        trigger);
  }

  private List<String> seen(TenantWatches<Service> watches, Tenant tenant) {
    return watches.look(tenant, kubeconfig) instanceof Sight.Seen<Service>(var services)
        ? services.stream().map(service -> service.getMetadata().getName()).toList()
        : List.of("unseen");
  }

  private static ClientSettings settings() {
    return new ClientSettings("butler-test/1", Duration.ofSeconds(3), Duration.ofSeconds(8), 8);
  }

  private static void service(TestCluster cluster, String name, String type) {
    cluster
        .client()
        .resource(
            new ServiceBuilder()
                .withNewMetadata()
                .withNamespace(cluster.namespace())
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withType(type)
                .addNewPort()
                .withPort(80)
                .endPort()
                .endSpec()
                .build())
        .create();
  }
}
