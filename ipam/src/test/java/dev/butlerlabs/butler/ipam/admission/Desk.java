package dev.butlerlabs.butler.ipam.admission;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.admission.AdmissionGate;
import dev.butlerlabs.butler.kube.admission.AdmissionSettings;
import dev.butlerlabs.butler.kube.admission.Reach;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.KubectlResult;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An API server that asks our rules, and a user with kubectl before it. */
final class Desk implements AutoCloseable {

  private static final String WRONG = "{cidr: 10.99.0.1/24}";

  private final SystemTimeline timeline = new SystemTimeline();
  private final TestCluster cluster;
  private final KubernetesClient client;
  private final AdmissionSettings settings;
  private @Nullable AdmissionGate gate;

  Desk(TestCluster cluster) {
    this.cluster = cluster;
    cluster.installResources(
        "crds/networkpools.butler.butlerlabs.dev.yaml",
        "crds/ipallocations.butler.butlerlabs.dev.yaml",
        "crds/providerconfigs.butler.butlerlabs.dev.yaml",
        "crds/tenantclusters.butler.butlerlabs.dev.yaml");
    this.client = cluster.client(WireFormat.serialization());
    this.settings =
        AdmissionSettings.usual(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new Reach.ByUrl(URI.create("https://127.0.0.1:0")),
            cluster.namespace());
  }

  TestCluster cluster() {
    return cluster;
  }

  /** From now on the rules are asked. */
  void open() {
    var fresh =
        new AdmissionGate(
            client,
            timeline,
            new SimpleMeterRegistry(),
            settings,
            AddressAdmissions.all(new StoredRecords(client, new NothingSeen())),
            List.of());
    gate = fresh;
    fresh.start();
    Await.untilTrue("registered", () -> fresh.problems().isEmpty());
    Await.untilTrue("asked", () -> tryPool("probe", WRONG).stderr().contains("host bits"));
  }

  /** From now on nobody asks them. */
  void dismiss() {
    if (gate != null) {
      gate.close();
    }
    client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName(settings.registration())
        .delete();
    Await.untilTrue("asked no more", () -> tryPool("probe", WRONG).exit() == 0);
  }

  @Override
  public void close() {
    dismiss();
    timeline.close();
    client.resources(NetworkPool.class).inAnyNamespace().delete();
  }

  KubectlResult tryPool(String name, String spec) {
    return cluster.kubectlReading(pool(name, spec), "apply", "--dry-run=server", "-f", "-");
  }

  KubectlResult apply(String manifest) {
    return cluster.kubectlReading(manifest, "apply", "-f", "-");
  }

  static String pool(String name, String spec) {
    return """
    apiVersion: butler.butlerlabs.dev/v1alpha1
    kind: NetworkPool
    metadata: {name: %s}
    spec: %s
    """
        .formatted(name, spec);
  }

  static String claim(String name, String wish) {
    return """
    apiVersion: butler.butlerlabs.dev/v1alpha1
    kind: IPAllocation
    metadata: {name: %s}
    spec: {poolRef: {name: lab}, tenantClusterRef: {name: web, namespace: team-a}, type: nodes%s}
    """
        .formatted(name, wish);
  }

  /** A claim that has these addresses. */
  void held(String name, String start, String end) {
    apply(claim(name, "")).requireSuccess();
    cluster
        .kubectl(
            "patch",
            "ipallocation",
            name,
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"phase\":\"Allocated\",\"startAddress\":\"%s\",\"endAddress\":\"%s\"}}"
                .formatted(start, end))
        .requireSuccess();
  }
}
