package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.LeaderOnly;
import dev.butlerlabs.butler.kube.lead.LeaseLeadership;
import dev.butlerlabs.butler.kube.lead.Timings;
import dev.butlerlabs.butler.kube.observe.Metrics;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.providers.machines.MachineControllers;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.micrometer.core.instrument.Gauge;
import java.net.ProxySelector;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** What every process of ours stands on: clients, the lead, an engine and metrics. */
final class Ground implements AutoCloseable {

  private static final Duration STOP_WITHIN = Duration.ofSeconds(3);

  /** Below what lies between the lead's deadline and the lease's end. */
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  private final Metrics metrics = new Metrics();
  private final SystemTimeline timeline = new SystemTimeline();
  private final String identity;
  private final KubernetesClient openClient;
  private final KubernetesClient client;
  private final LeaseLeadership leadership;
  private final Engine engine;
  private final ProxySelector proxy;

  /**
   * Nothing runs yet.
   *
   * @param interceptors between the process and the cluster
   */
  Ground(Config access, ManagerConfig config, List<Interceptor> interceptors) {
    var name = config.duty().lease();
    proxy = config.proxy();
    var settings = ClientSettings.named(name).withCallTimeout(CALL_TIMEOUT);
    identity = config.identity().isEmpty() ? name + "-" + UUID.randomUUID() : config.identity();
    openClient = Clients.connect(access, settings, interceptors);
    leadership =
        new LeaseLeadership(
            openClient,
            new ObjectKey(config.namespace(), name),
            identity,
            Timings.usual(),
            timeline);
    client = Clients.connect(access, settings, List.of(new LeaderOnly(leadership)));
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                leadership,
                new PatchedFinalizers(client),
                metrics.registry(),
                chance()));
    Gauge.builder("butler_manager_leading", () -> leadership.leading() ? 1 : 0)
        .description("Whether this process has the lead")
        .register(metrics.registry());
  }

  private static Random chance() {
    return new Random(new SecureRandom().nextLong());
  }

  /** What is ordered of these platforms. */
  MachineControllers machines(Collection<ProviderType> types) {
    var machines =
        new MachineControllers(
            new MachineControllers.Parts(
                client,
                timeline,
                leadership,
                MachineControllers.virtualThreads(),
                chance(),
                identity),
            Platforms.of(types, timeline, proxy),
            MachineControllers.Settings.USUAL);
    machines.addTo(engine);
    return machines;
  }

  Metrics metrics() {
    return metrics;
  }

  SystemTimeline timeline() {
    return timeline;
  }

  /** Unlike that of any other process. */
  String identity() {
    return identity;
  }

  /** Writes whether this process leads or not: for the lead itself and for admission. */
  KubernetesClient openClient() {
    return openClient;
  }

  /** Whoever lost the lead can write no more through it, whatever it was in the middle of. */
  KubernetesClient client() {
    return client;
  }

  LeaseLeadership leadership() {
    return leadership;
  }

  Engine engine() {
    return engine;
  }

  /** No reconciler runs any more. */
  void stopEngine() {
    engine.stop(STOP_WITHIN);
  }

  @Override
  public void close() {
    client.close();
    openClient.close();
    timeline.close();
    metrics.close();
  }
}
