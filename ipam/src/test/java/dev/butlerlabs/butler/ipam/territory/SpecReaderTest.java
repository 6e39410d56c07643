package dev.butlerlabs.butler.ipam.territory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.network.NetworkPoolSpec;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecReaderTest {

  private static List<String> wrongWith(String yaml) {
    return switch (SpecReader.read(spec(yaml))) {
      case Outline.Reading.Good _ -> List.of();
      case Outline.Reading.Bad(var problems) -> problems.stream().map(Problem::sentence).toList();
    };
  }

  static NetworkPoolSpec spec(String yaml) {
    return WireFormat.serialization().unmarshal("---\n" + yaml, NetworkPoolSpec.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "10.40.256.0/21 | the octet 256 is above 255",
        "10.40.0.1/21 | \"10.40.0.1/21\" has host bits set; write 10.40.0.0/21 for the block",
        "::ffff:10.40.0.0/117 | is an IPv4 address written as IPv6; write 10.40.0.0",
        "0.0.0.0/0 | 0.0.0.0/0 is every IPv4 address there is (write the network that is yours",
        "::/0 | ::/0 is every IPv6 address there is (write the network that is yours",
        "10.40.0.0/33 | \"10.40.0.0/33\" has the prefix length \"33\"; write a number from 0 to 32",
        "127.0.0.0/16 | 127.0.0.0/16 holds 127.0.0.0/8, loopback addresses (write a network",
        "192.0.0.0/2 | 192.0.0.0/2 holds 224.0.0.0/4, multicast addresses",
        "fe80::/64 | fe80::/64 holds fe80::/10, addresses of one link only",
        "::/64 | ::/64 holds ::/80, addresses with a meaning of their own, such as loopback",
      })
  void wrongBlocksAreToldWithWhatToWriteInstead(String cidr, String sentence) {
    assertThat(wrongWith("cidr: \"" + cidr + "\""))
        .singleElement()
        .asString()
        .startsWith("spec.cidr: ")
        .contains(sentence);
  }

  @ParameterizedTest
  @CsvSource({
    "10.40.0.7/32",
    "fd00:40::7/128",
    "fd00::/8",
    "2000::/3",
    "10.0.0.0/8",
    "10.0.0.0/31"
  })
  @DisplayName("point 20: a pool of any size is served, from one address to 2^125")
  void point20_poolsOfAnySizeAreServed(String cidr) {
    assertThat(wrongWith("cidr: \"" + cidr + "\"")).isEmpty();
  }

  @Test
  void reservedPartsLieInsideThePool() {
    assertThat(wrongWith("{cidr: 10.40.0.0/21, reserved: [{cidr: 10.41.0.0/24}]}"))
        .containsExactly(
            "spec.reserved[0].cidr: 10.41.0.0/24 lies outside the pool's 10.40.0.0/21"
                + " (write a part of 10.40.0.0/21, or a larger spec.cidr)");
  }

  @Test
  void familiesAreNotMixed() {
    assertThat(wrongWith("{cidr: 10.40.0.0/21, reserved: [{cidr: 'fd00::/64'}]}"))
        .containsExactly(
            "spec.reserved[0].cidr: fd00::/64 is IPv6, but the pool's 10.40.0.0/21 is IPv4"
                + " (make a NetworkPool of its own for each family)");
    assertThat(
            wrongWith(
                "{cidr: 'fd00::/64', tenantAllocation: {ranges: [{start: 'fd00::1', end:"
                    + " 10.0.0.1}]}}"))
        .containsExactly(
            "spec.tenantAllocation.ranges[0]: fd00::1-10.0.0.1 mixes IPv6 and IPv4; write both ends"
                + " in the same family");
  }

  @Test
  void reservedPartsDoNotCrossTheEdgeOfAWindow() {
    assertThat(
            wrongWith(
                "{cidr: 10.40.0.0/21, reserved: [{cidr: 10.40.1.0/24}], tenantAllocation: {ranges:"
                    + " [{start: 10.40.1.128, end: 10.40.3.0}]}}"))
        .containsExactly(
            "spec.reserved: 10.40.1.0/24 crosses the edge of the range 10.40.1.128-10.40.3.0"
                + " (split it at the edge, or move the edge)");
  }

  @Test
  @DisplayName("point 26: what CEL cannot compare in IPv6 is compared here")
  void point26_windowsOfIpv6AscendAndDoNotOverlap() {
    var windows =
        "{cidr: 'fd00::/64', tenantAllocation: {ranges: [{start: 'fd00::%s', end: 'fd00::%s'},"
            + " {start: 'fd00::%s', end: 'fd00::%s'}]}}";

    assertThat(wrongWith(windows.formatted("10", "1f", "1", "f")))
        .containsExactly(
            "spec.tenantAllocation.ranges: fd00::1-fd00::f stands behind fd00::10/124"
                + " (sort the ranges by start)");
    assertThat(wrongWith(windows.formatted("1", "f", "f", "1f")))
        .containsExactly(
            "spec.tenantAllocation.ranges: fd00::1-fd00::f and fd00::f-fd00::1f overlap"
                + " (let every address stand in one range only)");
    assertThat(wrongWith(windows.formatted("9", "1", "a", "f")))
        .containsExactly(
            "spec.tenantAllocation.ranges[0]: fd00::9-fd00::1 ends before it starts; write"
                + " fd00::1-fd00::9");
    assertThat(wrongWith(windows.formatted("1", "f", "10", "1f"))).isEmpty();
  }

  @Test
  void windowsLieInsideThePoolInEitherSpelling() {
    assertThat(
            wrongWith("{cidr: 10.40.0.0/24, tenantAllocation: {start: 10.40.0.9, end: 10.40.1.9}}"))
        .containsExactly(
            "spec.tenantAllocation: 10.40.0.9-10.40.1.9 lies outside the pool's 10.40.0.0/24"
                + " (write a part of 10.40.0.0/24, or a larger spec.cidr)");
    assertThat(wrongWith("{cidr: 10.40.0.0/24, tenantAllocation: {start: 10.40.0.9}}"))
        .containsExactly(
            "spec.tenantAllocation: only one of start and end is given (give both, or neither, or"
                + " use ranges instead)");
  }

  @Test
  void everythingIsToldAtOnce() {
    assertThat(
            wrongWith(
                "{cidr: 10.40.0.0/24, reserved: [{cidr: 10.40.0.1/28}, {cidr: 10.9.0.0/28}],"
                    + " tenantAllocation: {ranges: [{start: 10.40.0.300, end: 10.40.0.9}]}}"))
        .hasSize(3);
  }
}
