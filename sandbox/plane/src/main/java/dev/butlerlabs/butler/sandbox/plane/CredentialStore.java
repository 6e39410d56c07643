package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Renewal;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.pki.UnreadableInput;
import dev.butlerlabs.butler.sandbox.plane.home.PrivateFiles;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Keys and certificates on disk, made once and used again until they are due.
 *
 * <p>A certificate and its key share one file, so no kill can leave halves that do not fit. What
 * cannot be read counts as not there.
 */
public final class CredentialStore {

  private static final Duration AUTHORITY_LIFE = Duration.ofDays(3650);

  private final Path folder;
  private final Instant now;
  private final SecureRandom random;

  public CredentialStore(Path folder, Instant now, SecureRandom random) {
    this.folder = folder;
    this.now = now;
    this.random = random;
  }

  /** The file with certificate and key. */
  public Path pem(String name) {
    return folder.resolve(name + ".pem");
  }

  /** The file with the certificate alone, for those who only trust. */
  Path certificate(String name) {
    return folder.resolve(name + ".crt");
  }

  public CertificateAuthority authority(String name) {
    var kept =
        read(name)
            .filter(found -> found.certificate().getBasicConstraints() >= 0)
            .filter(found -> !Renewal.byTime(found.certificate(), null, now).due())
            .map(CertificateAuthority::new);
    var authority =
        kept.orElseGet(
            () ->
                CertificateAuthority.selfSigned(
                    "butler " + name, KeyKind.EC_P256, AUTHORITY_LIFE, now, random));
    if (kept.isEmpty()) {
      PrivateFiles.writeForGood(pem(name), text(authority.credential()));
    }
    writeWhenOther(certificate(name), authority.certificatePem());
    return authority;
  }

  public Credential leaf(String name, CertificateAuthority authority, CertificateOrder order) {
    var wanted = Renewal.Wanted.of(authority, order);
    var kept = read(name).filter(found -> !Renewal.judge(found.certificate(), wanted, now).due());
    if (kept.isPresent()) {
      return kept.get();
    }
    var fresh = authority.issue(order, KeyKind.EC_P256, now, random);
    PrivateFiles.write(pem(name), text(fresh));
    return fresh;
  }

  /** A key without a certificate; its public half stands beside it as {@code .pub}. */
  SigningKey key(String name) {
    var kept = PrivateFiles.read(pem(name)).flatMap(CredentialStore::readableKey);
    var key = kept.orElseGet(() -> SigningKey.generate(KeyKind.EC_P256, random));
    if (kept.isEmpty()) {
      PrivateFiles.writeForGood(pem(name), key.pem());
    }
    writeWhenOther(publicKey(name), key.publicPem());
    return key;
  }

  Path publicKey(String name) {
    return folder.resolve(name + ".pub");
  }

  private Optional<Credential> read(String name) {
    return PrivateFiles.read(pem(name))
        .flatMap(
            text -> {
              try {
                return Optional.of(Credential.parse(text, text));
              } catch (IllegalArgumentException e) {
                return Optional.empty();
              }
            });
  }

  private static Optional<SigningKey> readableKey(String text) {
    try {
      return Optional.of(SigningKey.parse(text));
    } catch (UnreadableInput e) {
      return Optional.empty();
    }
  }

  private static String text(Credential credential) {
    return credential.certificatePem() + credential.key().pem();
  }

  static void writeWhenOther(Path file, String text) {
    if (!PrivateFiles.read(file).equals(Optional.of(text))) {
      PrivateFiles.write(file, text);
    }
  }
}
