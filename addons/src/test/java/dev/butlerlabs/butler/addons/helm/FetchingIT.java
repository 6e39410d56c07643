package dev.butlerlabs.butler.addons.helm;

import static dev.butlerlabs.butler.addons.helm.Workshop.PATIENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.charts.CarriedCharts;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.testkit.FreePort;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real program and repositories on loopback. */
class FetchingIT {

  private static final String CANARY = "canary-7f3a";

  @TempDir Path folder;
  private Workshop workshop = new Workshop(Path.of("/"), Path.of("/"));
  private Path published = Path.of("/");
  private Path archive = Path.of("/");

  @BeforeEach
  void publish() throws IOException {
    workshop = Workshop.in(folder);
    archive =
        workshop.pack(
            workshop.chart("web", "1.2.3", Map.of("web.yaml", Workshop.configMap("web", "x"))));
    published = folder.resolve("packed");
    workshop.run("repo", "index", published.toString());
  }

  @Test
  void chartComesFromARepositoryAndIsKeptByItsDigest() throws IOException {
    try (var server = RepositoryServer.plain(published)) {
      var chart = workshop.helm().pull(web(server, RepositoryAccess.open()), PATIENT).require();

      assertThat(chart.digest()).isEqualTo(Digest.of(archive));
      assertThat(chart.path()).hasSameBinaryContentAs(archive);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(chart.path())))
          .isEqualTo("r--r--r--");
      assertThat(workshop.settings().work()).isEmptyDirectory();
    }
  }

  @Test
  void point19_pinnedChartThatIsHereNeedsNoRepository() throws IOException {
    var helm = workshop.helm();
    try (var server = RepositoryServer.plain(published)) {
      var wanted = web(server, RepositoryAccess.open()).pinned(Digest.of(archive));
      helm.pull(wanted, PATIENT).require();
      var asked = server.asked();
      server.stop();

      assertThat(helm.pull(wanted, PATIENT)).isInstanceOf(Answer.Done.class);
      assertThat(server.asked()).isEqualTo(asked);
    }
  }

  @Test
  void keptChartThatWasDamagedIsFetchedAgain() throws IOException {
    var helm = workshop.helm();
    try (var server = RepositoryServer.plain(published)) {
      var wanted = web(server, RepositoryAccess.open()).pinned(Digest.of(archive));
      var kept = helm.pull(wanted, PATIENT).require().path();
      Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rw-r--r--"));
      Files.writeString(kept, "half");

      assertThat(helm.pull(wanted, PATIENT).require().path()).hasSameBinaryContentAs(archive);
    }
  }

  @Test
  void wrongDigestIsRefusedAndNotKept() throws IOException {
    try (var server = RepositoryServer.plain(published)) {
      var other = Digest.parse("sha256:" + "0".repeat(64));
      var refusal = refusal(web(server, RepositoryAccess.open()).pinned(other));

      assertThat(refusal.cause()).isEqualTo(Cause.DIGEST_WRONG);
      assertThat(refusal.sentence())
          .contains("fetching chart web 1.2.3 of " + server.address())
          .contains("it is " + Digest.of(archive) + " and " + other + " is wanted");
      assertThat(workshop.settings().charts()).doesNotExist();
    }
  }

  @Test
  void versionAndNameThatAreNotThereAreTold() throws IOException {
    try (var server = RepositoryServer.plain(published)) {
      for (var source :
          new ChartSource[] {
            repository(server, "web", "9.9.9", RepositoryAccess.open()),
            repository(server, "nobody", "1.2.3", RepositoryAccess.open())
          }) {
        var refusal = refusal(Chart.of(source));

        assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.CHART_MISSING);
        assertThat(refusal.sentence()).contains(source.describe());
      }
    }
  }

  @Test
  void archiveThatTheIndexPromisesAndNobodyHasIsMissing() throws IOException {
    Files.delete(archive);
    try (var server = RepositoryServer.plain(published)) {
      var refusal = refusal(web(server, RepositoryAccess.open()));

      assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.CHART_MISSING);
      assertThat(refusal.trouble()).contains("404");
    }
  }

  @Test
  void repositoryThatDoesNotAnswerIsTriedAgainLater() {
    var address = URI.create("http://127.0.0.1:" + FreePort.next());
    var refusal =
        refusal(
            Chart.of(new ChartSource.Repository(address, "web", "1.2.3", RepositoryAccess.open())));

    assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.REPOSITORY_DOWN);
    assertThat(refusal.cause().passing()).isTrue();
    assertThat(refusal.sentence()).contains(address.toString()).contains("refused");
  }

  @Test
  void point1_repositoryWithAPasswordIsReadWithIt() throws IOException {
    try (var server = RepositoryServer.plain(published).only("ada", CANARY)) {
      var denied = refusal(web(server, RepositoryAccess.open()));
      var wrong = refusal(web(server, RepositoryAccess.as("ada", CANARY + "-wrong")));

      assertThat(denied.cause()).as(denied.sentence()).isEqualTo(Cause.REPOSITORY_DENIED);
      assertThat(wrong.cause()).as(wrong.sentence()).isEqualTo(Cause.REPOSITORY_DENIED);
      assertThat(wrong.sentence()).doesNotContain(CANARY);
      assertThat(workshop.helm().pull(web(server, RepositoryAccess.as("ada", CANARY)), PATIENT))
          .isInstanceOf(Answer.Done.class);
    }
  }

  @Test
  void certificateOfOnesOwnAuthorityIsTrustedWhenItIsGiven() throws IOException {
    var random = new SecureRandom();
    var now = Instant.now();
    var authority =
        CertificateAuthority.selfSigned("house", KeyKind.EC_P256, Duration.ofDays(1), now, random);
    var order =
        CertificateOrder.server(
            Subject.named("charts"), SubjectAltName.all("127.0.0.1"), Duration.ofHours(6));
    var identity = authority.issue(order, KeyKind.EC_P256, now, random);
    var context = TlsContext.of(identity, authority.certificate());
    try (var server = RepositoryServer.secure(published, context)) {
      var refusal = refusal(web(server, RepositoryAccess.open()));

      assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.REPOSITORY_UNTRUSTED);
      var trusting = RepositoryAccess.open().trusting(authority.certificatePem());
      assertThat(workshop.helm().pull(web(server, trusting), PATIENT))
          .isInstanceOf(Answer.Done.class);
    }
  }

  @Test
  void point1_chartComesFromARegistry() throws IOException {
    try (var registry = OciStandIn.start()) {
      registry.put("charts/web", "1.2.3", Files.readAllBytes(archive));

      var chart =
          workshop.helm().pull(oci(registry, "1.2.3", RepositoryAccess.open()), PATIENT).require();

      assertThat(chart.digest()).isEqualTo(Digest.of(archive));
      var refusal = refusal(oci(registry, "9.9.9", RepositoryAccess.open()));
      assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.CHART_MISSING);
    }
  }

  @Test
  void point1_registryWithAPasswordIsReadWithIt() throws IOException {
    try (var registry = OciStandIn.start().only("ada", CANARY)) {
      registry.put("charts/web", "1.2.3", Files.readAllBytes(archive));

      var denied = refusal(oci(registry, "1.2.3", RepositoryAccess.as("ada", CANARY + "-wrong")));

      assertThat(denied.cause()).as(denied.sentence()).isEqualTo(Cause.REPOSITORY_DENIED);
      assertThat(denied.sentence()).doesNotContain(CANARY);
      assertThat(
              workshop
                  .helm()
                  .pull(oci(registry, "1.2.3", RepositoryAccess.as("ada", CANARY)), PATIENT))
          .isInstanceOf(Answer.Done.class);
    }
  }

  @Test
  void archivesAndFoldersOfThisMachineAreTaken() throws IOException {
    var helm = workshop.helm();
    var source = new ChartSource.Archive(archive);

    assertThat(helm.pull(Chart.of(source), PATIENT).require().digest())
        .isEqualTo(Digest.of(archive));
    assertThat(refusal(Chart.of(source).pinned(Digest.parse("1".repeat(64)))).cause())
        .isEqualTo(Cause.DIGEST_WRONG);
    assertThat(refusal(Chart.of(new ChartSource.Archive(folder.resolve("none.tgz")))).cause())
        .isEqualTo(Cause.CHART_MISSING);
    var chart = folder.resolve("charts/web-1.2.3/web");
    assertThat(helm.pull(Chart.of(new ChartSource.Folder(chart)), PATIENT).require().path())
        .isEqualTo(chart);
    assertThat(refusal(Chart.of(new ChartSource.Folder(folder))).cause())
        .isEqualTo(Cause.CHART_MISSING);
  }

  @Test
  void chartOfTheManagerNeedsNobodyAndIsKeptByItsDigest() throws IOException {
    var source = new ChartSource.Carried("gcp-csi-driver", "1.1.0");

    var chart = workshop.helm().pull(Chart.of(source), PATIENT).require();

    assertThat(Files.readAllBytes(chart.path()))
        .isEqualTo(CarriedCharts.archive("gcp-csi-driver", "1.1.0").orElseThrow());
    assertThat(workshop.settings().work()).isEmptyDirectory();
    assertThat(refusal(Chart.of(source).pinned(Digest.parse("1".repeat(64)))).cause())
        .isEqualTo(Cause.DIGEST_WRONG);
    assertThat(refusal(Chart.of(new ChartSource.Carried("gcp-csi-driver", "9.9.9"))).sentence())
        .startsWith("fetching chart gcp-csi-driver 9.9.9 of the manager")
        .contains("it carries 1.1.0, 1.0.0");
    assertThat(refusal(Chart.of(new ChartSource.Carried("nobody", "1.0.0"))).cause())
        .isEqualTo(Cause.CHART_MISSING);
  }

  private Refusal refusal(Chart chart) {
    var answer = workshop.helm().pull(chart, PATIENT);
    assertThat(answer).isInstanceOf(Answer.Refused.class);
    return ((Answer.Refused<LocalChart>) answer).refusal();
  }

  private static Chart web(RepositoryServer server, RepositoryAccess access) {
    return Chart.of(repository(server, "web", "1.2.3", access));
  }

  private static ChartSource repository(
      RepositoryServer server, String chart, String version, RepositoryAccess access) {
    return new ChartSource.Repository(server.address(), chart, version, access);
  }

  private static Chart oci(OciStandIn registry, String version, RepositoryAccess access) {
    return Chart.of(
        new ChartSource.Registry(registry.address("charts/web"), version, access, true));
  }
}
