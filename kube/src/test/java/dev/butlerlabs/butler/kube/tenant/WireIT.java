package dev.butlerlabs.butler.kube.tenant;

import static dev.butlerlabs.butler.testkit.Await.untilTrue;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Relay;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a watch when its connection is lost on the way. */
@OnRealApiServer
class WireIT {

  private static final Tenant SHOP = new Tenant(new ObjectKey("team", "shop"), "1");
  private static final Duration OFTEN = Duration.ofMillis(200);
  private static final Duration NEVER = Duration.ofDays(1);
  private static final Duration SOON = Duration.ofSeconds(2);
  private static final Duration LATE = Duration.ofMinutes(1);

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private TestCluster cluster;
  private Relay relay;
  private Post<ConfigMap> post;

  @BeforeEach
  void connect(TestCluster given) throws IOException {
    cluster = given;
    relay = new Relay(cluster.client().getMasterUrl().toString());
    TenantWatches.Selection<ConfigMap> maps =
        client -> client.configMaps().inNamespace(cluster.namespace()).withLabel("seen", "yes");
    post = new Post<>(SHOP, List.of(maps), Keep.all(), timeline, () -> {});
  }

  @AfterEach
  void leave() throws IOException {
    post.close();
    relay.close();
  }

  @Test
  void connectionThatCarriesNothingMoreIsReplaced() throws IOException {
    try (var wire = wire(OFTEN, SOON)) {
      assertThat(wire.open()).isEmpty();
      untilTrue("the tenant is seen", () -> names().isEmpty());
      relay.freeze();

      map("a");

      untilTrue("what was made since is seen", () -> names().equals(Set.of("a")));
    }
  }

  @Test
  void watchThatWasCutGoesOn() throws IOException {
    try (var wire = wire(NEVER, LATE)) {
      assertThat(wire.open()).isEmpty();
      untilTrue("the tenant is seen", () -> names().isEmpty());
      relay.cut();

      map("a");

      untilTrue("what was made since is seen", () -> names().equals(Set.of("a")));
    }
  }

  @Test
  void connectionThatAnswersIsKept() throws IOException {
    try (var wire = wire(OFTEN, LATE)) {
      assertThat(wire.open()).isEmpty();
      untilTrue("the tenant is seen", () -> names().isEmpty());
      carriesMore("a question asked while the connection was being made has found its own");
      var came = relay.came();

      carriesMore("it was asked a few times");

      assertThat(relay.came()).isEqualTo(came);
    }
  }

  private void carriesMore(String why) {
    var before = relay.carried();
    untilTrue(why, () -> relay.carried() > before + 1000);
  }

  private Wire wire(Duration beat, Duration patience) throws IOException {
    var kubeconfig =
        Files.readString(cluster.kubeconfig())
            .replaceAll("server:.*\n", "server: https://127.0.0.1:" + relay.port() + "\n")
            .getBytes(UTF_8);
    var settings = new ClientSettings("butler-test/1", Duration.ofSeconds(20), patience, 8);
    return new Wire(SHOP, kubeconfig, settings, () -> beat, post::follow);
  }

  private Set<String> names() {
    return post.sight() instanceof Sight.Seen<ConfigMap>(var maps)
        ? maps.stream().map(map -> map.getMetadata().getName()).collect(Collectors.toSet())
        : Set.of("unseen");
  }

  private void map(String name) {
    var map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(cluster.namespace())
            .withName(name)
            .addToLabels("seen", "yes")
            .endMetadata()
            .build();
    cluster.client().resource(map).create();
  }
}
