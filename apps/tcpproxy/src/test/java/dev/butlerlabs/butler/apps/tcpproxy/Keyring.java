package dev.butlerlabs.butler.apps.tcpproxy;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;

/** An authority, and the proxy's files from it. */
record Keyring(CertificateAuthority authority, Path folder) {

  static final String OUTSIDE = "api.shop.example.com";

  private static final SecureRandom RANDOM = new SecureRandom();

  static Keyring in(Path folder) {
    return new Keyring(
        CertificateAuthority.selfSigned(
            "kubernetes", KeyKind.EC_P256, Duration.ofDays(1), Instant.now(), RANDOM),
        folder);
  }

  Credential server(String name, String... names) {
    var order =
        CertificateOrder.server(
            Subject.named(name), SubjectAltName.all(names), Duration.ofHours(1));
    return authority.issue(order, KeyKind.EC_P256, Instant.now(), RANDOM);
  }

  Credential client(String name) {
    var order = CertificateOrder.client(Subject.named(name), Duration.ofHours(1));
    return authority.issue(order, KeyKind.EC_P256, Instant.now(), RANDOM);
  }

  /** Writes a new pair for the names inside the cluster. */
  Credential write() throws IOException {
    var made = server("steward-tcp-proxy", "kubernetes.default.svc", "10.96.0.1");
    Files.writeString(folder.resolve("tls.crt"), made.certificatePem());
    Files.writeString(folder.resolve("tls.key"), made.key().pem());
    Files.writeString(folder.resolve("ca.crt"), authority.certificatePem());
    return made;
  }

  Settings.Tls files() {
    return new Settings.Tls(
        folder.resolve("tls.crt"), folder.resolve("tls.key"), folder.resolve("ca.crt"), OUTSIDE);
  }
}
