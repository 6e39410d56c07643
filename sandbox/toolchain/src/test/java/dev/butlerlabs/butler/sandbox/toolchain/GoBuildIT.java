package dev.butlerlabs.butler.sandbox.toolchain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real Go and its module proxy; seconds when Go has built the program before. */
class GoBuildIT {

  @TempDir Path folder;

  @Test
  void programComesOutTheSameTwice() {
    var one = build("one", Map.of());
    var two =
        build(
            "a/second/folder",
            Map.of("GOFLAGS", "-tags=other", "GOAMD64", "v3", "CGO_ENABLED", "1"));

    assertThat(one.source()).isInstanceOf(Source.Built.class);
    assertThat(one.version()).isEqualTo("3.6.16");
    assertThat(two.path()).isNotEqualTo(one.path());
    assertThat(two.sha256()).isEqualTo(one.sha256());
  }

  @Test
  void failedBuildSaysWhyAndWhereItsOutputIs() {
    var proxy = Map.of("GOPROXY", "off", "GOMODCACHE", folder.resolve("empty").toString());

    assertThatThrownBy(() -> build("failing", proxy))
        .isInstanceOf(ToolchainProblem.class)
        .hasMessageContaining("building etcd 3.6.16 with Go failed (")
        .hasMessageContaining("module lookup disabled by GOPROXY=off")
        .hasMessageContaining(folder.resolve("failing/etcd/last-build.log").toString());
  }

  @Test
  void manifestsOfBothManagersAreCopiedOnce() throws IOException {
    var toolchain = new Toolchain(settings("m", Map.of()), Progress.silent(), Clock.systemUTC());

    var manifests = toolchain.clusterApiManifests();

    assertThat(yaml(manifests.resolve("config/crd/bases"))).isEqualTo(13);
    assertThat(yaml(manifests.resolve("bootstrap/kubeadm/config/crd/bases"))).isEqualTo(2);
    assertThat(manifests.resolve("config/webhook/manifests.yaml"))
        .content()
        .contains("kind: ValidatingWebhookConfiguration");
    assertThat(manifests.resolve("bootstrap/kubeadm/config/webhook/manifests.yaml"))
        .isNotEmptyFile();
    var stamp = Files.getLastModifiedTime(manifests.resolve("receipt"));
    assertThat(toolchain.clusterApiManifests()).isEqualTo(manifests);
    assertThat(Files.getLastModifiedTime(manifests.resolve("receipt"))).isEqualTo(stamp);
  }

  private Located build(String cache, Map<String, String> variables) {
    return new Toolchain(settings(cache, variables), Progress.silent(), Clock.systemUTC())
        .require(Tool.ETCD);
  }

  /** The surrounding environment, less other places an etcd might come from. */
  private ToolchainSettings settings(String cache, Map<String, String> variables) {
    var environment = new HashMap<>(System.getenv());
    environment.keySet().removeIf(it -> it.startsWith("BUTLER_TOOL_") && !it.endsWith("_GO"));
    environment.put("BUTLER_TOOLS", folder.resolve(cache).toString());
    // Port 1 refuses at once, so the build is all that is left.
    environment.put("BUTLER_REGISTRY_MIRROR", "http://127.0.0.1:1");
    environment.put("NO_PROXY", "127.0.0.1");
    environment.putAll(variables);
    var read = ToolchainSettings.fromEnvironment(environment);
    return new ToolchainSettings(
        read.cache(),
        read.configured(),
        read.go(),
        read.searchPath().stream().filter(it -> !Files.exists(it.resolve("etcd"))).toList(),
        environment,
        read.network(),
        read.platform(),
        read.cores());
  }

  private static long yaml(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).count();
    }
  }
}
