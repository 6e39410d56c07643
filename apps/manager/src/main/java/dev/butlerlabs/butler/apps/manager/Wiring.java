package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.admission.Admission;
import dev.butlerlabs.butler.kube.admission.AdmissionGate;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.DryRun;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.LeaderOnly;
import dev.butlerlabs.butler.kube.lead.LeaseLeadership;
import dev.butlerlabs.butler.kube.lead.Timings;
import dev.butlerlabs.butler.kube.observe.Metrics;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.providers.local.LocalProvider;
import dev.butlerlabs.butler.providers.machines.MachineControllers;
import dev.butlerlabs.butler.steward.Steward;
import dev.butlerlabs.butler.steward.admission.PodFragments;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.micrometer.core.instrument.Gauge;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All parts of the manager, wired by hand; closing stops them in the reverse order. */
final class Wiring implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Wiring.class);
  private static final Duration STOP_WITHIN = Duration.ofSeconds(3);

  /** Below what lies between the lead's deadline and the lease's end. */
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  private static final Duration REHEARSE_WITHIN = Duration.ofSeconds(30);

  private final Metrics metrics = new Metrics();
  private final SystemTimeline timeline = new SystemTimeline();

  /** Writes whether this process leads or not: for the lead itself and for admission. */
  private final KubernetesClient openClient;

  private final KubernetesClient client;
  private final LeaseLeadership leadership;
  private final Engine engine;

  /** One pool for all: a tenant that does not answer is left alone by everybody. */
  private final TenantClients tenants;

  private final Steward steward;
  private final TenantDemand demand;
  private final LocalProvider local;
  private final MachineControllers machines;
  private final AdmissionGate admission;
  private final AdminEndpoint admin;

  Wiring(Config access, ManagerConfig config) {
    this(access, config, List.of());
  }

  /** The same parts, which can write nothing. */
  static Wiring forRehearsal(Config access, ManagerConfig config) {
    return new Wiring(access, config, List.of(new DryRun()));
  }

  private Wiring(Config access, ManagerConfig config, List<Interceptor> interceptors) {
    var settings = ClientSettings.named("butler-manager").withCallTimeout(CALL_TIMEOUT);
    var identity = identity(config);
    openClient = Clients.connect(access, settings, interceptors);
    leadership =
        new LeaseLeadership(
            openClient,
            new ObjectKey(config.namespace(), "butler-manager"),
            identity,
            Timings.usual(),
            timeline);
    // Whoever lost the lead can write no more, whatever it was in the middle of.
    client = Clients.connect(access, settings, List.of(new LeaderOnly(leadership)));
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                leadership,
                new PatchedFinalizers(client),
                metrics.registry(),
                new Random(new SecureRandom().nextLong())));
    tenants =
        new TenantClients(TenantSettings.usual("butler-manager"), timeline, metrics.registry());
    steward =
        new Steward(
            client,
            timeline,
            tenants,
            identity,
            "default",
            config.wayIntoTenants(),
            config.backups());
    steward.addTo(engine);
    Addresses.add(engine, client, timeline, metrics.registry(), config.namespace(), identity);
    demand = new TenantDemand(engine, client, timeline, metrics.registry(), tenants, identity);
    local = new LocalProvider(client, timeline, tenants, leadership::leading, identity);
    local.addTo(engine);
    machines =
        new MachineControllers(
            new MachineControllers.Parts(
                client,
                timeline,
                leadership,
                MachineControllers.virtualThreads(),
                new Random(new SecureRandom().nextLong()),
                identity),
            Platforms.all(timeline),
            MachineControllers.Settings.USUAL);
    machines.addTo(engine);
    Gauge.builder("butler_manager_leading", () -> leadership.leading() ? 1 : 0)
        .description("Whether this process has the lead")
        .register(metrics.registry());
    admission =
        new AdmissionGate(
            openClient,
            timeline,
            metrics.registry(),
            config.admission(),
            admissions(openClient, engine.cache()));
    admin = new AdminEndpoint(config.admin(), this::notReady, metrics::scrape);
  }

  /** What the features want to be asked about before it is stored. */
  private static List<Admission<?>> admissions(KubernetesClient client, Cache cache) {
    return Stream.of(PodFragments.admissions(client), Addresses.admissions(client, cache))
        .<Admission<?>>flatMap(List::stream)
        .toList();
  }

  private List<Problem> notReady() {
    return Stream.of(engine.problems(), admission.problems()).flatMap(List::stream).toList();
  }

  private static String identity(ManagerConfig config) {
    return config.identity().isEmpty() ? "butler-manager-" + UUID.randomUUID() : config.identity();
  }

  void start() {
    admission.start();
    engine.start();
    leadership.start();
    log.atInfo().addKeyValue("admin", admin.address()).log("manager started");
  }

  /**
   * Goes through a start without standing for the lead, so that a class cache can be made of it;
   * answers whether it got as far as ready.
   */
  boolean rehearse() throws InterruptedException {
    admission.start();
    engine.start();
    var ready = engine.awaitSynced(REHEARSE_WITHIN) && admission.awaitRegistered(REHEARSE_WITHIN);
    return ready && !metrics.scrape().isEmpty();
  }

  InetSocketAddress adminAddress() {
    return admin.address();
  }

  InetSocketAddress webhookAddress() {
    return admission.address();
  }

  /** First the reconcilers, then the lead, so that the next leader never meets this one. */
  @Override
  public void close() {
    engine.stop(STOP_WITHIN);
    steward.close();
    demand.close();
    local.close();
    machines.close();
    tenants.close();
    leadership.close();
    admission.close();
    admin.close();
    client.close();
    openClient.close();
    timeline.close();
    metrics.close();
    log.info("manager stopped");
  }
}
