package dev.butlerlabs.butler.sandbox.toolchain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolchainSettingsTest {

  @Test
  void cacheIsNamedOrLiesInTheUsersCacheFolder() {
    assertThat(cache(Map.of("HOME", "/home/ann")))
        .isEqualTo(Path.of("/home/ann/.cache/butler/tools"));
    assertThat(cache(Map.of("HOME", "/home/ann", "XDG_CACHE_HOME", "/var/c")))
        .isEqualTo(Path.of("/var/c/butler/tools"));
    assertThat(cache(Map.of("XDG_CACHE_HOME", "/var/c", "BUTLER_TOOLS", "/opt/tools")))
        .isEqualTo(Path.of("/opt/tools"));
    assertThat(
            ToolchainSettings.fromEnvironment(Map.of("HOME", "/home/ann"))
                .withCache(Path.of("/tools/../t"))
                .cache())
        .isEqualTo(Path.of("/t"));
  }

  @Test
  void namedToolsAndSearchPathAreRead() {
    var settings =
        ToolchainSettings.fromEnvironment(
            Map.of(
                "HOME", "/home/ann",
                "PATH", "/usr/bin::/bin",
                "BUTLER_TOOL_KUBE_APISERVER", "/opt/kube-apiserver",
                "BUTLER_TOOL_ETCD", " ",
                "BUTLER_TOOL_GO", "/opt/go/bin/go"));

    assertThat(settings.configured())
        .containsExactly(Map.entry(Tool.KUBE_APISERVER, Path.of("/opt/kube-apiserver")));
    assertThat(settings.searchPath()).containsExactly(Path.of("/usr/bin"), Path.of("/bin"));
    assertThat(settings.go()).isEqualTo(Path.of("/opt/go/bin/go"));
  }

  @Test
  void allProblemsAreToldAtOnce() {
    assertThatThrownBy(
            () ->
                ToolchainSettings.fromEnvironment(
                    Map.of("BUTLER_TOOL_ETCDD", "/x", "HTTPS_PROXY", "http://")))
        .isInstanceOf(ToolchainProblem.class)
        .hasMessageContaining("BUTLER_TOOL_ETCDD names no tool; known are BUTLER_TOOL_ETCD, ")
        .hasMessageContaining("HTTPS_PROXY is 'http://'")
        .hasMessageContaining("name a folder for the programs with --tools DIR");
  }

  @Test
  void platformIsToldInGoWords() {
    assertThat(Platform.named("Linux", "amd64")).hasToString("linux/amd64");
    assertThat(Platform.named("Linux", "aarch64")).hasToString("linux/arm64");
    assertThat(Platform.named("Mac OS X", "aarch64")).hasToString("darwin/arm64");
  }

  private static Path cache(Map<String, String> environment) {
    return ToolchainSettings.fromEnvironment(environment).cache();
  }
}
