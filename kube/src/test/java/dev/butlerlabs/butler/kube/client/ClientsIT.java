package dev.butlerlabs.butler.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@OnRealApiServer
class ClientsIT {

  @Test
  void aKubeconfigsBytesLeadToTheServer(TestCluster cluster) throws Exception {
    var bytes = Files.readAllBytes(cluster.kubeconfig());
    var access = Kubeconfigs.fromBytes(bytes, "of the test").orElseThrow();

    try (var client = Clients.connect(access, ClientSettings.named("butler-test/1"))) {
      assertThat(client.getKubernetesVersion().getMajor()).isEqualTo("1");
    }
  }

  @Test
  void aPlainWatchTearsNoCharacter(TestCluster cluster) {
    var config = new ConfigBuilder(cluster.config()).withOnlyHttpWatches(true).build();
    var text = "Zürich, 東京, 🚀; ".repeat(5_000);
    try (var client = Clients.connect(config, ClientSettings.named("butler-test/1"));
        var informer = client.configMaps().inNamespace(cluster.namespace()).inform()) {
      var made = configMap(cluster, "far");
      made.setData(Map.of("text", text));
      cluster.client().resource(made).create();

      var key = cluster.namespace() + "/far";
      Await.untilTrue("it was seen", () -> informer.getStore().getByKey(key) != null);
      assertThat(informer.getStore().getByKey(key).getData()).containsEntry("text", text);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aWatchOutlivesTheTimeACallMayTake(boolean plain, TestCluster cluster) {
    var settings = ClientSettings.named("butler-test/1").withCallTimeout(Duration.ofSeconds(2));
    var seen = new ConcurrentSkipListSet<String>();
    var config = new ConfigBuilder(cluster.config()).withOnlyHttpWatches(plain).build();
    try (var client = Clients.connect(config, settings);
        var informer = client.configMaps().inNamespace(cluster.namespace()).inform()) {
      var start = System.nanoTime();
      informer.addEventHandler(new Noting(seen));
      for (var i = 0; System.nanoTime() - start < Duration.ofSeconds(5).toNanos(); i++) {
        var name = (plain ? "plain-" : "socket-") + i;
        cluster.client().resource(configMap(cluster, name)).create();
        Await.untilTrue(name + " was seen", () -> seen.contains(name));
      }
      assertThat(informer.isWatching()).isTrue();
    }
  }

  private static ConfigMap configMap(TestCluster cluster, String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(cluster.namespace())
        .withName(name)
        .endMetadata()
        .build();
  }

  private record Noting(ConcurrentSkipListSet<String> seen)
      implements io.fabric8.kubernetes.client.informers.ResourceEventHandler<ConfigMap> {
    @Override
    public void onAdd(ConfigMap added) {
      seen.add(added.getMetadata().getName());
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap after) {}

    @Override
    public void onDelete(ConfigMap gone, boolean unknown) {}
  }
}
