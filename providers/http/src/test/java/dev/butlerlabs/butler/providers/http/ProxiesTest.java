package dev.butlerlabs.butler.providers.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxiesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://proxy.example.com:3128",
        "proxy.example.com:3128",
        "http://proxy.example.com:3128/"
      })
  void platformsAreReachedThroughTheProxy(String text) {
    assertThat(Proxies.of(text, "").select(URI.create("https://pve.example.com:8006/api2")))
        .containsExactly(
            new Proxy(
                Proxy.Type.HTTP, InetSocketAddress.createUnresolved("proxy.example.com", 3128)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*                        | https://pve.example.com:8006 | direct",
        "pve.example.com          | https://pve.example.com:8006 | direct",
        "PVE.example.com          | https://pve.EXAMPLE.com:8006 | direct",
        "example.com              | https://pve.example.com:8006 | direct",
        ".example.com             | https://pve.example.com:8006 | direct",
        ".example.com             | https://example.com          | proxy",
        "ample.com                | https://pve.example.com:8006 | proxy",
        "other.com,, example.com  | https://pve.example.com:8006 | direct",
        "pve.example.com:8006     | https://pve.example.com:8006 | direct",
        "pve.example.com:443      | https://pve.example.com:8006 | proxy",
        "10.0.0.0/8               | https://10.9.8.7:8006        | direct",
        "10.0.0.0/8               | https://11.9.8.7:8006        | proxy",
        "10.9.8.6/31              | https://10.9.8.7:8006        | direct",
        "10.9.8.8/31              | https://10.9.8.7:8006        | proxy",
        "10.0.0.0/8               | https://ten.example.com      | proxy",
        "10.0.0.0/x               | https://10.9.8.7:8006        | proxy",
        "fd00::/8                 | https://[fd00::7]:8006       | direct",
        "fd00::7                  | https://[fd00::7]:8006       | direct",
        "10.9.8.7                 | https://10.9.8.7:8006        | direct",
        "''                       | http://pve.example.com:8006  | direct"
      })
  void exceptionsAreReachedWithoutIt(String exceptions, String platform, String way) {
    assertThat(Proxies.of("http://proxy:3128", exceptions).select(URI.create(platform)))
        .hasSize(1)
        .allMatch(proxy -> way.equals("direct") == proxy.equals(Proxy.NO_PROXY));
  }

  @Test
  void withoutAProxyEveryPlatformIsReachedDirectly() {
    assertThat(Proxies.of("", "").select(URI.create("https://pve.example.com:8006")))
        .containsExactly(Proxy.NO_PROXY);
    assertThat(Proxies.between(Proxies.of("", ""), URI.create("https://pve.example.com")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://me:canary@proxy:3128",
        "socks5://canary:1080",
        "http://",
        "http://ca nary"
      })
  void whatIsNoProxyIsRefusedAndNotRepeated(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Proxies.of(text, ""))
        .satisfies(thrown -> assertThat(thrown).hasMessageNotContaining("canary"));
  }
}
