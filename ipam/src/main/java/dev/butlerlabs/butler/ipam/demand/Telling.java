package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.demand.plan.Claim;
import dev.butlerlabs.butler.ipam.demand.plan.Demand;
import dev.butlerlabs.butler.ipam.demand.plan.Observation;
import dev.butlerlabs.butler.ipam.demand.plan.Verdicts;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tells a cluster how its addresses stand, and those who wait for some why they do. */
final class Telling {

  private static final String CONTROLLER = "butlerlabs.dev/ipam";
  private static final String NODES = "ipAllocationRef";
  private static final String BALANCERS = "lbAllocationRef";
  private static final StatusShare SHARE =
      new StatusShare(
          FieldManager.of("ipam-demand"),
          Set.of(NODES, BALANCERS),
          Set.of(Verdicts.NETWORK, Verdicts.CAPACITY),
          false);

  /** Not yet, rather than no. */
  private static final Set<String> PATIENT = Set.of("Reconciling", "WaitingForDependencies");

  private final StatusWriter statuses;
  private final Events events;
  private final Inside inside;
  private final String instance;
  private final InstantSource clock;

  Telling(KubernetesClient client, Inside inside, String instance, InstantSource clock) {
    this.statuses = new StatusWriter(client, SHARE, clock);
    this.events = new Events(client, CONTROLLER, instance, clock);
    this.inside = inside;
    this.instance = instance;
    this.clock = clock;
  }

  /** What holds without a look at claims; references stay as they are. */
  void tell(TenantCluster cluster, List<Verdict> verdicts) {
    var refs = new LinkedHashMap<String, LocalRef>();
    status(cluster)
        .map(TenantClusterStatus::ipAllocationRef)
        .ifPresent(ref -> refs.put(NODES, ref));
    status(cluster)
        .map(TenantClusterStatus::lbAllocationRef)
        .ifPresent(ref -> refs.put(BALANCERS, ref));
    statuses.write(cluster, verdicts, refs).orElseThrow();
  }

  /** An event tells when something turned bad; it is told before the status forgets how it was. */
  void tell(TenantCluster cluster, List<Verdict> fresh, Observation seen, Cache cache) {
    var verdicts = fresh.stream().map(verdict -> unlessLooking(cluster, verdict)).toList();
    var bad = verdicts.stream().filter(verdict -> turnedBad(cluster, verdict)).findFirst();
    bad.ifPresent(verdict -> events.tell(cluster, event(verdict), verdict.message()));
    verdicts.stream()
        .filter(verdict -> verdict.type().equals(Verdicts.CAPACITY) && refused(verdict))
        .findFirst()
        .ifPresent(verdict -> tellServices(cluster, verdict, seen, cache));
    var refs = new LinkedHashMap<String, LocalRef>();
    ref(seen, IPAllocationSpec.Type.NODES).ifPresent(ref -> refs.put(NODES, ref));
    ref(seen, IPAllocationSpec.Type.LOADBALANCER).ifPresent(ref -> refs.put(BALANCERS, ref));
    statuses.write(cluster, verdicts, refs).orElseThrow();
  }

  /** After a restart what was told before stands until the Services have been looked at. */
  private static Verdict unlessLooking(TenantCluster cluster, Verdict verdict) {
    return verdict.reason().equals(Verdicts.LOOKING)
        ? stored(cluster, verdict.type()).map(Condition::verdict).orElse(verdict)
        : verdict;
  }

  private static Optional<Condition> stored(TenantCluster cluster, String type) {
    return new Conditions(status(cluster).map(TenantClusterStatus::conditions).orElse(List.of()))
        .find(type);
  }

  private static DemandEvent event(Verdict verdict) {
    return verdict.type().equals(Verdicts.NETWORK)
        ? DemandEvent.ADDRESSES_REFUSED
        : DemandEvent.LOAD_BALANCER_CAPACITY_SHORT;
  }

  private static boolean refused(Verdict verdict) {
    return verdict.status() == Truth.FALSE && !PATIENT.contains(verdict.reason());
  }

  private static boolean turnedBad(TenantCluster cluster, Verdict verdict) {
    return refused(verdict)
        && stored(cluster, verdict.type())
            .filter(told -> told.reason().equals(verdict.reason()))
            .isEmpty();
  }

  /** Whoever runs the Service hears it there; once, also after a restart of ours. */
  private void tellServices(TenantCluster cluster, Verdict verdict, Observation seen, Cache cache) {
    if (!(seen.demand() instanceof Demand.Known(_, _, var waiting)) || waiting.isEmpty()) {
      return;
    }
    var already = capacityMessage(cluster);
    if (already.filter(verdict.message()::equals).isPresent()) {
      return;
    }
    var _ =
        inside.visit(
            cluster,
            cache,
            client -> {
              var there = new Events(client, CONTROLLER, instance, clock);
              waiting.stream()
                  .filter(service -> untold(client, service))
                  .forEach(
                      service ->
                          there.tell(
                              service,
                              DemandEvent.LOAD_BALANCER_CAPACITY_SHORT,
                              "no load balancer address is left for this Service: "
                                  + verdict.reason()
                                  + "; ask whoever runs the platform"));
              return true;
            });
  }

  private static boolean untold(KubernetesClient client, Service service) {
    return client
        .v1()
        .events()
        .inNamespace(service.getMetadata().getNamespace())
        .withField("involvedObject.uid", service.getMetadata().getUid())
        .withField("reason", DemandEvent.LOAD_BALANCER_CAPACITY_SHORT.wire())
        .list()
        .getItems()
        .isEmpty();
  }

  private static Optional<String> capacityMessage(TenantCluster cluster) {
    return stored(cluster, Verdicts.CAPACITY).map(Condition::message);
  }

  /** The first claim of its type that stands. */
  private static Optional<LocalRef> ref(Observation seen, IPAllocationSpec.Type type) {
    return seen.claims().stream()
        .filter(claim -> claim.type() == type && claim.live())
        .min(Comparator.comparingInt(Claim::number).thenComparing(Claim::name))
        .map(claim -> new LocalRef(claim.name()));
  }

  private static Optional<TenantClusterStatus> status(TenantCluster cluster) {
    return Optional.ofNullable(cluster.getStatus());
  }
}
