package dev.butlerlabs.butler.ipam.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.admission.AdmissionGate;
import dev.butlerlabs.butler.kube.admission.AdmissionSettings;
import dev.butlerlabs.butler.kube.admission.Reach;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.KubectlResult;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a user reads who writes something about addresses that cannot be. */
@OnRealApiServer
class AddressAdmissionsIT {

  private static final String OUTSIDE = "{cidr: 10.99.0.1/24}";

  private final SystemTimeline timeline = new SystemTimeline();
  private TestCluster cluster;
  private KubernetesClient client;
  private AdmissionSettings settings;
  private AdmissionGate gate;

  @BeforeEach
  void start(TestCluster given) {
    cluster = given;
    cluster.installResources(
        "crds/networkpools.butler.butlerlabs.dev.yaml",
        "crds/ipallocations.butler.butlerlabs.dev.yaml",
        "crds/providerconfigs.butler.butlerlabs.dev.yaml",
        "crds/tenantclusters.butler.butlerlabs.dev.yaml");
    client = cluster.client(WireFormat.serialization());
    settings =
        AdmissionSettings.usual(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new Reach.ByUrl(URI.create("https://127.0.0.1:0")),
            cluster.namespace());
    gate =
        new AdmissionGate(
            client,
            timeline,
            new SimpleMeterRegistry(),
            settings,
            AddressAdmissions.all(new StoredRecords(client, new NothingSeen())));
    gate.start();
    Await.untilTrue("registered", () -> gate.problems().isEmpty());
    Await.untilTrue("asked", () -> tryPool("probe", OUTSIDE).stderr().contains("host bits"));
  }

  @AfterEach
  void stop() {
    gate.close();
    timeline.close();
    client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName(settings.registration())
        .delete();
    client.resources(NetworkPool.class).inAnyNamespace().delete();
    Await.untilTrue("asked no more", () -> tryPool("probe", OUTSIDE).exit() == 0);
  }

  private KubectlResult tryPool(String name, String spec) {
    return cluster.kubectlReading(pool(name, spec), "apply", "--dry-run=server", "-f", "-");
  }

  private KubectlResult apply(String manifest) {
    return cluster.kubectlReading(manifest, "apply", "-f", "-");
  }

  private static String pool(String name, String spec) {
    return """
    apiVersion: butler.butlerlabs.dev/v1alpha1
    kind: NetworkPool
    metadata: {name: %s}
    spec: %s
    """
        .formatted(name, spec);
  }

  private String claim(String name, String wish) {
    return """
    apiVersion: butler.butlerlabs.dev/v1alpha1
    kind: IPAllocation
    metadata: {name: %s}
    spec: {poolRef: {name: lab}, tenantClusterRef: {name: web, namespace: team-a}, type: nodes%s}
    """
        .formatted(name, wish);
  }

