package dev.butlerlabs.butler.addons.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.Namespaces;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Secrets with keys that definitions and the platform name, on a real API server. */
@OnRealApiServer
class SigningKeysIT {

  private final SystemTimeline timeline = new SystemTimeline();
  private final List<ObjectKey> told = new CopyOnWriteArrayList<>();
  private TestCluster cluster;
  private SigningKeys keys;
  private Engine engine;
  private String own = "";

  @BeforeEach
  void open(TestCluster given) throws InterruptedException {
    cluster = given;
    cluster.installResources(
        "crds/tenantaddons.butler.butlerlabs.dev.yaml",
        "crds/managementaddons.butler.butlerlabs.dev.yaml",
        "crds/addondefinitions.butler.butlerlabs.dev.yaml",
        "crds/butlerconfigs.butler.butlerlabs.dev.yaml");
    // Other tests may have made it.
    cluster.kubectl("create", "namespace", Namespaces.SYSTEM);
    own = "keys-" + cluster.namespace();
    var tenants = new Trigger();
    var management = new Trigger();
    tenants.onFire(told::add);
    management.onFire(told::add);
    keys = new SigningKeys(tenants, management);
    var client = cluster.client(WireFormat.serialization());
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                new SimpleMeterRegistry(),
                new Random(1)));
    keys.addTo(engine);
    engine.start();
    assertThat(engine.awaitSynced(Site.PATIENCE)).isTrue();
    apply("TenantAddon", own, "{clusterRef: {name: web}, addon: " + own + "}");
    apply("ManagementAddon", own, "{addon: " + own + "}");
  }

  @AfterEach
  void close() {
    engine.close();
    timeline.close();
    for (var kind : List.of("tenantaddon", "managementaddon", "addondefinition")) {
      delete(kind, own);
    }
    cluster.kubectl("delete", "butlerconfig", "butler", "--ignore-not-found").requireSuccess();
  }

  @Test
  void point29_secretThatADefinitionNamesBringsUpAddonsWheneverItIsWritten() {
    apply(
        "AddonDefinition",
        own,
        "{displayName: It, description: It, category: other, chart: {repository:"
            + " 'https://charts.example.com', name: it, defaultVersion: 1.0.0, provenance:"
            + " {keysRef: {name: "
            + own
            + "}}}}");

    heedsTheSecret();
  }

  @Test
  void point29_secretThatThePlatformNamesBringsUpAddonsWheneverItIsWritten() {
    apply(
        "ButlerConfig",
        "butler",
        "{addons: {signedSources: [{source: 'https://charts.example.com', keysRef: {name: "
            + own
            + "}}]}}");

    heedsTheSecret();
  }

  private void heedsTheSecret() {
    var secret = new ObjectKey(Namespaces.SYSTEM, own);
    assertThat(keys.seen(secret)).isEmpty();
    for (var content : List.of("one", "another")) {
      var before = keys.seen(secret);
      told.clear();
      cluster
          .kubectlReading(
              """
              apiVersion: v1
              kind: Secret
              metadata: {name: %s, namespace: %s}
              stringData: {keyring: %s}
              """
                  .formatted(own, Namespaces.SYSTEM, content),
              "apply",
              "-f",
              "-",
              "--namespace=" + Namespaces.SYSTEM)
          .requireSuccess();

      Await.untilTrue(
          "both addons are brought up",
          Site.PATIENCE,
          () ->
              told.contains(new ObjectKey(cluster.namespace(), own))
                  && told.contains(ObjectKey.cluster(own)));
      assertThat(keys.seen(secret)).isNotEmpty().isNotEqualTo(before);
    }
    cluster.kubectl("delete", "secret", own, "-n", Namespaces.SYSTEM).requireSuccess();
    Await.untilTrue("it is gone", Site.PATIENCE, () -> keys.seen(secret).isEmpty());
  }

  private void apply(String kind, String name, String spec) {
    cluster
        .kubectlReading(
            """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: %s
            metadata: {name: %s}
            spec: %s
            """
                .formatted(kind, name, spec),
            "apply",
            "-f",
            "-")
        .requireSuccess();
  }

  private void delete(String kind, String name) {
    cluster.kubectl("delete", kind, name, "--ignore-not-found").requireSuccess();
  }
}
