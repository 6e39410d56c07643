package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Orders, pools and claims in one namespace, and the hand of everybody else who acts on them. */
record Estate(KubernetesClient client, String namespace) {

  static void install(TestCluster cluster) {
    for (var kind : List.of("tenantclusters", "providerconfigs", "networkpools", "ipallocations")) {
      cluster.installResources("crds/" + kind + ".butler.butlerlabs.dev.yaml");
    }
  }

  static Estate in(TestCluster cluster) {
    install(cluster);
    return new Estate(cluster.client(WireFormat.serialization()), cluster.namespace());
  }

  /** A provider whose nodes have their addresses elsewhere, unless the settings say otherwise. */
  void provider(String network) {
    create(
        ProviderConfig.class,
        "lab",
        "{provider: local, network: {mode: ipam, nodeAddresses: dhcp, %s}}".formatted(network));
  }

  void pool(String name, String cidr, int available, int largest) {
    create(NetworkPool.class, name, "{cidr: " + cidr + "}");
    figures(name, available, largest);
  }

  void figures(String pool, int available, int largest) {
    status(
        client.resources(NetworkPool.class).inNamespace(namespace).withName(pool).require(),
        "{availableIPs: %d, largestFreeBlock: %d}".formatted(available, largest));
  }

  TenantCluster order(String name, String networking) {
    return create(
        TenantCluster.class,
        name,
        "{providerConfigRef: {name: lab, namespace: %s}, workers: {replicas: 3}, %s}"
            .formatted(namespace, networking));
  }

  <T extends HasMetadata> T create(Class<T> type, String name, String spec) {
    var format = WireFormat.serialization();
    var kind = Kind.of(type).coordinates();
    var yaml =
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: %s
        metadata: {name: %s, namespace: %s}
        spec: %s
        """
            .formatted(kind.kind(), name, namespace, spec);
    return client.resource(format.unmarshal(yaml, type)).create();
  }

  void edit(String cluster, String spec) {
    patch(cluster(cluster), "", "spec: " + spec);
  }

  /** Who must be gone before the cluster may go, whatever was said before. */
  void holders(String cluster, String... finalizers) {
    patch(cluster(cluster), "", "metadata: {finalizers: " + List.of(finalizers) + "}");
  }

  void status(HasMetadata object, String status) {
    patch(object, "status", "status: " + status);
  }

  private void patch(HasMetadata object, String part, String yaml) {
    var tree = WireFormat.serialization().unmarshal(yaml, Map.class);
    var text = WireFormat.serialization().asJson(tree);
    var merge = PatchContext.of(PatchType.JSON_MERGE);
    if (part.isEmpty()) {
      client.resource(object).patch(merge, text);
    } else {
      client.resource(object).subresource(part).patch(merge, text);
    }
  }

  TenantCluster cluster(String name) {
    return client.resources(TenantCluster.class).inNamespace(namespace).withName(name).require();
  }

  /** The claims of a cluster, oldest number first. */
  List<IPAllocation> claims(String cluster) {
    var names = ClaimNames.of(cluster(cluster));
    return all().stream()
        .filter(claim -> claim.getSpec().tenantClusterRef().name().equals(cluster))
        .sorted(
            Comparator.comparingInt(
                (IPAllocation claim) -> names.number(claim.getMetadata().getName())))
        .toList();
  }

  /** The claims of a cluster in short, oldest number first. */
  List<String> words(String cluster) {
    return claims(cluster).stream().map(Estate::words).toList();
  }

  IPAllocation only(String cluster) {
    var claims = claims(cluster);
    if (claims.size() != 1) {
      throw new AssertionError("not one claim but " + words(cluster));
    }
    return claims.getFirst();
  }

  List<IPAllocation> all() {
    return client.resources(IPAllocation.class).inNamespace(namespace).list().getItems();
  }

  /** What the pool does when it has the addresses. */
  void bind(IPAllocation claim, String text) {
    var range = AddressRange.parse(text).require();
    status(
        claim,
        "{phase: Allocated, startAddress: '%s', endAddress: '%s', allocatedCount: %s, conditions: []}"
            .formatted(range.start(), range.end(), range.size()));
  }

  /** What the pool does when it has not. */
  void refuse(IPAllocation claim, String reason) {
    status(
        claim,
        "{phase: Failed, conditions: [{type: Ready, status: 'False', reason: %s, message: pool said %s, lastTransitionTime: '2030-01-01T00:00:00Z'}]}"
            .formatted(reason, reason));
  }

  /** The machines, or the announcements, of the claim are gone. */
  void tell(IPAllocation claim, String condition) {
    status(
        claim,
        "{conditions: [{type: %s, status: 'True', reason: Gone, message: gone, lastTransitionTime: '2030-01-01T00:00:00Z'}]}"
            .formatted(condition));
  }

  Condition condition(String cluster, String type) {
    var status = cluster(cluster).getStatus();
    return new Conditions(status == null ? List.of() : status.conditions())
        .find(type)
        .orElseThrow(() -> new AssertionError("no condition " + type + " in " + status));
  }

  /** Makes the same API server stand for the tenant's own. */
  void reach(String cluster, Path kubeconfig) {
    try {
      client
          .resource(
              new SecretBuilder()
                  .withNewMetadata()
                  .withNamespace(namespace)
                  .withName(cluster + "-kubeconfig")
                  .endMetadata()
                  .addToData(
                      "value", Base64.getEncoder().encodeToString(Files.readAllBytes(kubeconfig)))
                  .build())
          .create();
    } catch (IOException broken) {
      throw new UncheckedIOException("cannot read " + kubeconfig, broken);
    }
    status(
        cluster(cluster),
        "{tenantNamespace: %s, kubeconfigSecretRef: {name: %s-kubeconfig}}"
            .formatted(namespace, cluster));
  }

  Service service(String name) {
    return client
        .resource(
            WireFormat.serialization()
                .unmarshal(
                    """
                    apiVersion: v1
                    kind: Service
                    metadata: {name: %s, namespace: %s}
                    spec: {type: LoadBalancer, ports: [{port: 80}]}
                    """
                        .formatted(name, namespace),
                    Service.class))
        .create();
  }

  /** What MetalLB does. */
  void give(String service, String address) {
    status(
        client.services().inNamespace(namespace).withName(service).require(),
        "{loadBalancer: {ingress: [{ip: " + address + "}]}}");
  }

  List<String> events(String about) {
    return client.events().v1().events().inNamespace(namespace).list().getItems().stream()
        .filter(event -> about.equals(event.getRegarding().getName()))
        .map(event -> event.getReason())
        .sorted()
        .toList();
  }

  static String words(IPAllocation claim) {
    var spec = claim.getSpec();
    return "%s %s %s%s"
        .formatted(
            spec.type() == IPAllocationSpec.Type.NODES ? "nodes" : "lb",
            spec.poolRef().name(),
            spec.count(),
            spec.releaseWanted() ? " released" : "");
  }
}
