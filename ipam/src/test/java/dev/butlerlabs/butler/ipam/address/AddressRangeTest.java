package dev.butlerlabs.butler.ipam.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressRangeTest {

  @ParameterizedTest
  @CsvSource({
    "10.40.0.0/16, 10.40.0.0, 10.40.255.255, 65536",
    "0.0.0.0/0, 0.0.0.0, 255.255.255.255, 4294967296",
    "10.40.1.17/32, 10.40.1.17, 10.40.1.17, 1",
    "::/0, ::, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 340282366920938463463374607431768211456",
    "2001:db8::/48, 2001:db8::, 2001:db8:0:ffff:ffff:ffff:ffff:ffff, 1208925819614629174706176",
    "2001:db8::/64, 2001:db8::, 2001:db8::ffff:ffff:ffff:ffff, 18446744073709551616",
    "2001:db8::1/128, 2001:db8::1, 2001:db8::1, 1"
  })
  void blockIsItsRange(String text, String start, String end, BigInteger size) {
    var range = Block.parse(text).require().range();

    assertThat(range.start()).hasToString(start);
    assertThat(range.end()).hasToString(end);
    assertThat(range.size()).isEqualTo(size);
    assertThat(range).hasToString(text);
    assertThat(AddressRange.between(start, end).require()).isEqualTo(range);
  }

  @ParameterizedTest
  @CsvSource({
    "10.40.1.0-10.40.7.254, 1791",
    "10.40.1.0-10.40.3.254, 767",
    "10.40.1.1-10.40.1.4, 4",
    "10.40.1.4-10.40.1.9, 6",
    "0.0.0.0-255.255.255.254, 4294967295",
    "::-8000::, 170141183460469231731687303715884105729"
  })
  void whatIsNoBlockIsPrintedByItsEnds(String text, BigInteger size) {
    var range = AddressRange.parse(text).require();

    assertThat(range).hasToString(text);
    assertThat(range.size()).isEqualTo(size);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          10.40.1.5/24 | host bits set; write 10.40.1.0/24 for the block or 10.40.1.5/32 for the one
          2001:db8::1/48 | host bits set; write 2001:db8::/48 for the block or 2001:db8::1/128
          10.40.0.0/33 | has the prefix length "33"; write a number from 0 to 32
          10.40.0.0/ | has the prefix length ""; write a number from 0 to 32
          10.40.0.0/08 | has the prefix length "08"
          10.40.0.0/+8 | has the prefix length "+8"
          10.40.0.0/255.255.0.0 | has the prefix length "255.255.0.0"
          2001:db8::/129 | has the prefix length "129"; write a number from 0 to 128
          10.40.256.0/24 | the octet 256 is above 255
          ::ffff:10.40.0.0/112 | is an IPv4 address written as IPv6; write 10.40.0.0
          10.40.0.1 | has no prefix length; write 10.40.0.1/32 for this one address
          fe80::%eth0/64 | has a zone
          """)
  void whatIsNoBlockIsToldWithWhatToWrite(String text, String told) {
    assertThat(Block.parse(text))
        .isInstanceOfSatisfying(Parsed.Bad.class, bad -> assertThat(bad.sentence()).contains(told));
  }

  @Test
  void rangeThatRunsBackwardsOrMixesFamiliesIsTold() {
    assertThat(AddressRange.parse("10.0.0.9-10.0.0.1"))
        .isEqualTo(Parsed.bad("10.0.0.9-10.0.0.1 ends before it starts; write 10.0.0.1-10.0.0.9"));
    assertThat(AddressRange.parse("10.0.0.9-::1"))
        .isEqualTo(
            Parsed.bad("10.0.0.9-::1 mixes IPv4 and IPv6; write both ends in the same family"));
  }

  @Test
  void commonAddressesAreThoseOfBoth() {
    var low = AddressRange.parse("10.0.0.0-10.0.0.9").require();
    var high = AddressRange.parse("10.0.0.5-10.0.0.20").require();

    assertThat(low.common(high)).contains(AddressRange.parse("10.0.0.5-10.0.0.9").require());
    assertThat(low.common(AddressRange.parse("10.0.0.10").require())).isEmpty();
    assertThat(low.overlaps(Block.parse("::/0").require().range())).isFalse();
  }

  @Test
  void rangeOfASizeMayReachTheEndOfItsFamily() {
    var start = Address.parse("255.255.255.254").require();

    assertThat(AddressRange.ofSize(start, BigInteger.TWO)).hasToString("255.255.255.254/31");
  }
}
