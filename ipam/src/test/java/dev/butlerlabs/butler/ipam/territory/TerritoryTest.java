package dev.butlerlabs.butler.ipam.territory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerritoryTest {

  private static final List<ProviderConfig> NO_PROVIDERS = List.of();
  private static final List<TenantCluster> NO_CLUSTERS = List.of();
  private static final List<IPAllocation> NO_CLAIMS = List.of();

  private static NetworkPool pool(String name, String spec) {
    return object(NetworkPool.class, "butler-system", name, "spec: " + spec);
  }

  private static ProviderConfig provider(String name, String network) {
    return object(
        ProviderConfig.class, "butler-system", name, "spec: {network: %s}".formatted(network));
  }

  private static <T> T object(Class<T> type, String namespace, String name, String rest) {
    return WireFormat.serialization()
        .unmarshal(
            "metadata: {name: %s, namespace: %s}\n%s".formatted(name, namespace, rest), type);
  }

  private static Territory alone(String spec) {
    return Territory.of(pool("lab", spec).getSpec(), Surroundings.none());
  }

  private static Territory among(NetworkPool pool, NetworkPool... others) {
    return Territory.of(
        pool.getSpec(),
        Lookout.around(pool, Arrays.asList(others), NO_PROVIDERS, NO_CLUSTERS, NO_CLAIMS));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10.40.0.0/29 | 10.40.0.1-10.40.0.6 | 8",
        "10.40.0.0/30 | 10.40.0.1-10.40.0.2 | 4",
        "10.40.0.0/31 | 10.40.0.0/31 | 2",
        "10.40.0.0/32 | 10.40.0.0/32 | 1",
        "fd00::/126 | fd00::1-fd00::3 | 4",
        "fd00::/127 | fd00::/127 | 2",
        "fd00::/128 | fd00::/128 | 1",
        "fd00::/8 | fd00::1-fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff | 1329227995784915872903807060280344576",
      })
  @DisplayName("point 7: network and broadcast address are kept back, where there are such")
  void point7_theNetworksOwnAddressesAreKeptBack(String cidr, String open, BigInteger size) {
    var territory = alone("{cidr: '%s'}".formatted(cidr));

    assertThat(territory.open()).hasToString("[" + open + "]");
    assertThat(territory.poolSize()).isEqualTo(size);
  }

  @Test
  void nothingIsKeptBackWhenThatIsNotWanted() {
    var territory = alone("{cidr: 10.40.0.0/29, autoReserve: false}");

    assertThat(territory.kept()).isEmpty();
    assertThat(territory.open()).hasToString("[10.40.0.0/29]");
  }

  @Test
  @DisplayName(
      "point 7: the gateway and DNS servers of a provider that names the pool are kept back")
  void point7_gatewayAndDnsServersAreKeptBack() {
    var pool = pool("lab", "{cidr: 10.40.0.0/24}");
    var ours =
        provider(
            "site",
            "{poolRefs: [{name: lab}], gateway: 10.40.0.1, dnsServers: [10.40.0.53, 8.8.8.8,"
                + " dns.example]}");
    var theirs = provider("other", "{poolRefs: [{name: more}], gateway: 10.40.0.2}");

    var territory =
        Territory.of(
            pool.getSpec(),
            Lookout.around(pool, List.of(pool), List.of(ours, theirs), NO_CLUSTERS, NO_CLAIMS));

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
    var site = provider("site", "{poolRefs: [{name: lab}], gateway: 10.40.0.1}");

    assertThat(remarks(pool("lab", written.formatted("")), site))
        .containsExactly(
            "spec.tenantAllocation: the ranges hold 10.40.0.1, the gateway of ProviderConfig"
                + " butler-system/site (leave it out of the ranges, or put it in spec.reserved)");
    assertThat(remarks(pool("lab", written.formatted("autoReserve: false,")), site))
        .containsExactly(
            "spec.tenantAllocation: the ranges hold 10.40.0.1, the gateway of ProviderConfig"
                + " butler-system/site (it may be given out, because spec.autoReserve is false; put"
                + " it in spec.reserved)");
    assertThat(remarks(pool("lab", written.formatted("reserved: [{cidr: 10.40.0.1/32}],")), site))
        .isEmpty();
  }

  private static List<String> remarks(NetworkPool pool, ProviderConfig provider) {
    return Territory.of(
            pool.getSpec(),
            Lookout.around(pool, List.of(), List.of(provider), NO_CLUSTERS, NO_CLAIMS))
        .remarks()
        .stream()
        .map(Remark::sentence)
        .toList();
  }

  @Test
  @DisplayName("point 7: what two pools share is given out by neither")
  void point7_whatTwoPoolsShareIsGivenOutByNeither() {
    var wide = pool("wide", "{cidr: 10.40.0.0/23}");
    var narrow = pool("narrow", "{cidr: 10.40.1.0/24}");

    var ofWide = among(wide, wide, narrow);
    var ofNarrow = among(narrow, wide, narrow);

    assertThat(ofWide.open()).hasToString("[10.40.0.1-10.40.0.255]");
    assertThat(ofNarrow.open()).isEmpty();
    assertThat(ofWide.remarks())
        .extracting(Remark::sentence)
        .containsExactly(
            "10.40.1.0/24 is also in NetworkPool butler-system/narrow, so neither pool gives it"
                + " out (take it out of the ranges of one of them, or reserve it there)");
  }

  @Test
  void sharedBlockWithDisjointWindowsIsNoOverlap() {
    var low =
        pool("low", "{cidr: 10.40.0.0/24, tenantAllocation: {start: 10.40.0.1, end: 10.40.0.99}}");
    var high =
        pool(
            "hi", "{cidr: 10.40.0.0/24, tenantAllocation: {start: 10.40.0.100, end: 10.40.0.199}}");
    var rest = pool("rest", "{cidr: 10.40.0.0/16, reserved: [{cidr: 10.40.0.0/24}]}");

    assertThat(among(low, high, rest).remarks()).isEmpty();
    assertThat(among(high, low, rest).remarks()).isEmpty();
    assertThat(among(rest, low, high).remarks()).isEmpty();
  }

  @Test
  @DisplayName("point 8: an address in use anywhere in the block is taken")
  void point8_foreignUseIsTaken() {
    var pool =
        object(
            NetworkPool.class,
            "butler-system",
            "lab",
            """
            spec: {cidr: 10.40.0.0/24, tenantAllocation: {start: 10.40.0.8, end: 10.40.0.15}}
            status:
              infrastructureAllocations:
                - {ip: 10.40.0.9, source: metallb, serviceRef: {name: console, namespace: ops}}
                - {ip: 10.40.0.200, source: node, nodeRef: {name: cp-1}}
            """);

    var territory = among(pool);

    assertThat(territory.open()).hasToString("[10.40.0.8/32, 10.40.0.10-10.40.0.15]");
    assertThat(territory.remarks())
        .extracting(Remark::sentence)
        .containsExactly(
            "10.40.0.9 is in use by Service ops/console and is not given out (reserve it, or move"
                + " it out of the pool)");
    assertThat(territory.unmanaged()).hasToString("10.40.0.1-10.40.0.7, 10.40.0.16-10.40.0.254");
    assertThat(territory.unmanagedScope()).isEqualTo(7 + 239);
  }

  @Test
  @DisplayName("point 7: control planes and networks of clusters are found in the pool")
  void point7_clustersNetworksAndEndpointsAreFound() {
    var pool = pool("lab", "{cidr: 10.244.3.0/24}");
    var web =
        object(
            TenantCluster.class,
            "team-a",
            "web",
            "spec: {}\nstatus: {controlPlaneEndpoint: 'https://10.244.3.9:6443'}");
    var api = object(TenantCluster.class, "team-b", "api", "spec: {}");

    var territory =
        Territory.of(
            pool.getSpec(),
            Lookout.around(pool, List.of(), NO_PROVIDERS, List.of(web, api), NO_CLAIMS));

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
        object(
            TenantCluster.class,
            "team-a",
            "web",
            "spec: {}\nstatus: {controlPlaneEndpoint: '%s'}".formatted(endpoint));
    var pool = pool("lab", "{cidr: 10.40.0.0/24}");

    var around = Lookout.around(pool, List.of(), NO_PROVIDERS, List.of(web), NO_CLAIMS);

    assertThat(around.fixtures().stream().map(one -> one.range().toString()).findFirst().orElse(""))
        .isEqualTo(found);
  }

  @Test
  void whatAnotherPoolsClaimHoldsIsTaken() {
    var pool = pool("lab", "{cidr: 10.40.0.0/29}");
    var claim =
        object(
            IPAllocation.class,
            "butler-system",
            "web-1",
            """
            spec: {poolRef: {name: old}, tenantClusterRef: {name: web, namespace: team-a}}
            status: {phase: Releasing, startAddress: 10.40.0.3, endAddress: 10.40.0.9}
            """);

    var territory =
        Territory.of(
            pool.getSpec(),
            Lookout.around(pool, List.of(), NO_PROVIDERS, NO_CLUSTERS, List.of(claim)));

    assertThat(territory.open()).hasToString("[10.40.0.1-10.40.0.2]");
    assertThat(territory.keptAt(AddressRange.parse("10.40.0.4").require()))
        .hasToString(
            "Optional[10.40.0.3-10.40.0.7: held by IPAllocation butler-system/web-1 of NetworkPool"
                + " butler-system/old]");
  }

  @Test
  @DisplayName("point 8: a tenant's own use of what it holds is no clash, a stranger's is")
  void point8_onlyAStrangersUseClashes() {
    var pool = pool("lab", "{cidr: 10.40.0.0/28}");
    var web =
        object(
            TenantCluster.class,
            "team-a",
            "web",
            "spec: {}\nstatus: {controlPlaneEndpoint: '10.40.0.5:6443'}");
    var territory =
        Territory.of(
            pool.getSpec(), Lookout.around(pool, List.of(), NO_PROVIDERS, List.of(web), NO_CLAIMS));

    assertThat(Clash.between(territory, List.of(held("10.40.0.4/30", "web")))).isEmpty();
    var clash = Clash.between(territory, List.of(held("10.40.0.4/30", "api")));
    assertThat(clash)
        .extracting(Clash::sentence)
        .containsExactly(
            "10.40.0.5/32 is held by IPAllocation butler-system/api-1 of TenantCluster team-a/api"
                + " and is the control plane endpoint of TenantCluster team-a/web");
    assertThat(clash.getFirst().inUseTwice()).isTrue();
  }

  @Test
  @DisplayName("point 10: what is reserved over held addresses is told with claim and address")
  void point10_reservedOverHeldIsTold() {
    var territory =
        alone(
            "{cidr: 10.40.0.0/24, reserved: [{cidr: 10.40.0.16/30, description: printers}],"
                + " tenantAllocation: {start: 10.40.0.8, end: 10.40.0.99}}");

    var clashes =
        Clash.between(
            territory,
            List.of(
                held("10.40.0.96/29", "api"),
                held("10.40.0.14-10.40.0.17", "web"),
                held("10.40.0.40/29", "db")));

    assertThat(clashes)
        .extracting(Clash::sentence)
        .containsExactly(
            "10.40.0.16/31 is held by IPAllocation butler-system/web-1 of TenantCluster team-a/web"
                + " and is reserved (printers)",
            "10.40.0.100/30 is held by IPAllocation butler-system/api-1 of TenantCluster team-a/api"
                + " and is outside the ranges of the pool");
    assertThat(clashes).noneMatch(Clash::inUseTwice);
  }

  private static Held held(String range, String cluster) {
    return new Held(
        AddressRange.parse(range).require(),
        new ObjectKey("butler-system", cluster + "-1"),
        new ObjectKey("team-a", cluster));
  }

  @Test
  void wrongSpecGivesOutNothing() {
    var territory = alone("{cidr: 10.40.0.1/24}");

    assertThat(territory.valid()).isFalse();
    assertThat(territory.open()).isEmpty();
    assertThat(territory.problems()).hasSize(1);
    assertThat(territory.poolSize()).isZero();
  }
}
