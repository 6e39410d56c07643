package dev.butlerlabs.butler.ipam.announce;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.ipam.demand.DemandKinds;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;

/** A cluster {@code shop} whose load balancer is looked after, and everybody who acts on it. */
final class Town implements AutoCloseable {

  static final String STOLEN = "{\"spec\":{\"addresses\":[\"192.0.2.1-192.0.2.9\"]}}";

  private static final ClientSettings SETTINGS =
      new ClientSettings("butler-test/1", Duration.ofSeconds(3), Duration.ofSeconds(8), 8);

  private final TestCluster cluster;
  private final String kubeconfig;
  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private final SystemTimeline real = new SystemTimeline();
  private final TenantClients clients =
      new TenantClients(TenantSettings.usual("butler-test/1"), real, new SimpleMeterRegistry());
  private final AnnounceReconciler announcing;
  private final Engine engine;

  Town(TestCluster cluster, String kubeconfig) {
    this.cluster = cluster;
    this.kubeconfig = kubeconfig;
    for (var kind : List.of("tenantclusters", "providerconfigs", "ipallocations", "tenantaddons")) {
      cluster.installResources("crds/" + kind + ".butler.butlerlabs.dev.yaml");
    }
    cluster.installResources("metallb.io.yaml", "l2.metallb.io.yaml");
    var client = cluster.client(WireFormat.serialization());
    var kinds = new DemandKinds(cluster.namespace());
    announcing = new AnnounceReconciler(client, kinds, clients, "admin.conf", SETTINGS, real);
    provider("{mode: ipam, poolRefs: [{name: a}]}");
    order("{}");
    reachable();
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                new SimpleMeterRegistry(),
                new Random(1)));
    engine.add("announcing", announcing.watches(), announcing, ControllerSettings.DEFAULT);
    engine.start();
  }

  private void provider(String network) {
    apply("ProviderConfig", "lab", "{provider: local, network: %s}".formatted(network));
  }

  private void order(String networking) {
    apply(
        "TenantCluster",
        "shop",
        "{providerConfigRef: {name: lab, namespace: %s}, workers: {replicas: 1}, networking: %s}"
            .formatted(cluster.namespace(), networking));
    status(
        "tenantcluster",
        "shop",
        "{\"tenantNamespace\":\"%s\",\"kubeconfigSecretRef\":{\"name\":\"way-in\"}}"
            .formatted(cluster.namespace()));
  }

  void byHand(String start, String end) {
    apply("ProviderConfig", "lab", "{provider: local, network: {mode: cloud}}");
    order("{loadBalancerPool: {start: %s, end: %s}}".formatted(start, end));
  }

  void reachable() {
    secret(kubeconfig);
  }

  /** Nobody listens there. */
  void unreachable() {
    secret(kubeconfig.replaceAll("server: .*", "server: https://127.0.0.1:1"));
  }

  private void secret(String login) {
    var text = Base64.getEncoder().encodeToString(login.getBytes(UTF_8));
    write(
        "{apiVersion: v1, kind: Secret, metadata: {name: way-in}, data: {value: %s}}"
            .formatted(text));
  }

  /** MetalLB is installed, in the namespace of the test. */
  void balancer(String version) {
    apply("TenantAddon", "metallb", "{clusterRef: {name: shop}, addon: metallb}");
    status(
        "tenantaddon",
        "metallb",
        "{\"installedVersion\":\"%s\",\"helmRelease\":{\"name\":\"metallb\",\"namespace\":\"%s\"}}"
            .formatted(version, cluster.namespace()));
  }

  void claim(String name, String start, String end) {
    apply(
        "IPAllocation",
        name,
        "{poolRef: {name: a}, type: loadbalancer, tenantClusterRef: {name: shop, namespace: %s}}"
            .formatted(cluster.namespace()));
    status(
        "ipallocation",
        name,
        "{\"phase\":\"Allocated\",\"startAddress\":\"%s\",\"endAddress\":\"%s\"}"
            .formatted(start, end));
  }

  /** As the pool does when it is asked to. */
  void release(String name) {
    cluster
        .kubectl(
            "patch", "ipallocation", name, "--type=merge", "-p", "{\"spec\":{\"release\":true}}")
        .requireSuccess();
    status("ipallocation", name, "{\"phase\":\"Releasing\"}");
  }

  void service(String name, String address) {
    write(
        "{apiVersion: v1, kind: Service, metadata: {name: %s}, spec: {type: LoadBalancer, ports: [{port: 80}]}}"
            .formatted(name));
    status(
        "service", name, "{\"loadBalancer\":{\"ingress\":[{\"ip\":\"%s\"}]}}".formatted(address));
  }

  void poolByHand(String name, String addresses) {
    write(
        "{apiVersion: metallb.io/v1beta1, kind: IPAddressPool, metadata: {name: %s}, spec: {addresses: ['%s']}}"
            .formatted(name, addresses));
  }

  private void apply(String kind, String name, String spec) {
    write(
        "{apiVersion: butler.butlerlabs.dev/v1alpha1, kind: %s, metadata: {name: %s}, spec: %s}"
            .formatted(kind, name, spec));
  }

  private void write(String yaml) {
    cluster.kubectlReading(yaml, "apply", "-f", "-").requireSuccess();
  }

  private void status(String kind, String name, String status) {
    cluster
        .kubectl(
            "patch",
            kind,
            name,
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":%s}".formatted(status))
        .requireSuccess();
  }

  void tenant(String... arguments) {
    cluster.kubectl(arguments).requireSuccess();
  }

  String pool() {
    return field("ipaddresspool", "default-pool", "{.spec.addresses}");
  }

  /** Empty while there is none. */
  private String field(String kind, String name, String path) {
    return cluster
        .kubectl("get", kind, name, "--ignore-not-found", "-o", "jsonpath=" + path)
        .requireSuccess();
  }

  void awaitPool(String addresses) {
    await("the pool has " + addresses, () -> pool().equals(addresses));
  }

  void awaitAdvertised(String pools) {
    await(
        "advertised are " + pools,
        () -> field("l2advertisement", "default", "{.spec.ipAddressPools}").equals(pools));
  }

  void awaitGone(String kind, String name) {
    await(kind + " " + name + " is gone", () -> field(kind, name, "{.metadata.name}").isEmpty());
  }

  void awaitCluster(String type, String beginning) {
    await(
        "the cluster says " + beginning,
        () -> told("tenantcluster", "shop", type).startsWith(beginning));
  }

  void awaitClaim(String name, String type, String beginning) {
    var words = beginning.replace("%s", cluster.namespace());
    await(name + " says " + words, () -> told(name, type).startsWith(words));
  }

  String told(String claim, String type) {
    return told("ipallocation", claim, type);
  }

  private String told(String kind, String name, String type) {
    var of = "{.status.conditions[?(@.type==\"%s\")]".formatted(type);
    return "%s %s %s"
        .formatted(
            field(kind, name, of + ".status}"),
            field(kind, name, of + ".reason}"),
            field(kind, name, of + ".message}"))
        .strip();
  }

  /** What waits for a moment waits by the clock, so time has to pass. */
  private void await(String what, BooleanSupplier holds) {
    Await.untilTrue(
        what,
        () -> {
          timeline.advance(Duration.ofSeconds(1));
          return holds.getAsBoolean();
        });
  }

  @Override
  public void close() {
    engine.close();
    announcing.close();
    clients.close();
    real.close();
  }
}
