package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.claim.ClaimTeller;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Ledger;
import dev.butlerlabs.butler.ipam.ledger.LedgerStore;
import dev.butlerlabs.butler.ipam.ledger.Scope;
import dev.butlerlabs.butler.ipam.tell.PoolMetrics;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.EventQueue;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One namespace of a real API server with our kinds in it, and the hands of its users. */
record Lab(KubernetesClient client, String namespace) {

  static final String[] KINDS = {
    "crds/networkpools.butler.butlerlabs.dev.yaml",
    "crds/ipallocations.butler.butlerlabs.dev.yaml",
    "crds/tenantclusters.butler.butlerlabs.dev.yaml",
    "crds/providerconfigs.butler.butlerlabs.dev.yaml"
  };

  /** Without it a text in braces is taken for JSON. */
  private static final String YAML = "---\n";

  static Lab in(TestCluster cluster) {
    cluster.installResources(KINDS);
    return new Lab(cluster.client(WireFormat.serialization()), cluster.namespace());
  }

  /** A clock that agrees with the API server's, because claims are as old as that says. */
  static SteppedTimeline today() {
    return new SteppedTimeline(Instant.now().truncatedTo(ChronoUnit.SECONDS));
  }

  Scope scope() {
    return new Scope(namespace, namespace);
  }

  /** Somebody whose events nobody writes down. */
  ClaimTeller silent() {
    var meters = new SimpleMeterRegistry();
    var events = new Events(client, "butlerlabs.dev/ipam", "test", Instant::now);
    return new ClaimTeller(new EventQueue(events, _ -> {}, meters, 1), new PoolMetrics(meters));
  }

  /** Events about claims, each with its reason, whom it is about, and how often it was told. */
  List<String> claimEvents() {
    return client.events().v1().events().inNamespace(namespace).list().getItems().stream()
        .filter(event -> event.getRegarding().getKind().equals("IPAllocation"))
        .map(
            event ->
                "%s %s %s%s"
                    .formatted(
                        event.getRegarding().getName(),
                        event.getReason(),
                        event.getNote(),
                        event.getSeries() == null ? "" : " x" + event.getSeries().getCount()))
        .sorted()
        .toList();
  }

  /** A pool out of the text of its spec. */
  NetworkPool pool(String name, String spec) {
    return create(NetworkPool.class, "NetworkPool", name, spec, "{}", List.of());
  }

  /** A claim that is guarded already, as Butler itself makes them. */
  IPAllocation claim(String name, String pool, String tenant, String more) {
    return create(
        IPAllocation.class,
        "IPAllocation",
        name,
        claimSpec(pool, tenant, more),
        "{}",
        List.of(Finalizers.IP_ALLOCATION));
  }

  /** A claim as a person writes it. */
  IPAllocation bareClaim(String name, String pool, String tenant, String more) {
    return create(
        IPAllocation.class, "IPAllocation", name, claimSpec(pool, tenant, more), "{}", List.of());
  }

  /** A claim that says for which cluster of that name it is. */
  IPAllocation claimOf(TenantCluster tenant, String name, String pool, String more) {
    return create(
        IPAllocation.class,
        "IPAllocation",
        name,
        claimSpec(pool, tenant.getMetadata().getName(), more),
        "{%s: \"%s\"}".formatted(Claim.TENANT_UID, tenant.getMetadata().getUid()),
        List.of(Finalizers.IP_ALLOCATION));
  }

  TenantCluster tenant(String name, String spec) {
    return create(TenantCluster.class, "TenantCluster", name, spec, "{}", List.of());
  }

  ProviderConfig provider(String name, String network) {
    return create(
        ProviderConfig.class,
        "ProviderConfig",
        name,
        "{provider: proxmox, credentialsRef: {name: none}, proxmox: {endpoint:"
            + " 'https://127.0.0.1:1', nodes: [n], storage: s}, network: "
            + network
            + "}",
        "{}",
        List.of());
  }

  IPAllocation claim(String name) {
    return resource(IPAllocation.class, name).require();
  }

  IPAllocationStatus status(String name) {
    var status = claim(name).getStatus();
    if (status == null) {
      throw new AssertionError(name + " has no status");
    }
    return status;
  }

  List<IPAllocation> claims() {
    return client.resources(IPAllocation.class).inNamespace(namespace).list().getItems();
  }

  Ledger ledger(String pool) {
    return new LedgerStore(client, namespace)
        .read(new ObjectKey(namespace, pool))
        .orElseThrow()
        .ledger();
  }

