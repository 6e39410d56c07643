package dev.butlerlabs.butler.sandbox.plane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.sandbox.plane.Ports.Listener;
import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateTest {

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final CertificateOrder ORDER =
      CertificateOrder.server(
          Subject.named("s"), SubjectAltName.all("127.0.0.1"), Duration.ofDays(90));

  @TempDir Path folder;

  private final SecureRandom random = new SecureRandom();
  private final List<String> lines = new ArrayList<>();
  private Home home;

  @BeforeEach
  void claim() {
    home = Home.claim(folder.resolve("home"));
  }

  @AfterEach
  void release() {
    home.close();
  }

  @Test
  void portsStayTheSameUntilSomebodyElseTakesOne() throws Exception {
    var first = Ports.choose(home, random, lines::add);
    assertThat(Ports.choose(home, random, lines::add)).isEqualTo(first);
    assertThat(first.numbers().values()).doesNotHaveDuplicates();

    var taken = first.of(Listener.KUBE_APISERVER);
    try (var intruder = new ServerSocket(taken, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      var second = Ports.choose(home, random, lines::add);

      assertThat(intruder.getLocalPort()).isNotEqualTo(second.of(Listener.KUBE_APISERVER));
      assertThat(second.of(Listener.ETCD)).isEqualTo(first.of(Listener.ETCD));
      assertThat(lines)
          .containsExactly(
              "port %d of kube-apiserver is in use by another program or part; moved to %d"
                  .formatted(taken, second.of(Listener.KUBE_APISERVER)));
    }
  }

  /** A port that is chosen is not listened on yet, so asking the machine is not enough. */
  @Test
  void partsOfAHomeNeverChooseTheSamePort() throws Exception {
    var names = List.of("one", "two");
    var store = Ports.choose(home, Ports.TENANT_STORE, names, new Random(7), lines::add);
    var platform = Ports.choose(home, Ports.PLATFORM, names, new Random(7), lines::add);
    assertThat(platform.numbers().values()).doesNotContainAnyElementsOf(store.numbers().values());

    Files.copy(
        home.file(Ports.TENANT_STORE),
        home.file(Ports.PLATFORM),
        StandardCopyOption.REPLACE_EXISTING);
    var mended = Ports.choose(home, Ports.PLATFORM, names, new Random(7), lines::add);
    assertThat(mended.numbers().values()).doesNotContainAnyElementsOf(store.numbers().values());
    assertThat(lines).hasSize(2).allMatch(line -> line.contains("moved to"));
  }

  @Test
  void damagedPortFileIsReplaced() throws Exception {
    Files.writeString(home.file("ports"), "etcd 123456789\nkube-api");

    assertThat(Ports.choose(home, random, lines::add).numbers()).hasSize(5);
  }

  @Test
  void certificatesAreUsedAgainUntilTheyAreDue() {
    var day0 = store(NOW);
    var authority = day0.authority("ca");
    var leaf = day0.leaf("server", authority, ORDER);

    assertThat(store(NOW).authority("ca")).isEqualTo(authority);
    assertThat(store(NOW).leaf("server", authority, ORDER)).isEqualTo(leaf);
    assertThat(store(NOW.plus(Duration.ofDays(59))).leaf("server", authority, ORDER))
        .isEqualTo(leaf);
    assertThat(store(NOW.plus(Duration.ofDays(61))).leaf("server", authority, ORDER))
        .isNotEqualTo(leaf);
  }

  @Test
  void certificateWithoutAWantedNameOrOfAnotherAuthorityIsMadeAnew() {
    var store = store(NOW);
    var authority = store.authority("ca");
    var leaf = store.leaf("server", authority, ORDER);
    var more =
        CertificateOrder.server(
            Subject.named("s"), SubjectAltName.all("127.0.0.1", "new"), Duration.ofDays(90));

    assertThat(store.leaf("server", authority, more)).isNotEqualTo(leaf);
    assertThat(store.leaf("server", store.authority("other-ca"), more).certificate())
        .extracting(made -> made.getIssuerX500Principal().getName())
        .isEqualTo("CN=butler other-ca");
  }

  @Test
  void damagedCertificateFilesAreMadeAnew() throws Exception {
    var authority = store(NOW).authority("ca");
    var pem = Files.readString(store(NOW).pem("ca"));
    for (var damage : List.of("", "rubbish", pem.substring(0, pem.length() / 2))) {
      Files.writeString(store(NOW).pem("ca"), damage);

      assertThat(store(NOW).authority("ca")).isNotEqualTo(authority);
      assertThat(store(NOW).authority("ca")).isEqualTo(store(NOW).authority("ca"));
    }
    Files.writeString(store(NOW).pem("sa"), "rubbish");
    assertThat(store(NOW).key("sa")).isEqualTo(store(NOW).key("sa"));
  }

  @Test
  void lostEncryptionKeyIsMadeAnewOnlyWhileNothingIsStored() throws Exception {
    var file = Documents.encryption(home, random);
    var first = Files.readString(file);
    assertThat(Files.readString(Documents.encryption(home, random))).isEqualTo(first);

    Files.writeString(file, first.substring(0, first.length() / 2));
    assertThat(Files.readString(Documents.encryption(home, random))).isNotEqualTo(first);

    Files.createDirectories(home.file("etcd/member"));
    Files.delete(file);
    assertThatThrownBy(() -> Documents.encryption(home, random))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("encryption.yaml: is missing or damaged")
        .hasMessageContaining("bring the file back from a copy");
  }

  @Test
  void missingProgramsAreNamedAllAtOnce() {
    assertThatThrownBy(() -> Binaries.in(folder).requireFor(Mode.SANDBOX))
        .isInstanceOf(Refusal.class)
        .hasMessageContainingAll("etcd", "kube-apiserver", "kube-scheduler", "tool chain");
  }

  private CredentialStore store(Instant now) {
    return new CredentialStore(home.folder("pki"), now, random);
  }
}
