package dev.butlerlabs.butler.ipam.territory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.NetworkPool;
import java.math.BigInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerritoryTest {

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
    var territory = Written.alone("{cidr: '%s'}".formatted(cidr));

    assertThat(territory.open()).hasToString("[" + open + "]");
    assertThat(territory.poolSize()).isEqualTo(size);
  }

  @Test
  void nothingIsKeptBackWhenThatIsNotWanted() {
    var territory = Written.alone("{cidr: 10.40.0.0/29, autoReserve: false}");

    assertThat(territory.kept()).isEmpty();
    assertThat(territory.open()).hasToString("[10.40.0.0/29]");
  }

  @Test
  @DisplayName("point 7: what two pools share is given out by neither")
  void point7_whatTwoPoolsShareIsGivenOutByNeither() {
    var wide = Written.pool("wide", "{cidr: 10.40.0.0/23}");
    var narrow = Written.pool("narrow", "{cidr: 10.40.1.0/24}");

    var ofWide = Written.among(wide, wide, narrow);
    var ofNarrow = Written.among(narrow, wide, narrow);

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
        Written.pool(
            "low", "{cidr: 10.40.0.0/24, tenantAllocation: {start: 10.40.0.1, end: 10.40.0.99}}");
    var high =
        Written.pool(
            "hi", "{cidr: 10.40.0.0/24, tenantAllocation: {start: 10.40.0.100, end: 10.40.0.199}}");
    var rest = Written.pool("rest", "{cidr: 10.40.0.0/16, reserved: [{cidr: 10.40.0.0/24}]}");

    assertThat(Written.among(low, high, rest).remarks()).isEmpty();
    assertThat(Written.among(high, low, rest).remarks()).isEmpty();
    assertThat(Written.among(rest, low, high).remarks()).isEmpty();
  }

  @Test
  @DisplayName("point 8: an address in use anywhere in the block is taken")
  void point8_foreignUseIsTaken() {
    var pool =
        Written.object(
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

    var territory = Written.among(pool);

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
  void wrongSpecGivesOutNothing() {
    var territory = Written.alone("{cidr: 10.40.0.1/24}");

    assertThat(territory.valid()).isFalse();
    assertThat(territory.open()).isEmpty();
    assertThat(territory.problems()).hasSize(1);
    assertThat(territory.poolSize()).isZero();
  }
}
