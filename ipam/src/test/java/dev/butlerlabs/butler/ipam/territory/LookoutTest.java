package dev.butlerlabs.butler.ipam.territory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LookoutTest {

  @Test
  @DisplayName(
      "point 7: the gateway and DNS servers of a provider that names the pool are kept back")
  void point7_gatewayAndDnsServersAreKeptBack() {
    var pool = Written.pool("lab", "{cidr: 10.40.0.0/24}");
    var ours =
        Written.provider(
            "site",
            "{poolRefs: [{name: lab}], gateway: 10.40.0.1, dnsServers: [10.40.0.53, 8.8.8.8,"
                + " dns.example]}");
    var theirs = Written.provider("other", "{poolRefs: [{name: more}], gateway: 10.40.0.2}");

    var territory =
        Territory.of(
            pool.getSpec(),
            Lookout.around(pool, List.of(pool), List.of(ours, theirs), List.of(), List.of()));

    assertThat(territory.kept())
        .hasToString(
            "[10.40.0.0/32: the network address, 10.40.0.1/32: the gateway of ProviderConfig"
                + " butler-system/site, 10.40.0.53/32: the DNS server of ProviderConfig"
                + " butler-system/site, 10.40.0.255/32: the broadcast address]");
    assertThat(territory.remarks()).isEmpty();
    assertThat(territory.reservedParts().size()).isEqualTo(4);
  }

  @Test
  void windowOverAGatewayIsTold() {
    var written = "{cidr: 10.40.0.0/24, %s tenantAllocation: {start: 10.40.0.1, end: 10.40.0.9}}";
    var site = Written.provider("site", "{poolRefs: [{name: lab}], gateway: 10.40.0.1}");

    assertThat(remarks(Written.pool("lab", written.formatted("")), site))
        .containsExactly(
            "spec.tenantAllocation: the ranges hold 10.40.0.1, the gateway of ProviderConfig"
                + " butler-system/site (leave it out of the ranges, or put it in spec.reserved)");
    assertThat(remarks(Written.pool("lab", written.formatted("autoReserve: false,")), site))
        .containsExactly(
            "spec.tenantAllocation: the ranges hold 10.40.0.1, the gateway of ProviderConfig"
                + " butler-system/site (it may be given out, because spec.autoReserve is false; put"
                + " it in spec.reserved)");
    assertThat(
            remarks(
                Written.pool("lab", written.formatted("reserved: [{cidr: 10.40.0.1/32}],")), site))
        .isEmpty();
  }

  @Test
  @DisplayName("point 7: control planes and networks of clusters are found in the pool")
  void point7_clustersNetworksAndEndpointsAreFound() {
    var pool = Written.pool("lab", "{cidr: 10.244.3.0/24}");
    var web =
        Written.object(
            TenantCluster.class,
            "team-a",
            "web",
            "spec: {}\nstatus: {controlPlaneEndpoint: 'https://10.244.3.9:6443'}");
    var api = Written.object(TenantCluster.class, "team-b", "api", "spec: {}");

    var territory =
        Territory.of(
            pool.getSpec(),
            Lookout.around(pool, List.of(), List.of(), List.of(web, api), List.of()));

    assertThat(territory.remarks())
        .extracting(Remark::sentence)
        .containsExactly(
            "10.244.3.9 is the control plane endpoint of TenantCluster team-a/web and is not given out"
                + " (reserve it, or move it out of the pool)",
            "10.244.3.0/24 is also in the pod network of TenantCluster team-a/web and 1 more, which"
                + " cannot reach these addresses (keep the ranges of the pool clear of it)");
  }

  @ParameterizedTest
  @CsvSource({
    "https://10.40.0.9:6443, 10.40.0.9/32",
    "10.40.0.9:6443, 10.40.0.9/32",
    "10.40.0.9, 10.40.0.9/32",
    "https://[fd00::9]:6443/readyz, fd00::9/128",
    "[fd00::9]:6443, fd00::9/128",
    "fd00::9, fd00::9/128",
    "api.example:6443, ''",
  })
  void endpointsAreReadInEverySpelling(String endpoint, String found) {
    var web =
        Written.object(
            TenantCluster.class,
            "team-a",
            "web",
            "spec: {}\nstatus: {controlPlaneEndpoint: '%s'}".formatted(endpoint));
    var pool = Written.pool("lab", "{cidr: 10.40.0.0/24}");

    var around = Lookout.around(pool, List.of(), List.of(), List.of(web), List.of());

    assertThat(around.fixtures().stream().map(one -> one.range().toString()).findFirst().orElse(""))
        .isEqualTo(found);
  }

  @Test
  void whatAnotherPoolsClaimHoldsIsTaken() {
    var pool = Written.pool("lab", "{cidr: 10.40.0.0/29}");
    var claim =
        Written.object(
            IPAllocation.class,
            "butler-system",
            "web-1",
            """
            spec: {poolRef: {name: old}, tenantClusterRef: {name: web, namespace: team-a}}
            status: {phase: Releasing, startAddress: 10.40.0.3, endAddress: 10.40.0.9}
            """);

    var territory =
        Territory.of(
            pool.getSpec(), Lookout.around(pool, List.of(), List.of(), List.of(), List.of(claim)));

    assertThat(territory.open()).hasToString("[10.40.0.1-10.40.0.2]");
    assertThat(territory.keptAt(AddressRange.parse("10.40.0.4").require()))
        .hasToString(
            "Optional[10.40.0.3-10.40.0.7: held by IPAllocation butler-system/web-1 of NetworkPool"
                + " butler-system/old]");
  }

  private static List<String> remarks(NetworkPool pool, ProviderConfig provider) {
    return Territory.of(
            pool.getSpec(),
            Lookout.around(pool, List.of(), List.of(provider), List.of(), List.of()))
        .remarks()
        .stream()
        .map(Remark::sentence)
        .toList();
  }
}
