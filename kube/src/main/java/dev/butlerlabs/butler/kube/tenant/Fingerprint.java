package dev.butlerlabs.butler.kube.tenant;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Tells credentials apart without keeping them. */
final class Fingerprint {

  private Fingerprint() {}

  static String of(byte[] kubeconfig) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(kubeconfig));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
