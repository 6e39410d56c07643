package dev.butlerlabs.butler.addons.helm;

import static dev.butlerlabs.butler.addons.helm.Workshop.PATIENT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who signed a chart: the real program, real keys, repositories on loopback. */
class SignedChartsIT {

  private static final Signatory ADA = Signatory.named("ada");
  private static final Signatory BOB = Signatory.named("bob");

  @TempDir Path folder;
  private Workshop workshop = new Workshop(Path.of("/"), Path.of("/"));
  private Path archive = Path.of("/");
  private Path proof = Path.of("/");
  private RepositoryServer server;
  private OciStandIn registry;

  @BeforeEach
  void publish() throws IOException {
    workshop = Workshop.in(folder);
    archive = workshop.packSigned(chart("1.2.3"), ADA);
    proof = archive.resolveSibling(archive.getFileName() + ".prov");
    index();
    server = RepositoryServer.plain(folder.resolve("packed"));
    registry = OciStandIn.start();
    registry.putSigned(
        "charts/web", "1.2.3", Files.readAllBytes(archive), Files.readAllBytes(proof));
  }

  @AfterEach
  void close() {
    server.close();
    registry.close();
  }

  @Test
  void point29_chartOfARepositoryIsTakenWhenItIsSigned() throws IOException {
    var chart = workshop.helm().pull(web("1.2.3").signedBy(keys(ADA)), PATIENT).require();

    assertThat(chart.signer()).isEqualTo(ADA.fingerprint());
    assertThat(chart.path()).hasSameBinaryContentAs(archive);
    assertThat(workshop.settings().work()).isEmptyDirectory();
    assertThat(workshop.helm().pull(web("1.2.3"), PATIENT).require().signer())
        .as("nobody asked")
        .isEmpty();
  }

  @Test
  void point29_chartOfARegistryIsTakenWhenItIsSigned() throws IOException {
    var chart = workshop.helm().pull(oci("1.2.3").signedBy(keys(ADA)), PATIENT).require();

    assertThat(chart.signer()).isEqualTo(ADA.fingerprint());
    assertThat(chart.digest()).isEqualTo(Digest.of(archive));
    assertThat(refusal(oci("1.2.3").signedBy(keys(BOB))).cause())
        .isEqualTo(Cause.SIGNATURE_REFUSED);
  }

