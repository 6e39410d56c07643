package dev.butlerlabs.butler.ipam.announce.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UseTest {

  private static final AddressRange LEAVING = range("10.40.0.4-10.40.0.7");

  @ParameterizedTest
  @CsvSource({
    "10.40.0.0/30, false",
    "10.40.0.0/29, true",
    "10.40.0.7 - 10.40.0.9, true",
    "10.40.0.8-10.40.0.9, false",
    "fd00::/64, false",
    "whatever, true",
  })
  void poolMayAnnounceWhatItOverlapsOrCannotBeRead(String addresses, boolean announces) {
    var use = new Use(List.of(new StoredPool("lb/mine", List.of(addresses))), List.of());

    assertThat(use.of(LEAVING)).isEqualTo(announces ? "IPAddressPool lb/mine" : "");
  }

  @Test
  void servicesThatHaveAnAddressAreNamed() {
    var use =
        new Use(
            List.of(),
            List.of(
                served("web/out", "10.40.0.3"),
                served("web/in", "fd00::1", "10.40.0.5"),
                served("web/named")));

    assertThat(use.of(LEAVING)).isEqualTo("Service web/in");
    assertThat(use.of(range("fd00::/126"))).isEqualTo("Service web/in");
  }

  private static Served served(String name, String... addresses) {
    return new Served(name, Arrays.asList(addresses));
  }

  private static AddressRange range(String text) {
    return AddressRange.parse(text).require();
  }
}
