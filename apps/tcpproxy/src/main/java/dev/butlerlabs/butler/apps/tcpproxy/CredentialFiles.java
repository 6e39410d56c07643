package dev.butlerlabs.butler.apps.tcpproxy;

import java.io.IOException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;

/** The credentials in files, taken anew when the files change: rotation needs no restart. */
final class CredentialFiles {

  private final Settings.Tls files;
  private volatile Taken taken;

  private record Taken(String digest, Credentials credentials) {}

  /** Reads them; a program that has none yet cannot serve. */
  CredentialFiles(Settings.Tls files) throws IOException {
    this.files = files;
    this.taken = read("");
  }

  Credentials current() {
    return taken.credentials();
  }

  /**
   * Looks whether the files changed; what cannot be used is not taken, and the old stay.
   *
   * @return whether others are used from now on
   */
  synchronized boolean reload() throws IOException {
    var before = taken;
    taken = read(before.digest());
    return !taken.digest().equals(before.digest());
  }

  /** The same as before when the files hold the same. */
  private Taken read(String before) throws IOException {
    var certificate = Files.readAllBytes(files.certificate());
    var key = Files.readAllBytes(files.key());
    var authorities = Files.readAllBytes(files.authorities());
    try {
      var digest = digest(certificate, key, authorities);
      return digest.equals(before)
          ? taken
          : new Taken(digest, Credentials.read(certificate, key, authorities));
    } catch (GeneralSecurityException wrong) {
      throw new IOException("the credentials cannot be used: " + wrong.getMessage(), wrong);
    }
  }

  private static String digest(byte[]... parts) throws GeneralSecurityException {
    var sha = MessageDigest.getInstance("SHA-256");
    for (var part : parts) {
      sha.update(part);
    }
    return HexFormat.of().formatHex(sha.digest());
  }
}
