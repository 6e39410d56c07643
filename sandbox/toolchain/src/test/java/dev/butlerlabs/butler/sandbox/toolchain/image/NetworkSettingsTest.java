package dev.butlerlabs.butler.sandbox.toolchain.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NetworkSettingsTest {

  private final ArrayList<String> problems = new ArrayList<>();

  @Test
  void nothingSetMeansTheRegistryItselfWithinThreeSeconds() {
    var settings = read(Map.of());

    assertThat(settings.addressOf("registry.k8s.io")).hasToString("https://registry.k8s.io");
    assertThat(settings.findProxy(URI.create("https://registry.k8s.io"))).isEmpty();
    assertThat(settings.certificates()).isNull();
    assertThat(settings.connectWithin()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void oneMirrorStandsForAllRegistriesUnlessOneIsNamed() {
    var settings =
        read(
            Map.of(
                "BUTLER_REGISTRY_MIRROR",
                "https://mirror.test/all, registry.k8s.io=http://k8s.test:5000"));

    assertThat(settings.addressOf("gcr.io")).hasToString("https://mirror.test/all");
    assertThat(settings.addressOf("registry.k8s.io")).hasToString("http://k8s.test:5000");
  }

  @Test
  void proxyIsTakenPerSchemeAndLowerCaseWins() {
    var settings =
        read(
            Map.of(
                "HTTPS_PROXY", "http://upper.test:1",
                "https_proxy", "lower.test:3128",
                "NO_PROXY", "internal.test,.corp.test",
                "SSL_CERT_FILE", "/etc/roots.pem"));

    assertThat(settings.findProxy(URI.create("https://gcr.io")))
        .contains(URI.create("http://lower.test:3128"));
    assertThat(settings.findProxy(URI.create("http://gcr.io"))).isEmpty();
    assertThat(settings.findProxy(URI.create("https://internal.test"))).isEmpty();
    assertThat(settings.findProxy(URI.create("https://a.corp.test"))).isEmpty();
    assertThat(settings.findProxy(URI.create("https://notinternal.test"))).isPresent();
    assertThat(settings.certificates()).isEqualTo(Path.of("/etc/roots.pem"));
  }

  @Test
  void addressesThatAreNoneAreNamedTogether() {
    read(Map.of("HTTPS_PROXY", "http://", "BUTLER_REGISTRY_MIRROR", "mirror.test/path"));

    assertThat(problems)
        .containsExactlyInAnyOrder(
            "HTTPS_PROXY is 'http://'; write an address like https://mirror.example:5000",
            "BUTLER_REGISTRY_MIRROR is 'mirror.test/path';"
                + " write an address like https://mirror.example:5000");
  }

  private NetworkSettings read(Map<String, String> environment) {
    return NetworkSettings.fromEnvironment(environment, problems);
  }
}
