package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.addons.admission.AddonAdmissions;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.admission.Admission;
import dev.butlerlabs.butler.kube.admission.AdmissionGate;
import dev.butlerlabs.butler.kube.client.DryRun;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.providers.local.LocalProvider;
import dev.butlerlabs.butler.providers.machines.MachineControllers;
import dev.butlerlabs.butler.steward.Steward;
import dev.butlerlabs.butler.steward.admission.PodFragments;
import dev.butlerlabs.butler.teams.TeamControllers;
import dev.butlerlabs.butler.tenants.TenantControllers;
import dev.butlerlabs.butler.tenants.access.AdminDoor;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All parts of the manager, wired by hand; closing stops them in the reverse order. */
final class Wiring implements Program {

  private static final Logger log = LoggerFactory.getLogger(Wiring.class);
  private static final Duration REHEARSE_WITHIN = Duration.ofSeconds(30);

  private final Ground ground;

  /** One pool for all: a tenant that does not answer is left alone by everybody. */
  private final TenantClients tenants;

  private final Steward steward;
  private final TenantDemand demand;
  private final LocalProvider local;
  private final MachineControllers machines;
  private final AddonWiring addons;
  private final AdmissionGate admission;
  private final AdminEndpoint admin;

  Wiring(Config access, ManagerConfig config) {
    this(access, config, List.of());
  }

  /** What the process was started for. */
  static Program of(Config access, ManagerConfig config) {
    return of(access, config, List.of());
  }

  /** The same parts, which can write nothing. */
  static Program forRehearsal(Config access, ManagerConfig config) {
    return of(access, config, List.of(new DryRun()));
  }

  private static Program of(Config access, ManagerConfig config, List<Interceptor> interceptors) {
    return switch (config.duty()) {
      case Duty.Everything() -> new Wiring(access, config, interceptors);
      case Duty.OnePlatform(var type) -> new ProviderWiring(access, config, type, interceptors);
    };
  }

  private Wiring(Config access, ManagerConfig config, List<Interceptor> interceptors) {
    ground = new Ground(access, config, interceptors);
    var engine = ground.engine();
    var client = ground.client();
    var timeline = ground.timeline();
    var meters = ground.metrics().registry();
    var identity = ground.identity();
    tenants = new TenantClients(TenantSettings.usual("butler-manager"), timeline, meters);
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
    Addresses.add(engine, client, timeline, meters, config.namespace(), identity);
    TeamControllers.add(engine, client, timeline, identity);
    var door = new AdminDoor(client, tenants, config.wayIntoTenants());
    TenantControllers.add(engine, client, timeline, identity, meters, Platforms.drawers(), door);
    TenantControllers.addAccess(engine, client, door);
    var wayIn = config.wayIntoTenants();
    demand = new TenantDemand(engine, client, timeline, meters, tenants, wayIn, identity);
    local = new LocalProvider(client, timeline, tenants, ground.leadership()::leading, identity);
    local.addTo(engine);
    machines = ground.machines(config.platforms());
    addons = new AddonWiring(access, config, ground, tenants);
    admission =
        new AdmissionGate(
            ground.openClient(),
            timeline,
            meters,
            config.admission(),
            admissions(ground.openClient(), engine.cache()),
            TenantControllers.policies());
    admin = new AdminEndpoint(config.admin(), this::notReady, ground.metrics()::scrape);
  }

  /** What the features want to be asked about before it is stored. */
  private static List<Admission<?>> admissions(KubernetesClient client, Cache cache) {
    return Stream.of(
            PodFragments.admissions(client),
            Addresses.admissions(client, cache),
            TeamControllers.admissions(client),
            AddonAdmissions.all(client, cache))
        .<Admission<?>>flatMap(List::stream)
        .toList();
  }

  private List<Problem> notReady() {
    return Stream.of(ground.engine().problems(), admission.problems())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public void start() {
    admission.start();
    ground.engine().start();
    ground.leadership().start();
    log.atInfo().addKeyValue("admin", admin.address()).log("manager started");
  }

  @Override
  public boolean rehearse() throws InterruptedException {
    admission.start();
    ground.engine().start();
    var ready =
        ground.engine().awaitSynced(REHEARSE_WITHIN) && admission.awaitRegistered(REHEARSE_WITHIN);
    return ready && !ground.metrics().scrape().isEmpty();
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
    ground.stopEngine();
    steward.close();
    demand.close();
    local.close();
    machines.close();
    addons.close();
    tenants.close();
    ground.leadership().close();
    admission.close();
    admin.close();
    ground.close();
    log.info("manager stopped");
  }
}