  /** All that is stored about addresses, as lines that two runs alike have in common. */
  String told() {
    var lines = new TreeSet<String>();
    for (var claim : claims()) {
      var meta = claim.getMetadata();
      lines.add(
          "claim %s %s %s%s"
              .formatted(
                  meta.getName(),
                  meta.getFinalizers(),
                  json(claim.getStatus()),
                  meta.getDeletionTimestamp() == null ? "" : " deleted"));
    }
    for (var pool : client.resources(NetworkPool.class).inNamespace(namespace).list().getItems()) {
      lines.add("pool " + pool.getMetadata().getName() + " " + json(pool.getStatus()));
    }
    for (var ledger : new LedgerStore(client, namespace).all().orElseThrow().readable()) {
      lines.add("ledger " + ledger.ledger());
    }
    return String.join("\n", lines).replace(namespace, "{namespace}");
  }

  /** How many claims got how much, whichever they are. */
  String tally() {
    return claims().stream()
        .map(IPAllocation::getStatus)
        .map(
            status ->
                "%s %s%s"
                    .formatted(
                        status.phase(),
                        status.allocatedCount(),
                        status.phase() == IPAllocationStatus.Phase.ALLOCATED
                            ? ""
                            : " " + json(status.conditions())))
        .sorted()
        .collect(Collectors.joining("\n"))
        .replace(namespace, "{namespace}");
  }

  private String json(@Nullable Object value) {
    return value == null ? "nothing" : client.getKubernetesSerialization().asJson(value);
  }

  void edit(String kind, String name, String merge) {
    resource(type(kind), name).patch(PatchContext.of(PatchType.JSON_MERGE), jsonOf(merge));
  }

  /** What another feature tells on a claim. */
  void tell(String claim, String condition) {
    tell(claim, condition, "True", "Told");
  }

  void tell(String claim, String condition, String truth, String reason) {
    var body =
        "{apiVersion: butler.butlerlabs.dev/v1alpha1, kind: IPAllocation, metadata: {name: %s, namespace: %s},"
                .formatted(claim, namespace)
            + " status: {conditions: [{type: %s, status: '%s', reason: %s, message: told,"
                .formatted(condition, truth, reason)
            + " lastTransitionTime: '2030-01-01T00:00:00Z'}]}}";
    resource(IPAllocation.class, claim)
        .subresource("status")
        .patch(
            new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager("test-" + condition)
                .withForce(true)
                .build(),
            jsonOf(body));
  }

  /** The same, unless the claim is gone by now. */
  void tellIfThere(String claim, String condition) {
    try {
      tell(claim, condition);
    } catch (KubernetesClientException refused) {
      if (refused.getCode() != 404) {
        throw refused;
      }
    }
  }

  void writeStatus(String claim, String status) {
    resource(IPAllocation.class, claim)
        .subresource("status")
        .patch(PatchContext.of(PatchType.JSON_MERGE), jsonOf("{status: " + status + "}"));
  }

  void release(String claim) {
    edit("IPAllocation", claim, "{spec: {release: true}}");
  }

  void delete(String kind, String name) {
    resource(type(kind), name).delete();
  }

  <T extends HasMetadata> Resource<T> resource(Class<T> type, String name) {
    return client.resources(type).inNamespace(namespace).withName(name);
  }

  private static Class<? extends HasMetadata> type(String kind) {
    return switch (kind) {
      case "IPAllocation" -> IPAllocation.class;
      case "NetworkPool" -> NetworkPool.class;
      case "TenantCluster" -> TenantCluster.class;
      case "ProviderConfig" -> ProviderConfig.class;
      default -> throw new IllegalArgumentException("no such kind here: " + kind);
    };
  }

  private String claimSpec(String pool, String tenant, String more) {
    return "{poolRef: {name: %s}, tenantClusterRef: {name: %s, namespace: %s}%s}"
        .formatted(pool, tenant, namespace, more.isEmpty() ? "" : ", " + more);
  }

  private String jsonOf(String yaml) {
    var format = client.getKubernetesSerialization();
    return format.asJson(format.unmarshal(YAML + yaml, Object.class));
  }

  private <T extends HasMetadata> T create(
      Class<T> type,
      String kind,
      String name,
      String spec,
      String labels,
      List<String> finalizers) {
    var yaml =
        "{apiVersion: butler.butlerlabs.dev/v1alpha1, kind: %s, metadata: {name: %s, namespace: %s, labels: %s, finalizers: [%s]}, spec: %s}"
            .formatted(kind, name, namespace, labels, String.join(", ", finalizers), spec);
    return client
        .resource(client.getKubernetesSerialization().unmarshal(YAML + yaml, type))
        .create();
  }
}
