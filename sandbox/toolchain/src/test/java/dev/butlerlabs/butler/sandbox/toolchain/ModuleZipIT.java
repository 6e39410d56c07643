package dev.butlerlabs.butler.sandbox.toolchain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real module, put into Go's module cache by Go and served from there by a small proxy. */
class ModuleZipIT {

  private static final String ZIP = "/sigs.k8s.io/cluster-api/@v/v1.13.6.zip";

  @TempDir Path folder;
  private HttpServer proxy;
  private byte[] zip = {};

  @BeforeEach
  void serve() throws Exception {
    var withGo = new Toolchain(settings("with-go", null), Progress.silent(), Clock.systemUTC());
    withGo.clusterApiManifests();
    zip = Files.readAllBytes(Path.of(goEnvironment("GOMODCACHE"), "cache/download" + ZIP));
    proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.createContext(
        "/goproxy" + ZIP,
        exchange -> {
          try (exchange) {
            exchange.sendResponseHeaders(200, zip.length);
            exchange.getResponseBody().write(zip);
          }
        });
    proxy.start();
  }

  @AfterEach
  void stop() {
    proxy.stop(0);
  }

  @Test
  void manifestsWithoutGoAreTheSameAsWithGo() throws IOException {
    var without = toolchain(address() + "/,direct").clusterApiManifests();
    var with =
        new Toolchain(settings("with-go", null), Progress.silent(), Clock.systemUTC())
            .clusterApiManifests();

    assertThat(names(without)).isEqualTo(names(with)).hasSize(18);
    for (var name : names(with)) {
      if (!name.equals("receipt")) {
        assertThat(without.resolve(name)).hasSameBinaryContentAs(with.resolve(name));
      }
    }
  }

  @Test
  void changedModuleIsRefused() {
    // The stored name of one file, in its local header and in the directory at the end.
    var text = new String(zip, StandardCharsets.ISO_8859_1);
    zip =
        text.replace("cluster-api@v1.13.6/LICENSE", "cluster-api@v1.13.6/LICENCE")
            .getBytes(StandardCharsets.ISO_8859_1);

    assertThatThrownBy(() -> toolchain(address()).clusterApiManifests())
        .isInstanceOf(ToolchainProblem.class)
        .hasMessageContaining("which is not the one in go.sum");
    assertThat(folder.resolve("cache")).isDirectoryNotContaining("glob:**/1.13.6-*");
  }

  @Test
  void neitherGoNorProxyIsOneSentence() {
    assertThatThrownBy(() -> toolchain("off").clusterApiManifests())
        .isInstanceOf(ToolchainProblem.class)
        .hasMessageStartingWith(
            "sigs.k8s.io/cluster-api v1.13.6 cannot be had without Go: GOPROXY names no web"
                + " address; Go 1.26 or newer is needed");
  }

  @Test
  void proxiesAreReadAsGoReadsThem() {
    assertThat(ModuleZip.proxies("")).containsExactly("https://proxy.golang.org");
    assertThat(ModuleZip.proxies("https://a.test/x/|http://b.test,direct,https://c.test"))
        .isEqualTo(List.of("https://a.test/x", "http://b.test"));
    assertThat(ModuleZip.proxies("off")).isEmpty();
  }

  private String address() {
    return "http://127.0.0.1:" + proxy.getAddress().getPort() + "/goproxy";
  }

  private Toolchain toolchain(String goProxy) {
    return new Toolchain(settings("cache", goProxy), Progress.silent(), Clock.systemUTC());
  }

  /** Without Go when a proxy is named, with it otherwise. */
  private ToolchainSettings settings(String cache, @Nullable String goProxy) {
    var environment = new HashMap<>(System.getenv());
    environment.put("BUTLER_TOOLS", folder.resolve(cache).toString());
    if (goProxy != null) {
      environment.put("BUTLER_TOOL_GO", "/nowhere/go");
      environment.put("GOPROXY", goProxy);
      environment.put("NO_PROXY", "127.0.0.1");
    }
    return ToolchainSettings.fromEnvironment(environment);
  }

  private String goEnvironment(String name) throws IOException {
    var settings = settings("with-go", null);
    var outside = new OutsideTools(folder, new Programs(settings.environment()));
    var go = Go.find(settings, outside).orElseThrow();
    var log = folder.resolve("go-env.txt");
    return go.run(List.of("env", name), folder, log, Duration.ofMinutes(1)).output().strip();
  }

  private static List<String> names(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .toList();
    }
  }
}
