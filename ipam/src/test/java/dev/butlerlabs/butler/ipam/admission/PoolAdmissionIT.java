package dev.butlerlabs.butler.ipam.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a user reads who writes a pool that cannot be. */
@OnRealApiServer
class PoolAdmissionIT {

  private Desk desk;

  @BeforeEach
  void start(TestCluster cluster) {
    desk = new Desk(cluster);
    desk.open();
  }

  @AfterEach
  void stop() {
    desk.close();
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
    var answer = desk.tryPool("lab", "{cidr: '%s'}".formatted(cidr));

    assertThat(answer.exit()).isNotZero();
    assertThat(answer.stderr()).contains(words);
  }

  @ParameterizedTest
  @CsvSource({"fd00:40::7/128", "10.40.0.7/32", "fd00::/8", "10.0.0.0/8"})
  @DisplayName("point 20: pools from one address to 2^120 are taken")
  void point20_smallestAndHugePoolsAreTaken(String cidr) {
    desk.tryPool("lab", "{cidr: '%s'}".formatted(cidr)).requireSuccess();
  }

  @Test
  @DisplayName("point 26: ranges of IPv6 are held to the rules that the schema cannot hold")
  void point26_rangesOfIpv6AreCompared() {
    var answer =
        desk.tryPool(
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
    desk.apply(Desk.pool("lab", "{cidr: 10.40.0.0/16}")).requireSuccess();

    assertThat(desk.tryPool("more", "{cidr: 10.40.8.0/24}").stderr())
        .contains(
            "spec.cidr: 10.40.8.0/24 is also in NetworkPool %s/lab (keep the two apart, or reserve"
                    .formatted(desk.cluster().namespace())
                + " the part here or there)");
    desk.apply(Desk.pool("lab", "{cidr: 10.40.0.0/16, reserved: [{cidr: 10.40.8.0/24}]}"))
        .requireSuccess();
    desk.tryPool("more", "{cidr: 10.40.8.0/24}").requireSuccess();
  }

  @Test
  @DisplayName("point 7: ranges over gateways, DNS servers and clusters' networks are refused")
  void point7_rangesOverGatewaysAndClustersNetworksAreRefused() {
    desk.apply(
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
    desk.apply(
            """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: TenantCluster
            metadata: {name: web}
            spec: {kubernetesVersion: v1.34.0, workers: {replicas: 1}, networking: {podCIDR: 10.77.0.0/16}}
            """)
        .requireSuccess();
    var window = "{cidr: %s, tenantAllocation: {ranges: [{start: %s, end: %s}]}}";

    var gateway = desk.tryPool("lab", window.formatted("10.40.0.0/24", "10.40.0.1", "10.40.0.99"));
    assertThat(gateway.stderr())
        .contains("the ranges hold 10.40.0.1, the gateway of ProviderConfig")
        .contains("the ranges hold 10.40.0.53, the DNS server of ProviderConfig");
    desk.tryPool("lab", "{cidr: 10.40.0.0/24}").requireSuccess();
    var pods = desk.tryPool("lab", window.formatted("10.77.3.0/24", "10.77.3.10", "10.77.3.20"));
    assertThat(pods.stderr())
        .contains(
            "10.77.3.10-10.77.3.20 is also in the pod network of TenantCluster %s/web"
                .formatted(desk.cluster().namespace()));
    assertThat(desk.tryPool("lab", "{cidr: 10.77.3.0/24}").requireSuccess()).isNotEmpty();
  }

  @Test
  void olderSpellingIsTakenWithAWarning() {
    var answer =
        desk.tryPool(
            "lab", "{cidr: 10.40.0.0/24, tenantAllocation: {start: 10.40.0.8, end: 10.40.0.9}}");

    answer.requireSuccess();
    assertThat(answer.stderr())
        .contains("Warning: spec.tenantAllocation.start and end are deprecated; write them as one");
  }

  @Test
  void whatWasWrongBeforeCanBeRepairedStepByStep() {
    desk.dismiss();
    desk.apply(Desk.pool("lab", "{cidr: 10.40.0.1/24}")).requireSuccess();
    desk.open();

    desk.tryPool("lab", "{cidr: 10.40.0.1/24, teams: [a]}").requireSuccess();
    assertThat(
            desk.tryPool("lab", "{cidr: 10.40.0.1/24, reserved: [{cidr: 10.40.0.300/32}]}").exit())
        .isNotZero();
    desk.tryPool("lab", "{cidr: 10.40.0.0/24}").requireSuccess();
  }
}
