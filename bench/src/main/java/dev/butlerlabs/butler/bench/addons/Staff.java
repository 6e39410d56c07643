package dev.butlerlabs.butler.bench.addons;

import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.install.AddonControllers;
import dev.butlerlabs.butler.addons.install.InstallSettings;
import dev.butlerlabs.butler.addons.observe.Enrolment;
import dev.butlerlabs.butler.addons.platform.PlatformAddons;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.pki.Kubeconfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** All controllers of addons, as the manager has them. */
final class Staff implements AutoCloseable {

  private static final Kind<TenantAddon> ADDONS = Kind.of(TenantAddon.class);
  private static final Duration START = Duration.ofMinutes(5);
  private static final long PARK = Duration.ofMillis(200).toNanos();

  private final SystemTimeline timeline = new SystemTimeline();
  private final TenantClients tenants;
  private final Engine engine;
  private final AddonControllers addons;

  Staff(KubernetesClient client, Kubeconfig own, Helm helm) {
    var meters = new SimpleMeterRegistry();
    var settings = TenantSettings.usual("butler-bench");
    tenants = new TenantClients(settings, timeline, meters);
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
                () -> own,
                tenants,
                settings.client(),
                meters,
                "bench"),
            helm,
            InstallSettings.usual("admin.conf"));
    addons.addTo(engine);
    new PlatformAddons(client, timeline).addTo(engine);
    new Enrolment(client).addTo(engine);
  }

  void start() throws InterruptedException {
    engine.start();
    if (!engine.awaitSynced(START)) {
      throw new IllegalStateException("the caches were not filled: " + engine.problems());
    }
  }

  /** Waits until that holds for so many addons. */
  void await(String what, int count, Duration patience, Predicate<TenantAddon> holds) {
    var end = System.nanoTime() + patience.toNanos();
    for (var found = count(holds); found < count; found = count(holds)) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(
            "%s holds for %d of %d addons only, after %s; one of the others: %s"
                .formatted(what, found, count, patience, other(holds)));
      }
      LockSupport.parkNanos(PARK);
    }
  }

  private long count(Predicate<TenantAddon> holds) {
    return all().stream().filter(holds).count();
  }

  private String other(Predicate<TenantAddon> holds) {
    return all().stream()
        .filter(holds.negate())
        .map(one -> one.getMetadata().getName() + " " + one.getStatus())
        .findFirst()
        .orElse("none");
  }

  private List<TenantAddon> all() {
    return engine.cache().list(ADDONS);
  }

  @Override
  public void close() {
    engine.close();
    addons.close();
    tenants.close();
    timeline.close();
  }
}
