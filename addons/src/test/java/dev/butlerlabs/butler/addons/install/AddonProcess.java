package dev.butlerlabs.butler.addons.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.observe.Collecting;
import dev.butlerlabs.butler.addons.observe.Enrolment;
import dev.butlerlabs.butler.addons.platform.PlatformAddons;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Random;

/** All that a process does about addons; it knows only what is stored. */
final class AddonProcess implements AutoCloseable {

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Engine engine;
  private final AddonControllers addons;
  private final TenantClients tenants;

  AddonProcess(TestCluster cluster, KubernetesClient client, Timeline timeline, Helm helm) {
    tenants = new TenantClients(TenantSettings.usual("butler-test/1"), timeline, meters);
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                meters,
                new Random(1)));
    addons =
        new AddonControllers(
            new AddonControllers.Parts(
                client,
                timeline,
                Leadership.always(),
                () -> login(cluster),
                tenants,
                ClientSettings.named("butler-test/1"),
                meters,
                "test"),
            helm,
            InstallSettings.usual("admin.conf"));
    addons.addTo(engine);
    new PlatformAddons(client, timeline).addTo(engine);
    new Enrolment(client).addTo(engine);
    new Collecting(client, timeline).addTo(engine);
    engine.start();
    try {
      assertThat(engine.awaitSynced(Site.PATIENCE)).isTrue();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private static Kubeconfig login(TestCluster cluster) {
    try {
      return Kubeconfig.parse(Files.readString(cluster.kubeconfig()));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** How often anything was asked of a tenant, but for watches and what Helm asks. */
  double calls() {
    return meters.find("butler_tenant_calls").counters().stream().mapToDouble(Counter::count).sum();
  }

  @Override
  public void close() {
    engine.close();
    addons.close();
    tenants.close();
  }
}