  @Test
  void point29_chartThatNobodySignedIsRefused() throws IOException {
    Files.delete(proof);
    registry.put("charts/web", "1.2.3", Files.readAllBytes(archive));

    for (var chart : List.of(web("1.2.3"), oci("1.2.3"))) {
      var refusal = refusal(chart.signedBy(keys(ADA)));

      assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.CHART_UNSIGNED);
      assertThat(refusal.sentence())
          .startsWith("fetching " + chart.source().describe())
          .contains("it has no signature, and has to");
    }
    assertThat(workshop.settings().charts()).doesNotExist();
  }

  @Test
  void point29_signatureThatDoesNotComeIsNotTakenForNone() throws IOException {
    server.failing(".prov");

    var refusal = refusal(web("1.2.3").signedBy(keys(ADA)));

    assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.REPOSITORY_DOWN);
    assertThat(refusal.sentence()).contains("its signature did not come").contains("503");
  }

  @Test
  void point29_keyThatIsNotKnownIsRefused() throws IOException {
    var refusal = refusal(web("1.2.3").signedBy(keys(BOB)));

    assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.SIGNATURE_REFUSED);
    assertThat(refusal.sentence()).contains("fetching chart web 1.2.3 of " + server.address());
    assertThat(workshop.settings().charts()).doesNotExist();
  }

  @Test
  void point29_archiveThatIsNotTheSignedOneIsRefused() throws IOException {
    var signed = Files.readAllBytes(proof);
    var other = workshop.pack(chart("1.2.3", "y"));
    Files.write(proof, signed);
    index();
    registry.putSigned("charts/web", "1.2.3", Files.readAllBytes(other), signed);

    for (var chart : List.of(web("1.2.3"), oci("1.2.3"))) {
      var refusal = refusal(chart.signedBy(keys(ADA)));

      assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.SIGNATURE_REFUSED);
      assertThat(refusal.sentence()).contains("sha256 sum does not match");
    }
  }

  @Test
  void point29_signatureThatSomebodyChangedIsRefused() throws IOException {
    for (var changed :
        List.of(
            Files.readString(proof).replace("version: 1.2.3", "version: 1.2.4"), "no signature")) {
      Files.writeString(proof, changed);

      var refusal = refusal(web("1.2.3").signedBy(keys(ADA)));

      assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.SIGNATURE_REFUSED);
    }
  }

  @Test
  void point29_otherVersionOfTheSameHandsDoesNotPassForTheOneThatIsWanted() throws IOException {
    // As a mirror would that wants an old chart installed: the index leads from one to the other.
    var index = folder.resolve("packed/index.yaml");
    Files.writeString(
        index, Files.readString(index).replaceAll("(?m)version: 1\\.2\\.3$", "version: 2.0.0"));
    registry.putSigned(
        "charts/web", "2.0.0", Files.readAllBytes(archive), Files.readAllBytes(proof));

    for (var chart : List.of(web("2.0.0"), oci("2.0.0"))) {
      var refusal = refusal(chart.signedBy(keys(ADA)));

      assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.SIGNATURE_REFUSED);
      assertThat(refusal.sentence()).contains("web-2.0.0.tgz");
    }
  }

  @Test
  void point29_versionMayBeAskedForWithoutItsV() throws IOException {
    workshop.packSigned(chart("v3.0.0"), ADA);
    index();

    var chart = workshop.helm().pull(web("3.0.0").signedBy(keys(ADA)), PATIENT).require();

    assertThat(chart.signer()).isEqualTo(ADA.fingerprint());
  }

  @Test
  void point29_signerHasToBeInAllKeyringsAndMayBeAnyOfEach() throws IOException {
    var both = new ByteArrayOutputStream();
    both.writeBytes(BOB.publicKeys());
    both.writeBytes(ADA.publicKeys());
    var either = ring(both.toByteArray());

    assertThat(
            workshop
                .helm()
                .pull(web("1.2.3").signedBy(List.of(either, ring(ADA))), PATIENT)
                .require()
                .signer())
        .isEqualTo(ADA.fingerprint());
    assertThat(refusal(web("1.2.3").signedBy(List.of(either, ring(BOB)))).cause())
        .isEqualTo(Cause.SIGNATURE_REFUSED);
  }

  @Test
  void point29_whatIsKeptCountsAsSignedOnlyByTheKeysItWasHeldAgainst() throws IOException {
    var helm = workshop.helm();
    var pinned = web("1.2.3").pinned(Digest.of(archive));
    helm.pull(pinned, PATIENT).require();
    Files.delete(proof);

    assertThat(refusal(pinned.signedBy(keys(ADA))).cause())
        .as("kept, and nobody had asked")
        .isEqualTo(Cause.CHART_UNSIGNED);
    workshop.packSigned(chart("1.2.3"), ADA);
    index();
    pinned = web("1.2.3").pinned(Digest.of(archive));
    helm.pull(pinned.signedBy(keys(ADA)), PATIENT).require();
    server.stop();

    assertThat(helm.pull(pinned.signedBy(keys(ADA)), PATIENT).require().signer())
        .as("needs no repository any more")
        .isEqualTo(ADA.fingerprint());
    assertThat(helm.pull(pinned.signedBy(keys(BOB)), PATIENT)).isInstanceOf(Answer.Refused.class);
  }

  @Test
  void point29_whatComesFromNoRepositoryHasNoSignature() throws IOException {
    for (var source :
        List.of(
            new ChartSource.Archive(archive),
            new ChartSource.Folder(folder.resolve("charts/web-1.2.3/web")),
            new ChartSource.Carried("gcp-csi-driver", "1.1.0"))) {
      assertThat(refusal(Chart.of(source).signedBy(keys(ADA))).cause())
          .isEqualTo(Cause.CHART_UNSIGNED);
    }
  }

  @Test
  void point29_armoredKeysVouchToo() throws IOException {
    var ring = (KeyRing.Found.Keys) KeyRing.read(ADA.armored().getBytes(UTF_8));

    assertThat(workshop.helm().pull(web("1.2.3").signedBy(List.of(ring.ring())), PATIENT))
        .isInstanceOf(Answer.Done.class);
  }

  private Path chart(String version) throws IOException {
    return chart(version, "x");
  }

  private Path chart(String version, String shown) throws IOException {
    return workshop.chart("web", version, Map.of("web.yaml", Workshop.configMap("web", shown)));
  }

  private void index() throws IOException {
    workshop.run("repo", "index", folder.resolve("packed").toString());
  }

  private Refusal refusal(Chart chart) {
    var answer = workshop.helm().pull(chart, PATIENT);
    assertThat(answer).isInstanceOf(Answer.Refused.class);
    return ((Answer.Refused<LocalChart>) answer).refusal();
  }

  private Chart web(String version) {
    return Chart.of(
        new ChartSource.Repository(server.address(), "web", version, RepositoryAccess.open()));
  }

  private Chart oci(String version) {
    return Chart.of(
        new ChartSource.Registry(
            registry.address("charts/web"), version, RepositoryAccess.open(), true));
  }

  private static List<KeyRing> keys(Signatory who) throws IOException {
    return List.of(ring(who));
  }

  private static KeyRing ring(Signatory who) throws IOException {
    return ring(who.publicKeys());
  }

  private static KeyRing ring(byte[] packets) {
    return ((KeyRing.Found.Keys) KeyRing.read(packets)).ring();
  }
}
