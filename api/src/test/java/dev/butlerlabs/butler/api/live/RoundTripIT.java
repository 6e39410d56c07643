package dev.butlerlabs.butler.api.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.catalog.Kinds;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.Samples.Sample;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What the server stores of a sample is read into our types and written back the same. */
@OnRealApiServer
class RoundTripIT {

  @BeforeAll
  static void install(TestCluster cluster) {
    Definitions.install(cluster);
  }

  @TestFactory
  Stream<DynamicTest> storedSampleIsReadAndWrittenBackTheSame(TestCluster cluster) {
    var known = cluster.client(WireFormat.serialization());
    return SampleFolders.valid()
        .flatMap(
            sample ->
                typeOf(sample).stream()
                    .map(
                        type ->
                            DynamicTest.dynamicTest(
                                sample.toString(),
                                () -> sameAfterReading(cluster, known, sample, type))));
  }

  private static Optional<Class<? extends Resource<?, ?>>> typeOf(Sample sample) {
    return Kinds.all().stream()
        .filter(kind -> kind.getSimpleName().equals(sample.resource().getKind()))
        .findFirst();
  }

  private static void sameAfterReading(
      TestCluster cluster,
      KubernetesClient known,
      Sample sample,
      Class<? extends Resource<?, ?>> type) {
    var object = Definitions.unplaced(WireFormat.mapper().valueToTree(sample.resource()));
    if (Namespaced.class.isAssignableFrom(type)) {
      object.getMetadata().setNamespace(cluster.namespace());
    }
    var resource = cluster.client().resource(object);
    try {
      var stored = resource.create();
      var read = known.getKubernetesSerialization().convertValue(stored, type);

      assertThat(spec(read)).isEqualTo(spec(stored));
    } finally {
      resource.delete();
    }
  }

  private static JsonNode spec(Object object) {
    return texts(WireFormat.mapper().valueToTree(object).path("spec"));
  }

  /** Numbers as text: an int-or-string 4 and "4" are the same amount to the server. */
  private static JsonNode texts(JsonNode node) {
    var nodes = JsonNodeFactory.instance;
    if (node instanceof ObjectNode object) {
      var copy = nodes.objectNode();
      object.properties().forEach(field -> copy.set(field.getKey(), texts(field.getValue())));
      return copy;
    }
    if (node.isArray()) {
      var copy = nodes.arrayNode();
      node.forEach(item -> copy.add(texts(item)));
      return copy;
    }
    return node.isNumber() ? nodes.textNode(node.asText()) : node;
  }
}
