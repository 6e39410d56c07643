package dev.butlerlabs.butler.pki;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;

/**
 * The kinds of key pair we make. Elliptic curve is the quick one: RSA takes tens of milliseconds.
 */
public enum KeyKind {
  EC_P256("EC", 0),
  RSA_2048("RSA", 2048),
  RSA_3072("RSA", 3072),
  RSA_4096("RSA", 4096);

  private final String algorithm;
  private final int bits;

  KeyKind(String algorithm, int bits) {
    this.algorithm = algorithm;
    this.bits = bits;
  }

  KeyPairGenerator generator(SecureRandom random) throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance(algorithm);
    if (this == EC_P256) {
      generator.initialize(new ECGenParameterSpec("secp256r1"), random);
    } else {
      generator.initialize(bits, random);
    }
    return generator;
  }

  static String describe(PublicKey key) {
    return key instanceof RSAPublicKey rsa
        ? "RSA " + rsa.getModulus().bitLength()
        : key.getAlgorithm();
  }
}
