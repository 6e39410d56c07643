package dev.butlerlabs.butler.kube.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubeconfigsTest {

  private static final String GOOD =
      """
      current-context: x
      contexts: [{name: x, context: {cluster: c, user: u}}]
      clusters: [{name: c, cluster: {server: "https://127.0.0.1:6443", certificate-authority-data: Q0E=}}]
      users: [{name: u, user: {token: hunter2}}]
      """;

  @Test
  void oneThatHoldsAllItNeedsIsUsable() {
    var config = read(GOOD).orElseThrow();

    assertThat(config.getMasterUrl()).startsWith("https://127.0.0.1:6443/");
    assertThat(config.getAutoOAuthToken()).isEqualTo("hunter2");
  }

  @Test
  void flowStyleIsReadAsWellAsBlockStyle() {
    assertThat(read("{" + GOOD.strip().replace("\n", ", ") + "}"))
        .isInstanceOf(Access.Usable.class);
  }

  @Test
  void theEnvironmentOfThisProcessDoesNotLeakIn() {
    assertThat(read(GOOD).orElseThrow().getNamespace()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exec: {command: rm}",
        "tokenFile: /etc/x",
        "client-key: /etc/x",
        "auth-provider: {}"
      })
  void oneFromElsewhereMayNeitherRunNorReadAnything(String wish) {
    var sly = GOOD.replace("token: hunter2", wish);

    assertThat(said(sly)).contains("is not allowed here").contains(wish.replaceAll(":.*", ""));
  }

  @Test
  void oneFromElsewhereMustNameItsAuthority() {
    var blind = GOOD.replace("certificate-authority-data: Q0E=", "insecure-skip-tls-verify: true");

    assertThat(said(blind))
        .isEqualTo(
            "kubeconfig of a tenant: has no certificate-authority-data"
                + " (add the CA of the API server)");
  }

  @Test
  void plainHttpIsRefused() {
    assertThat(said(GOOD.replace("https://", "http://"))).contains("no https address");
  }

  @Test
  void aMissingContextOrUserIsNamed() {
    assertThat(said(GOOD.replace("current-context: x", ""))).contains("current-context");
    assertThat(said(GOOD.replace("user: u}", "user: v}"))).contains("has no user");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "just words", "[1, 2]", "users: [{token: hunter2", "\u0000\u0001"})
  void rubbishIsRefusedWithoutBeingQuoted(String rubbish) {
    assertThat(said(rubbish)).startsWith("kubeconfig of a tenant").doesNotContain("hunter2");
  }

  @Test
  void nothingPrintableShowsTheToken() {
    assertThat(read(GOOD).toString()).isEqualTo("access to https://127.0.0.1:6443/");
    assertThat(read(GOOD).orElseThrow().toString()).doesNotContain("hunter2");
    var settings = ClientSettings.named("butler-test/1");
    try (var client = Clients.connect(read(GOOD).orElseThrow(), settings)) {
      assertThat(client.getConfiguration().toString()).doesNotContain("hunter2");
      assertThat(client.getConfiguration().getAutoOAuthToken()).isEqualTo("hunter2");
      assertThat(client.getConfiguration().getRequestTimeout()).isEqualTo(10_000);
    }
  }

  @Test
  void aFileMayNameOtherFiles(@TempDir Path folder) throws IOException {
    var file = folder.resolve("config");
    Files.writeString(folder.resolve("ca.crt"), "CA");
    Files.writeString(
        file, GOOD.replace("certificate-authority-data: Q0E=", "certificate-authority: ca.crt"));

    var config = Kubeconfigs.fromFile(file).orElseThrow();

    assertThat(config.getCaCertFile()).isEqualTo(folder.resolve("ca.crt").toString());
    assertThat(Kubeconfigs.fromFile(folder.resolve("none")))
        .isInstanceOfSatisfying(
            Access.Unusable.class,
            missing -> assertThat(missing.problem().sentence()).contains("cannot be read"));
  }

  @Test
  void aPodsTokenIsReadAnewWhenItWasRotated(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("token"), "first\n");
    Files.writeString(folder.resolve("ca.crt"), "CA");
    var environment =
        Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "443");

    Config config = Kubeconfigs.inCluster(environment, folder).orElseThrow();
    assertThat(config.getMasterUrl()).startsWith("https://[fd00::1]:443");
    assertThat(config.getOauthTokenProvider().getToken()).isEqualTo("first");

    Files.writeString(folder.resolve("token"), "second");
    assertThat(config.getOauthTokenProvider().getToken()).isEqualTo("second");
  }

  @Test
  void outsideAPodThereIsNoInClusterAccess(@TempDir Path folder) {
    assertThat(Kubeconfigs.inCluster(Map.of(), folder)).isInstanceOf(Access.Unusable.class);
  }

  private static Access read(String text) {
    return Kubeconfigs.fromBytes(text.getBytes(UTF_8), "of a tenant");
  }

  private static String said(String text) {
    return ((Access.Unusable) read(text)).problem().sentence();
  }
}
