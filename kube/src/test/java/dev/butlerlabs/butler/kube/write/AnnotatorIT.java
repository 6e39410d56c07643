package dev.butlerlabs.butler.kube.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class AnnotatorIT {

  private KubernetesClient client;
  private Annotator annotator;
  private Widget read;

  @BeforeEach
  void connect(TestCluster cluster) {
    cluster.installResources("widgets.yaml");
    client = cluster.client(WireFormat.serialization());
    annotator = new Annotator(client);
    var widget = Widget.named(cluster.namespace(), "w", 1);
    widget.getMetadata().setAnnotations(Map.of("theirs", "stays"));
    read = client.resource(widget).create();
  }

  @Test
  void theAnnotationStandsBesideThoseOfOthers() {
    var stored = annotator.put(read, Map.of("ours", "a \"note\"")).orElseThrow();

    assertThat(stored.getMetadata().getAnnotations())
        .isEqualTo(Map.of("theirs", "stays", "ours", "a \"note\""));
    assertThat(client.resource(read).require().getMetadata().getResourceVersion())
        .isEqualTo(stored.getMetadata().getResourceVersion());
  }

  @Test
  void onlyOneOfTwoThatReadTheSameWins() {
    annotator.put(read, Map.of("ours", "first")).orElseThrow();

    var second = annotator.put(read, Map.of("ours", "second"));

    assertThat(((Answer.Failed<Widget>) second).trouble()).isInstanceOf(Trouble.Conflict.class);
    assertThat(client.resource(read).require().getMetadata().getAnnotations())
        .containsEntry("ours", "first");
  }

  @Test
  void aNamesakeThatCameAfterItIsLeftAlone() {
    client.resource(read).delete();
    var namesake = Widget.named(read.getMetadata().getNamespace(), "w", 1);
    client.resource(namesake).create();

    var late = annotator.put(read, Map.of("ours", "a"));

    assertThat(((Answer.Failed<Widget>) late).trouble()).isInstanceOf(Trouble.Conflict.class);
  }
}
