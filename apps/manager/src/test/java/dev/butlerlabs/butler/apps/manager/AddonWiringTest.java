package dev.butlerlabs.butler.apps.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.Chart;
import dev.butlerlabs.butler.addons.helm.ChartSource;
import dev.butlerlabs.butler.addons.helm.RepositoryAccess;
import dev.butlerlabs.butler.kube.config.Sources;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Helm gets of the manager's surroundings: a script in its place writes them down. */
class AddonWiringTest {

  @TempDir Path folder;

  @Test
  void proxiesAndAuthoritiesReachHelmWhenItFetchesCharts() throws IOException {
    var seen =
        fetch(
            Map.of(
                "HTTPS_PROXY", "http://proxy.example.com:3128",
                "http_proxy", "http://plain.example.com:3128",
                "no_proxy", ".example.org",
                "SSL_CERT_FILE", "/etc/ssl/own.pem",
                "SSL_CERT_DIR", "/etc/ssl/more",
                "AWS_SECRET_ACCESS_KEY", "canary"));

    assertThat(seen)
        .contains(
            "HTTPS_PROXY=http://proxy.example.com:3128",
            "HTTP_PROXY=http://plain.example.com:3128",
            "NO_PROXY=.example.org",
            "SSL_CERT_FILE=/etc/ssl/own.pem",
            "SSL_CERT_DIR=/etc/ssl/more")
        .doesNotContain("canary");
  }

  @Test
  void ourOwnSettingGoesBeforeTheUsualOne() throws IOException {
    var seen =
        fetch(
            Map.of(
                "HTTPS_PROXY", "http://usual.example.com:3128",
                "BUTLER_HTTPS_PROXY", "http://ours.example.com:3128"));

    assertThat(seen).contains("HTTPS_PROXY=http://ours.example.com:3128");
  }

  @Test
  void passwordOfAProxyIsNotShownWithTheSettings() {
    var config = config(Map.of("HTTP_PROXY", "http://ada:canary@proxy.example.com:3128"));

    assertThat(config.toString()).contains("HTTP_PROXY").doesNotContain("canary");
  }

  private String fetch(Map<String, String> environment) throws IOException {
    var helm = Objects.requireNonNull(AddonWiring.helm(config(environment)));
    var source =
        new ChartSource.Repository(
            URI.create("https://charts.example.com"), "web", "1.0.0", RepositoryAccess.open());
    helm.pull(Chart.of(source), Duration.ofMinutes(1));
    return Files.readString(folder.resolve("seen"));
  }

  private ManagerConfig config(Map<String, String> environment) {
    return ManagerConfig.read(
            Sources.of(
                List.of("--helm=" + program(), "--addons-folder=" + folder.resolve("addons")),
                ManagerConfig.environment(environment),
                null))
        .orElseThrow();
  }

  private Path program() {
    var file = folder.resolve("helm");
    try {
      Files.writeString(file, "#!/bin/sh\n/usr/bin/env > %s\n".formatted(folder.resolve("seen")));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException failed) {
      throw new java.io.UncheckedIOException(failed);
    }
    return file;
  }
}