  private void held(String name, String start, String end) {
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "10.40.256.0/21 | spec.cidr: \"10.40.256.0\" is not an IPv4 address: the octet 256 is above 255",
        "10.40.0.1/21 | spec.cidr: \"10.40.0.1/21\" has host bits set; write 10.40.0.0/21 for the block",
        "::ffff:10.40.0.0/117 | is an IPv4 address written as IPv6; write 10.40.0.0",
        "0.0.0.0/0 | spec.cidr: 0.0.0.0/0 is every IPv4 address there is (write the network that is yours",
        "::/0 | spec.cidr: ::/0 is every IPv6 address there is",
        "10.40.0.0/33 | has the prefix length \"33\"; write a number from 0 to 32",
      })
  void wrongBlocksAreRefusedWithWhatToWrite(String cidr, String words) {
    var answer = tryPool("lab", "{cidr: '%s'}".formatted(cidr));

    assertThat(answer.exit()).isNotZero();
    assertThat(answer.stderr()).contains(words);
  }

  @ParameterizedTest
  @CsvSource({"fd00:40::7/128", "10.40.0.7/32", "fd00::/8", "10.0.0.0/8"})
  @DisplayName("point 20: pools from one address to 2^120 are taken")
  void point20_smallestAndHugePoolsAreTaken(String cidr) {
    tryPool("lab", "{cidr: '%s'}".formatted(cidr)).requireSuccess();
  }

  @Test
  @DisplayName("point 26: ranges of IPv6 are held to the rules that the schema cannot hold")
  void point26_rangesOfIpv6AreCompared() {
    var answer =
        tryPool(
            "lab",
            "{cidr: 'fd00::/64', tenantAllocation: {ranges: [{start: 'fd00::20', end: 'fd00::2f'},"
                + " {start: 'fd00::1', end: 'fd00::f'}]}}");

    assertThat(answer.stderr())
        .contains(
            "spec.tenantAllocation.ranges: fd00::1-fd00::f stands behind fd00::20/124 (sort the"
                + " ranges by start)");
  }

  @Test
  @DisplayName("point 7: pools that share addresses are refused, reserved parts set them apart")
  void point7_overlappingPoolsAreRefused() {
    apply(pool("lab", "{cidr: 10.40.0.0/16}")).requireSuccess();

    assertThat(tryPool("more", "{cidr: 10.40.8.0/24}").stderr())
        .contains(
            "spec.cidr: 10.40.8.0/24 is also in NetworkPool %s/lab (keep the two apart, or reserve"
                    .formatted(cluster.namespace())
                + " the part here or there)");
    apply(pool("lab", "{cidr: 10.40.0.0/16, reserved: [{cidr: 10.40.8.0/24}]}")).requireSuccess();
    tryPool("more", "{cidr: 10.40.8.0/24}").requireSuccess();
  }

  @Test
  @DisplayName("point 7: ranges over gateways, DNS servers and clusters' networks are refused")
  void point7_rangesOverGatewaysAndClustersNetworksAreRefused() {
    apply(
            """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: ProviderConfig
            metadata: {name: site}
            spec:
              provider: harvester
              credentialsRef: {name: secret}
              harvester: {networkName: default/vlan40}
              network: {gateway: 10.40.0.1, dnsServers: [10.40.0.53], poolRefs: [{name: lab}]}
            """)
        .requireSuccess();
    apply(
            """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: TenantCluster
            metadata: {name: web}
            spec: {kubernetesVersion: v1.34.0, workers: {replicas: 1}, networking: {podCIDR: 10.77.0.0/16}}
            """)
        .requireSuccess();
    var window = "{cidr: %s, tenantAllocation: {ranges: [{start: %s, end: %s}]}}";

    var gateway = tryPool("lab", window.formatted("10.40.0.0/24", "10.40.0.1", "10.40.0.99"));
    assertThat(gateway.stderr())
        .contains("the ranges hold 10.40.0.1, the gateway of ProviderConfig")
        .contains("the ranges hold 10.40.0.53, the DNS server of ProviderConfig");
    tryPool("lab", "{cidr: 10.40.0.0/24}").requireSuccess();
    var pods = tryPool("lab", window.formatted("10.77.3.0/24", "10.77.3.10", "10.77.3.20"));
    assertThat(pods.stderr())
        .contains(
            "10.77.3.10-10.77.3.20 is also in the pod network of TenantCluster %s/web"
                .formatted(cluster.namespace()));
    assertThat(tryPool("lab", "{cidr: 10.77.3.0/24}").requireSuccess()).isNotEmpty();
  }

  @Test
  void poolGrowsAndNeverShrinks() {
    apply(pool("lab", "{cidr: 10.40.0.0/24}")).requireSuccess();

    assertThat(tryPool("lab", "{cidr: 10.40.0.0/25}").stderr())
        .contains(
            "spec.cidr: 10.40.0.0/25 does not hold all of 10.40.0.0/24, which the pool has now (a"
                + " pool only grows");
    tryPool("lab", "{cidr: 10.40.0.0/23}").requireSuccess();
  }

  @Test
  @DisplayName("point 10: an edit that takes held addresses is refused, naming claim and address")
  void point10_editsUnderUseAreRefused() {
    var ranges =
        "{cidr: 10.40.0.0/24, %s tenantAllocation: {ranges: [{start: 10.40.0.%s, end: 10.40.0.%s}]}}";
    apply(pool("lab", ranges.formatted("", "8", "99"))).requireSuccess();
    held("web-1", "10.40.0.16", "10.40.0.23");

    var narrowed = tryPool("lab", ranges.formatted("", "20", "99"));
    var reserved =
        tryPool("lab", ranges.formatted("reserved: [{cidr: 10.40.0.22/31}],", "8", "99"));

    var claim =
        "held by IPAllocation %s/web-1 of TenantCluster team-a/web".formatted(cluster.namespace());
    assertThat(narrowed.stderr())
        .contains("spec.tenantAllocation: 10.40.0.16/30 is " + claim)
        .contains("and is outside the ranges of the pool (first give it back: kubectl patch")
        .contains("'{\"spec\":{\"release\":true}}')");
    assertThat(reserved.stderr())
        .contains("spec.reserved: 10.40.0.22/31 is " + claim + " and is reserved");
    tryPool("lab", ranges.formatted("", "16", "50")).requireSuccess();
    tryPool("lab", ranges.formatted("reserved: [{cidr: 10.40.0.24/30}],", "8", "99"))
        .requireSuccess();
  }

  @Test
  void poolInUseIsNotDeleted() {
    apply(pool("lab", "{cidr: 10.40.0.0/24}")).requireSuccess();
    held("web-1", "10.40.0.16", "10.40.0.23");

    var refused = cluster.kubectl("delete", "networkpool", "lab");
    assertThat(refused.stderr())
        .contains("are held through 1 IPAllocations, for example 10.40.0.16/29 by")
        .contains("for TenantCluster team-a/web");

    cluster.kubectl("delete", "ipallocation", "web-1").requireSuccess();
    cluster.kubectl("delete", "networkpool", "lab").requireSuccess();
  }

  @Test
  void olderSpellingIsTakenWithAWarning() {
    var answer =
        tryPool(
            "lab", "{cidr: 10.40.0.0/24, tenantAllocation: {start: 10.40.0.8, end: 10.40.0.9}}");

    answer.requireSuccess();
    assertThat(answer.stderr())
        .contains("Warning: spec.tenantAllocation.start and end are deprecated; write them as one");
  }

  @Test
  @DisplayName("points 18 and 19: a pin that cannot be served is refused, a missing pool is told")
  void point18_pinsAreHeldAgainstTheRanges() {
    assertThat(apply(claim("early", "")).stderr())
        .contains(
            "Warning: spec.poolRef: there is no NetworkPool %s/lab; the claim waits until there is"
                .formatted(cluster.namespace()));
    apply(
            pool(
                "lab",
                "{cidr: 10.40.0.0/24, reserved: [{cidr: 10.40.0.32/30}], tenantAllocation: {ranges:"
                    + " [{start: 10.40.0.8, end: 10.40.0.49}, {start: 10.40.0.50, end:"
                    + " 10.40.0.99}]}}"))
        .requireSuccess();
    var pin = ", pinnedRange: {startAddress: '%s', endAddress: '%s'}";

    assertThat(apply(claim("pin", pin.formatted("10.40.0.45", "10.40.0.52"))).stderr())
        .contains(
            "spec.pinnedRange: 10.40.0.45-10.40.0.52 straddles the ranges 10.40.0.8-10.40.0.49 and"
                + " 10.40.0.50-10.40.0.99 of NetworkPool %s/lab (make one IPAllocation for each"
                    .formatted(cluster.namespace())
                + " range)");
    assertThat(apply(claim("pin", pin.formatted("10.40.0.98", "10.40.0.101"))).stderr())
        .contains("10.40.0.98-10.40.0.101 lies outside the ranges of NetworkPool");
    assertThat(apply(claim("pin", pin.formatted("10.40.0.30", "10.40.0.33"))).stderr())
        .contains("is never given out: 10.40.0.32/30 is reserved (pin other addresses)");
    assertThat(apply(claim("pin", pin.formatted("fd00::9", "fd00::1"))).stderr())
        .contains("fd00::9-fd00::1 ends before it starts; write fd00::1-fd00::9");
    assertThat(apply(claim("many", ", count: 65")).stderr())
        .contains(
            "spec.count: 65 addresses in one block are wanted, but the longest range of NetworkPool");
    apply(claim("pin", pin.formatted("10.40.0.50", "10.40.0.57"))).requireSuccess();
  }

  @Test
  @DisplayName("point 9: giving back and edits that want no more are never refused")
  void point9_givingBackIsNeverRefused() {
    apply(claim("web-1", ", count: 9000")).requireSuccess();
    apply(pool("lab", "{cidr: 10.40.0.0/24}")).requireSuccess();

    apply(claim("web-1", ", count: 8000")).requireSuccess();
    apply(claim("web-1", ", count: 8000, release: true")).requireSuccess();
  }

  @Test
  void cloudsTakeNoPools() {
    var config =
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ProviderConfig
        metadata: {name: site}
        spec:
          provider: %s
          credentialsRef: {name: secret}
          %s
          network: {mode: ipam, poolRefs: [{name: gone}]}
        """;

    assertThat(apply(config.formatted("aws", "aws: {region: eu-central-1}")).stderr())
        .contains(
            "spec.network.mode: ipam does not work on aws, which gives addresses itself (write"
                + " cloud, or leave it out)");
    var own = apply(config.formatted("harvester", "harvester: {networkName: default/vlan40}"));
    own.requireSuccess();
    assertThat(own.stderr())
        .contains("Warning: spec.network.poolRefs: there is no NetworkPool")
        .contains("it is passed over until there is");
  }

  @Test
  void whatWasWrongBeforeCanBeRepairedStepByStep() {
    gate.close();
    client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName(settings.registration())
        .delete();
    Await.untilTrue("asked no more", () -> tryPool("probe", OUTSIDE).exit() == 0);
    apply(pool("lab", "{cidr: 10.40.0.1/24}")).requireSuccess();
    gate =
        new AdmissionGate(
            client,
            timeline,
            new SimpleMeterRegistry(),
            settings,
            AddressAdmissions.all(new StoredRecords(client, new NothingSeen())));
    gate.start();
    Await.untilTrue("asked", () -> tryPool("probe", OUTSIDE).stderr().contains("host bits"));

    tryPool("lab", "{cidr: 10.40.0.1/24, teams: [a]}").requireSuccess();
    assertThat(tryPool("lab", "{cidr: 10.40.0.1/24, reserved: [{cidr: 10.40.0.300/32}]}").exit())
        .isNotZero();
    tryPool("lab", "{cidr: 10.40.0.0/24}").requireSuccess();
  }
}
