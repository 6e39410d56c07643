package dev.butlerlabs.butler.addons.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.testkit.Await;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program in Helm's place sees of us: a script writes down its surroundings. */
class HomeTest {

  private static final ReleaseKey WEB = new ReleaseKey("shop", "web");
  private static final Duration PATIENT = Duration.ofMinutes(4);
  private static final String CANARY = "canary-51d0";

  @TempDir Path folder;

  @Test
  void renderingIsShownNoWayIntoAnyCluster() throws IOException {
    var said = helm("#!/bin/sh\n/usr/bin/env\n", Map.of()).template(rendering()).require();

    assertThat(said.lines().map(line -> line.replaceFirst("=.*", "")))
        .contains("HOME", "HELM_CONFIG_HOME", "HELM_CACHE_HOME", "HELM_DATA_HOME")
        .contains("GOGC", "GOMEMLIMIT")
        .noneMatch(name -> name.contains("KUBE"))
        // The shell adds the last ones by itself.
        .allMatch(
            name ->
                name.matches("HOME|TMPDIR|NO_COLOR|HELM_.*|GOGC|GOMEMLIMIT|PWD|OLDPWD|SHLVL|_"));
  }

  @Test
  void onlyNamedVariablesOfTheNetworkPassAndProxiesNotIntoClusters() throws IOException {
    var around =
        Map.of(
            "https_proxy", "http://proxy.example.com:3128",
            "NO_PROXY", ".example.org",
            "SSL_CERT_FILE", "/etc/ssl/own.pem",
            "PATH", "/home/me/bin");
    var script =
        "#!/bin/sh\n/usr/bin/env > %s\n/bin/echo '{\"version\": 1, \"info\": {\"status\": \"deployed\"}}'\n"
            .formatted(folder.resolve("seen"));

    helm(script, around).template(rendering());
    assertThat(Files.readString(folder.resolve("seen")))
        .contains(
            "HTTPS_PROXY=http://proxy.example.com:3128",
            "NO_PROXY=.example.org",
            "SSL_CERT_FILE=/etc/ssl/own.pem")
        .doesNotContain("/home/me/bin");

    helm(script, around).install(cluster(), order()).require();
    assertThat(Files.readString(folder.resolve("seen")))
        .contains("SSL_CERT_FILE=/etc/ssl/own.pem")
        .doesNotContain("proxy.example.com", "GOGC", "GOMEMLIMIT");
  }

  @Test
  void point28_passwordOfAProxyIsInNoMessage() throws IOException {
    var around = Map.of("HTTPS_PROXY", "http://ada:%s%%21@proxy.example.com".formatted(CANARY));
    var script =
        "#!/bin/sh\n/bin/echo \"Error: bad proxy $HTTPS_PROXY %s!\" >&2\nexit 1\n"
            .formatted(CANARY);

    var answer = helm(script, around).template(rendering());

    assertThat(((Answer.Refused<String>) answer).refusal().sentence())
        .contains("proxy.example.com")
        .doesNotContain(CANARY);
    assertThat(Network.of(around).toString()).isEqualTo("Network[HTTPS_PROXY]");
  }

  @Test
  void point28_kubeconfigAndValuesAreFilesForTheirOwnerAndGoneAfterwards() throws IOException {
    var script =
        """
        #!/bin/sh
        {
          /bin/echo "$@"
          /bin/ls -ln "$KUBECONFIG" "$HOME/../values.yaml"
          /bin/ls -lnd "$HOME/.."
        } > %s
        /bin/echo '{"version": 1, "info": {"status": "deployed"}}'
        """
            .formatted(folder.resolve("seen"));

    helm(script, Map.of()).install(cluster(), order()).require();

    var seen = Files.readString(folder.resolve("seen"));
    assertThat(seen.lines().skip(1).map(line -> line.substring(0, 10)))
        .containsExactly("-rw-------", "-rw-------", "drwx------");
    assertThat(seen).startsWith("install web ").contains("--namespace shop").doesNotContain(CANARY);
    assertThat(folder.resolve("work")).isEmptyDirectory();
  }

  @Test
  void passwordOfARepositoryIsInNoArgument() throws IOException {
    var script = "#!/bin/sh\n/bin/echo \"$@\" >> %s\n".formatted(folder.resolve("seen"));
    var source =
        new ChartSource.Repository(
            URI.create("https://charts.example.com"),
            "web",
            "1.0.0",
            RepositoryAccess.as("ada", CANARY));

    helm(script, Map.of()).pull(Chart.of(source), PATIENT);

    assertThat(Files.readString(folder.resolve("seen")))
        .contains("repo update source")
        .contains("pull source/web --version 1.0.0")
        .doesNotContain(CANARY);
    assertThat(source.toString()).doesNotContain(CANARY);
  }

