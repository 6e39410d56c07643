package dev.butlerlabs.butler.providers.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpSettingsTest {

  @ParameterizedTest
  @CsvSource({
    "https://pve.example.com, https://pve.example.com",
    "HTTPS://PVE.Example.com:443, https://pve.example.com",
    "https://pve.example.com:8006, https://pve.example.com:8006",
    "https://pve.example.com:80, https://pve.example.com:80",
    "http://pve.example.com:80, http://pve.example.com",
    "http://pve.example.com:443, http://pve.example.com:443",
    "https://pve.example.com:443/Behind/, https://pve.example.com/Behind",
    "https://[FE80::1]:443, https://[fe80::1]"
  })
  void anAddressHasOneSpelling(URI uri, String address) {
    assertThat(HttpSettings.of(uri, new Trust.OfTheSystem()).address()).isEqualTo(address);
  }

  @Test
  void credentialsInAnAddressAreRefused() {
    var uri = URI.create("https://somebody:canary@pve.example.com");

    assertThatThrownBy(() -> HttpSettings.of(uri, new Trust.OfTheSystem()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("without credentials")
        .hasMessageNotContaining("canary");
  }
}
