package dev.butlerlabs.butler.providers.infratests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.tenants.objects.plan.ClusterObjects;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One order on every platform: exactly the objects that were reviewed, and a real API server with
 * everybody's own schemas takes them to the letter.
 *
 * <p>After a change that is meant: {@code -Dbutler.golden=write}, then look at what changed.
 */
@OnRealApiServer
class WholeClusterIT {

  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  @ParameterizedTest
  @EnumSource
  void orderBecomesTheReviewedObjects(Platform platform) throws IOException {
    compare(platform.name().toLowerCase(Locale.ROOT), WholeCluster.on(platform));
  }

  @Test
  void simulatedOrderBecomesTheReviewedObjects() throws IOException {
    compare("local", WholeCluster.simulated());
  }

  @ParameterizedTest
  @EnumSource
  void everyObjectIsTakenWithoutAWord(Platform platform, TestCluster cluster) {
    assertThat(objections(WholeCluster.on(platform), cluster)).isEmpty();
  }

  @Test
  void everySimulatedObjectIsTakenWithoutAWord(TestCluster cluster) {
    assertThat(objections(WholeCluster.simulated(), cluster)).isEmpty();
  }

  private static List<String> objections(ClusterObjects objects, TestCluster cluster) {
    AcceptedIT.install(cluster);
    cluster.installResources(
        "crds/stewardcontrolplanes.controlplane.cluster.x-k8s.io.yaml",
        "crds/localclusters.infrastructure.cluster.x-k8s.io.yaml",
        "crds/localmachinetemplates.infrastructure.cluster.x-k8s.io.yaml");
    var door = new StrictDoor(cluster);
    var own = objects.namespace().getMetadata().getName();
    var said = new ArrayList<String>();
    for (var one : objects.objects()) {
      var namespace = Objects.requireNonNullElse(one.getMetadata().getNamespace(), "");
      var there = namespace.isEmpty() ? "" : cluster.namespace();
      var path = door.path(one.getApiVersion(), one.getKind(), there, one.getMetadata().getName());
      var json =
          WireFormat.serialization()
              .asJson(one)
              .replace("\"namespace\":\"" + namespace + "\"", "\"namespace\":\"" + there + "\"")
              .replace("\"namespace\":\"" + own + "\"", "\"namespace\":\"" + there + "\"");
      said.addAll(door.objections(one.getKind(), path, json));
    }
    assertThat(objects.objects()).hasSizeGreaterThan(10);
    return said;
  }

  private static void compare(String name, ClusterObjects objects) throws IOException {
    var file = GOLDEN.resolve(name + ".yaml");
    var text =
        Stream.concat(Stream.<HasMetadata>of(objects.namespace()), objects.objects().stream())
            .map(one -> WireFormat.serialization().asYaml(one))
            .collect(Collectors.joining());
    if ("write".equals(System.getProperty("butler.golden"))) {
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }
}
