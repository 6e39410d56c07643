package dev.butlerlabs.butler.providers.infratests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.spi.infrastructure.Manifest;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A real API server with the providers' own schemas takes what is drawn, to the letter. */
@OnRealApiServer
class AcceptedIT {

  @ParameterizedTest
  @EnumSource
  void everyObjectIsTakenWithoutAWord(Platform platform, TestCluster cluster) {
    install(cluster);
    var door = new StrictDoor(cluster);
    var infrastructure = platform.infrastructure(cluster.freshNamespace());
    var orders = Orders.matrix(platform, cluster.namespace());

    var objects =
        orders.stream()
            .flatMap(order -> Drawings.drawn(infrastructure, order).objects().stream())
            .toList();

    assertThat(orders).hasSize(40);
    // A cluster and a template per pool at the least: 20 orders with one pool, 20 with three.
    assertThat(objects).hasSizeGreaterThanOrEqualTo(120);
    assertThat(objects.stream().flatMap(object -> door.objections(object).stream())).isEmpty();
  }

  @Test
  void unknownFieldIsRefusedAtTheDoor(TestCluster cluster) {
    install(cluster);
    var drawn =
        Drawings.drawn(
            Platform.NUTANIX.infrastructure(""),
            Orders.matrix(Platform.NUTANIX, cluster.namespace()).getFirst());
    var wrong = misspelled(drawn.objects().getLast());

    assertThat(new StrictDoor(cluster).objections(wrong))
        .singleElement()
        .asString()
        .contains("spec.tmplate");
  }

  @Test
  void warningIsHeardAtTheDoor(TestCluster cluster) {
    install(cluster);
    var drawn =
        Drawings.drawn(
            Platform.NUTANIX.infrastructure(""),
            Orders.matrix(Platform.NUTANIX, cluster.namespace()).getFirst());
    var right = drawn.objects().getLast();
    var odd =
        with(
            right,
            Map.of(
                "metadata",
                Map.of("name", right.name(), "finalizers", List.of("odd")),
                "spec",
                Objects.requireNonNull(right.content().get("spec"))));
    var door = new StrictDoor(cluster);

    assertThat(door.objections(odd)).singleElement().asString().contains("domain-qualified");
    assertThat(door.objections(right)).isEmpty();
  }

  private static Manifest misspelled(Manifest right) {
    return with(right, Map.of("spec", Map.of("tmplate", Map.of())));
  }

  private static Manifest with(Manifest right, Map<String, Object> content) {
    return new Manifest(
        right.apiVersion(),
        right.kind(),
        right.namespace(),
        right.name(),
        right.labels(),
        right.annotations(),
        content);
  }

  /** All are applied before the first is waited for, so that they settle together. */
  static void install(TestCluster cluster) {
    var client = cluster.client();
    var definitions = Tables.definitions();
    for (var definition : definitions) {
      client.resource(definition).fieldManager("tables").forceConflicts().serverSideApply();
    }
    var paths = new ArrayList<String>();
    for (var definition : definitions) {
      var spec = definition.getSpec();
      for (var version : spec.getVersions()) {
        paths.add(
            "/apis/%s/%s/%s?limit=1"
                .formatted(spec.getGroup(), version.getName(), spec.getNames().getPlural()));
      }
    }
    for (var path : List.copyOf(paths)) {
      Await.untilTrue("the server answers " + path, () -> client.raw(path) != null);
    }
  }
}
