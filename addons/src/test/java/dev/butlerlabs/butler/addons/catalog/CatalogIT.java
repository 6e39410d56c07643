package dev.butlerlabs.butler.addons.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import org.junit.jupiter.api.Test;

/** The catalog as a real API server takes it. */
@OnRealApiServer
class CatalogIT {

  private static final String DEFINITION = "crds/addondefinitions.butler.butlerlabs.dev.yaml";

  @Test
  void everyEntryIsStoredAsItWasWritten(TestCluster cluster) {
    cluster.installResources(DEFINITION);
    var client = cluster.client(WireFormat.serialization());
    for (var entry : Catalog.builtin()) {
      var stored = client.resource(entry).fieldManager("catalog-test").serverSideApply();

      assertThat(stored.getSpec()).as(entry.getMetadata().getName()).isEqualTo(entry.getSpec());
    }
    var shown = cluster.kubectl("get", "addondefinitions").stdout();
    assertThat(shown).contains("cilium", "rabbitmq", "1.17.0");
    Catalog.builtin().forEach(entry -> client.resource(entry).delete());
  }
}
