package dev.butlerlabs.butler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The test that docs/contracts/testing.md shows. */
// page begins
@OnRealApiServer
class EveryCallIT {

  @Test
  void greetingIsWrittenWhateverBreaks(TestCluster cluster) {
    var outcome = CrashMatrix.of(cluster, new Greeting()).readsToo().run();

    assertThat(outcome.calls()).hasSize(3);
  }

  private static final class Greeting implements Story {

    @Override
    public void arrange(KubernetesClient admin, String namespace) {
      apply(admin, namespace, "order", Map.of("for", "Ada"));
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      new Greeter(process.client()).reconcile(namespace);
    }

    @Override
    public String endState(KubernetesClient admin, String namespace) {
      return EndState.of(admin, namespace, "v1/ConfigMap");
    }
  }

  /** The reconciler under test: looks, decides, writes, and may be asked again at any time. */
  private record Greeter(KubernetesClient client) {

    void reconcile(String namespace) {
      var order = client.configMaps().inNamespace(namespace).withName("order").require();
      var name = order.getData().get("for");
      apply(client, namespace, "greeting", Map.of("text", "Good morning, " + name));
      apply(client, namespace, "receipt", Map.of("greeted", name));
    }
  }

  private static void apply(
      KubernetesClient client, String namespace, String name, Map<String, String> data) {
    var wanted =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(name)
            .endMetadata()
            .withData(data)
            .build();
    client.resource(wanted).fieldManager("greeter").forceConflicts().serverSideApply();
  }
}
// page ends
