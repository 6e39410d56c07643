package dev.butlerlabs.butler.bench.fleet;

import dev.butlerlabs.butler.ipam.admission.AddressAdmissions;
import dev.butlerlabs.butler.ipam.admission.StoredRecords;
import dev.butlerlabs.butler.ipam.demand.CapacityReconciler;
import dev.butlerlabs.butler.ipam.demand.DemandKinds;
import dev.butlerlabs.butler.ipam.demand.DemandReconciler;
import dev.butlerlabs.butler.ipam.demand.Inside;
import dev.butlerlabs.butler.ipam.infrastructure.InfrastructureReconciler;
import dev.butlerlabs.butler.ipam.infrastructure.Machines;
import dev.butlerlabs.butler.ipam.ledger.Scope;
import dev.butlerlabs.butler.ipam.pool.AddressControllers;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.admission.Admission;
import dev.butlerlabs.butler.kube.admission.AdmissionGate;
import dev.butlerlabs.butler.kube.admission.AdmissionSettings;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.LeaderOnly;
import dev.butlerlabs.butler.kube.lead.LeaseLeadership;
import dev.butlerlabs.butler.kube.lead.Timings;
import dev.butlerlabs.butler.kube.observe.Metrics;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.tenant.TenantWatches;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.providers.local.infrastructure.LocalInfrastructure;
import dev.butlerlabs.butler.teams.TeamControllers;
import dev.butlerlabs.butler.tenants.TenantControllers;
import dev.butlerlabs.butler.tenants.access.AdminDoor;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The controllers of teams, tenants and addresses as the manager runs them, with its lead and its
 * admission; those who host control planes and make machines are left out.
 */
final class Controllers implements AutoCloseable {

  static final String NAMESPACE = "butler-system";

  private static final String NAME = "butler-manager";
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration STOP_WITHIN = Duration.ofSeconds(3);

  private final Metrics metrics = new Metrics();
  private final SystemTimeline timeline = new SystemTimeline();
  private final KubernetesClient openClient;
  private final KubernetesClient client;
  private final LeaseLeadership leadership;
  private final Engine engine;
  private final TenantClients tenants;
  private final TenantWatches<Service> services;
  private final AdmissionGate admission;

  Controllers(Config access, AdmissionSettings settings) {
    var calls = ClientSettings.named(NAME).withCallTimeout(CALL_TIMEOUT);
    openClient = Clients.connect(access, calls);
    leadership =
        new LeaseLeadership(
            openClient, new ObjectKey(NAMESPACE, NAME), NAME, Timings.usual(), timeline);
    client = Clients.connect(access, calls, List.of(new LeaderOnly(leadership)));
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                leadership,
                new PatchedFinalizers(client),
                metrics.registry(),
                new Random(1)));
    var usual = TenantSettings.usual(NAME);
    tenants = new TenantClients(usual, timeline, metrics.registry());
    var news = new Trigger();
    services = new TenantWatches<>(Inside.selections(), usual.client(), timeline, news);
    addresses(news);
    TeamControllers.add(engine, client, timeline, NAME);
    TenantControllers.add(
        engine,
        client,
        timeline,
        NAME,
        metrics.registry(),
        List.of(new LocalInfrastructure()),
        new AdminDoor(client, tenants, "admin.conf"));
    admission =
        new AdmissionGate(
            openClient,
            timeline,
            metrics.registry(),
            settings,
            admissions(),
            TenantControllers.policies());
  }

  private void addresses(Trigger news) {
    var meters = metrics.registry();
    AddressControllers.usual(client, Scope.of(NAMESPACE), timeline, meters, NAME).addTo(engine);
    var machines = new Machines();
    engine.add("machine-addresses", machines.watches(), machines, ControllerSettings.DEFAULT);
    var network = new InfrastructureReconciler(client, timeline, machines);
    engine.add(
        "networkpool-infrastructure", network.watches(), network, ControllerSettings.DEFAULT);
    var kinds = DemandKinds.everywhere();
    var inside = new Inside(services, tenants, "admin.conf");
    var demand = new DemandReconciler(client, kinds, inside, NAME, timeline);
    engine.add("address-demand", demand.watches(news), demand, ControllerSettings.DEFAULT);
    var capacity = new CapacityReconciler(client, kinds, NAME, timeline, meters);
    engine.add("address-capacity", capacity.watches(), capacity, ControllerSettings.DEFAULT);
  }

  private List<Admission<?>> admissions() {
    return Stream.of(
            AddressAdmissions.all(new StoredRecords(openClient, engine.cache())),
            TeamControllers.admissions(openClient))
        .<Admission<?>>flatMap(List::stream)
        .toList();
  }

  void start() {
    admission.start();
    engine.start();
    leadership.start();
  }

  /** Why it cannot be counted on yet; empty once it can. */
  List<Problem> notReady() {
    return Stream.of(engine.problems(), admission.problems()).flatMap(List::stream).toList();
  }

  @Override
  public void close() {
    engine.stop(STOP_WITHIN);
    services.close();
    tenants.close();
    leadership.close();
    admission.close();
    client.close();
    openClient.close();
    timeline.close();
    metrics.close();
  }
}