  @Test
  void programThatDoesNotEndIsEnded() throws IOException {
    var pid = folder.resolve("pid");
    var script =
        "#!/bin/sh\ntrap '' TERM\necho $$ > %s\nwhile :; do /bin/sleep 1; done\n".formatted(pid);
    var quick =
        new HelmProgram(
            new HelmSettings(
                program(script),
                folder.resolve("work"),
                folder.resolve("charts"),
                Network.none(),
                Duration.ofMillis(50)));
    var brief =
        new Rendering(
            WEB,
            new LocalChart(folder, null),
            Values.none(),
            "1.36.3",
            List.of(),
            Duration.ofSeconds(3));

    var answer = quick.template(brief);

    assertThat(((Answer.Refused<String>) answer).refusal().cause()).isEqualTo(Cause.TIMED_OUT);
    assertThat(((Answer.Refused<String>) answer).refusal().sentence())
        .contains("rendering release shop/web failed: it did not end within 3 s");
    if (Files.exists(pid)) {
      var number = Long.parseLong(Files.readString(pid).strip());
      assertThat(ProcessHandle.of(number).filter(ProcessHandle::isAlive)).isEmpty();
    }
    assertThat(folder.resolve("work")).isEmptyDirectory();
  }

  @Test
  void interruptedThreadCallsTheProgramOff() throws Exception {
    var started = folder.resolve("started");
    var script =
        "#!/bin/sh\ntrap 'exit 3' TERM\necho $$ > %s\nwhile :; do /bin/sleep 1; done\n"
            .formatted(started);
    var helm = helm(script, Map.of());
    var answer = new AtomicReference<Answer<String>>();
    var caller = Thread.ofVirtual().start(() -> answer.set(helm.template(rendering())));
    Await.untilTrue("the program runs", () -> size(started) > 0);

    caller.interrupt();
    caller.join();

    assertThat(((Answer.Refused<String>) answer.get()).refusal().cause())
        .isEqualTo(Cause.CANCELLED);
    assertThat(folder.resolve("work")).isEmptyDirectory();
  }

  @Test
  void whatAKilledProcessLeftIsRemovedAtTheStart() throws IOException {
    var left = Files.createDirectories(folder.resolve("work/operation-123/config"));
    Files.writeString(left.resolve("kubeconfig"), CANARY);

    helm("#!/bin/sh\n", Map.of());

    assertThat(folder.resolve("work")).isEmptyDirectory();
  }

  @Test
  void namesThatCouldBeTakenForOptionsAreRefused() {
    assertThatThrownBy(() -> new ReleaseKey("shop", "--post-renderer"))
        .hasMessageContaining("unlike \"--post-renderer\"");
    assertThatThrownBy(
            () ->
                new ChartSource.Repository(
                    URI.create("https://charts.example.com"),
                    "web",
                    "--devel",
                    RepositoryAccess.open()))
        .hasMessageContaining("not \"--devel\"");
    assertThatThrownBy(
            () ->
                new ChartSource.Repository(
                    URI.create("file:///etc"), "web", "1.0.0", RepositoryAccess.open()))
        .hasMessageContaining("starts with http:// or https://");
    assertThatThrownBy(
            () ->
                new ChartSource.Repository(
                    URI.create("https://ada:" + CANARY + "@charts.example.com"),
                    "web",
                    "1.0.0",
                    RepositoryAccess.open()))
        .hasMessageContaining("give user and password apart from it")
        .hasMessageNotContaining(CANARY);
  }

  private Installation order() {
    return new Installation(
        WEB,
        new LocalChart(folder, null),
        Values.none().put("password", CANARY),
        true,
        Installation.Waiting.FOR_HOOKS,
        PATIENT);
  }

  private Helm helm(String script, Map<String, String> network) throws IOException {
    return new HelmProgram(
        new HelmSettings(
            program(script),
            folder.resolve("work"),
            folder.resolve("charts"),
            Network.of(network),
            Duration.ofMinutes(1)));
  }

  private Path program(String script) throws IOException {
    var file = folder.resolve("helm");
    Files.writeString(file, script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }

  private Rendering rendering() {
    return new Rendering(
        WEB, new LocalChart(folder, null), Values.none(), "1.36.3", List.of(), PATIENT);
  }

  private static long size(Path file) {
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException failed) {
      throw new java.io.UncheckedIOException(failed);
    }
  }

  private static Kubeconfig cluster() {
    var random = new SecureRandom();
    var now = Instant.now();
    var life = Duration.ofDays(1);
    var authority = CertificateAuthority.selfSigned("c", KeyKind.EC_P256, life, now, random);
    var client =
        authority.issue(
            CertificateOrder.client(Subject.named("a"), life), KeyKind.EC_P256, now, random);
    return Kubeconfig.of(
        "tenant", URI.create("https://127.0.0.1:1"), authority.certificate(), "a", client);
  }
}
