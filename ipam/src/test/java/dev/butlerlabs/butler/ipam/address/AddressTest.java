package dev.butlerlabs.butler.ipam.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "255.255.255.255",
        "10.40.1.17",
        "::",
        "::1",
        "2001:db8::",
        "2001:db8::1",
        "2001:db8:0:1:1:1:1:1",
        "1:0:0:2::3",
        "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "fe80::1",
        "2001:0:0:1::1",
        "64:ff9b::102:304",
        "::fffe:a00:1",
        "1:2:3:4:5:6:7:8"
      })
  void canonicalTextIsReadAndPrintedAlike(String text) {
    assertThat(Address.parse(text).require()).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource({
    "2001:DB8::A, 2001:db8::a",
    "2001:0db8:0000:0000:0000:0000:0000:0001, 2001:db8::1",
    "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
    "0:0:1::, 0:0:1::",
    "1:0:0:2:0:0:0:3, 1:0:0:2::3",
    "1:0:0:2:3:0:0:4, 1::2:3:0:0:4"
  })
  void otherWaysToWriteAnAddressArePrintedCanonically(String text, String canonical) {
    assertThat(Address.parse(text).require()).hasToString(canonical);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          10.0.0.256 | the octet 256 is above 255; write four numbers from 0 to 255
          10.0.0.4294967297 | the octet 4294967297 is above 255
          10.0.0.010 | "010" starts with a zero, which some programs read as octal; write 10
          10.00.0.1 | "00" starts with a zero, which some programs read as octal; write 0
          10.0.1 | is not an IPv4 or IPv6 address; write four numbers
          10.0.0. | an octet is missing
          10.0.0.-1 | "-1" is not a number
          10.0.0.٣ | is not a number
          10.0.0.0/24 | is a block, not one address; write the address without /24
          '' | "" is not an IPv4 or IPv6 address
          ' 10.0.0.1' | " 10" is not a number
          fe80::1%eth0 | has a zone, which means something on one machine only; write fe80::1
          ::ffff:10.0.0.1 | is an IPv4 address written as IPv6; write 10.0.0.1
          ::ffff:a00:1 | is an IPv4 address written as IPv6; write 10.0.0.1
          64:ff9b::1.2.3.4 | has dots in an IPv6 address; write 64:ff9b::102:304
          1::2::3 | :: stands more than once
          1:2:3:4:5:6:7::8 | :: stands for no group at all
          1:2:3 | it has 3 groups
          1:2:3:4:5:6:7:8:9 | it has 9 groups
          12345:: | the group "12345" is wrong
          g::1 | the group "g" is wrong
          :::1 | :: stands more than once
          1: | the group "" is wrong
          2001:db8::/48 | is a block, not one address; write the address without /48
          """)
  void whatIsNoAddressIsToldWithWhatToWrite(String text, String told) {
    assertThat(Address.parse(text))
        .isInstanceOfSatisfying(
            Parsed.Bad.class,
            bad -> assertThat(bad.sentence()).contains(told).startsWith("\"" + text + "\""));
  }

  @Test
  void numbersCarryFromOneHalfToTheOther() {
    var below = Address.parse("2001:db8::ffff:ffff:ffff:ffff").require();
    var above = Address.parse("2001:db8:0:1::").require();

    assertThat(below.next()).isEqualTo(above);
    assertThat(above.previous()).isEqualTo(below);
    assertThat(below.distanceTo(above)).isEqualTo(new Distance(0, 1));
    assertThat(below.plus(new Distance(0, 1))).isEqualTo(above);
    assertThat(above.minus(new Distance(0, 1))).isEqualTo(below);
  }

  @Test
  void addressesAreOrderedWithoutSign() {
    var middle = Address.parse("7fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff").require();

    assertThat(middle.next()).hasToString("8000::").isGreaterThan(middle);
    assertThat(Address.last(Family.IPV4)).isLessThan(Address.first(Family.IPV6));
    assertThat(Address.last(Family.IPV6).value())
        .isEqualTo(BigInteger.TWO.pow(128).subtract(BigInteger.ONE));
  }

  @Test
  void sizesAreExactUpToAllOfIpv6() {
    assertThat(Distance.ofSize(BigInteger.TWO.pow(128))).contains(new Distance(-1, -1));
    assertThat(Distance.ofSize(BigInteger.TWO.pow(128).add(BigInteger.ONE))).isEmpty();
    assertThat(Distance.ofSize(BigInteger.ZERO)).isEmpty();
    assertThat(Distance.ofSize(BigInteger.TWO.pow(64))).contains(new Distance(0, -1));
    assertThat(new Distance(1, 0).size()).isEqualTo("18446744073709551617");
  }
}
