package dev.butlerlabs.butler.pki;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A private key with its public half.
 *
 * <p>It prints as kind and fingerprint, so it may stand in a record that is logged. Two keys are
 * equal when their public halves are.
 */
public final class SigningKey {

  private final PrivateKey privateKey;
  private final PublicKey publicKey;

  SigningKey(PrivateKey privateKey, PublicKey publicKey) {
    this.privateKey = privateKey;
    this.publicKey = publicKey;
  }

  public static SigningKey generate(KeyKind kind, SecureRandom random) {
    try {
      KeyPair pair = kind.generator(random).generateKeyPair();
      return new SigningKey(pair.getPrivate(), pair.getPublic());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK cannot make a key of kind " + kind, e);
    }
  }

  /**
   * Reads PKCS#8, or the traditional RSA and EC forms; an EC parameters block before it is fine.
   */
  public static SigningKey parse(String pem) {
    return Pem.readKey(pem);
  }

  public PublicKey publicKey() {
    return publicKey;
  }

  /** The key itself, for a TLS context or a signature. */
  public PrivateKey reveal() {
    return privateKey;
  }

  /** The private key as {@code PRIVATE KEY} (PKCS#8). */
  public String pem() {
    return Pem.write("PRIVATE KEY", privateKey.getEncoded());
  }

  /** The private key as {@code RSA PRIVATE KEY} or {@code EC PRIVATE KEY}, as kubeadm writes it. */
  public String traditionalPem() {
    return KeyEncoding.traditional(this);
  }

  /** The public half as {@code PUBLIC KEY}. */
  public String publicPem() {
    return Pem.write("PUBLIC KEY", publicKey.getEncoded());
  }

  ContentSigner signer(SecureRandom random) {
    var algorithm = privateKey.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
    try {
      return new JcaContentSignerBuilder(algorithm).setSecureRandom(random).build(privateKey);
    } catch (OperatorCreationException e) {
      throw new IllegalStateException("This JDK cannot sign with " + algorithm, e);
    }
  }

  private String fingerprint() {
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(publicKey.getEncoded());
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no SHA-256", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SigningKey that && publicKey.equals(that.publicKey);
  }

  @Override
  public int hashCode() {
    return publicKey.hashCode();
  }

  @Override
  public String toString() {
    return "SigningKey[" + KeyKind.describe(publicKey) + " " + fingerprint() + "]";
  }
}
