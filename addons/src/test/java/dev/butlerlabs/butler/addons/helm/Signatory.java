package dev.butlerlabs.butler.addons.helm;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyPacket;
import org.bouncycastle.bcpg.sig.KeyFlags;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPKeyRingGenerator;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureSubpacketGenerator;
import org.bouncycastle.openpgp.operator.jcajce.JcaPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.jcajce.JcaPGPDigestCalculatorProviderBuilder;
import org.bouncycastle.openpgp.operator.jcajce.JcaPGPKeyPair;

/** Somebody who signs charts, with a real key of OpenPGP. */
public record Signatory(String name, PGPKeyRingGenerator ring) {

  private static final int BITS = 2048;

  /** With a fresh key. */
  public static Signatory named(String name) {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(BITS);
      var pair =
          new JcaPGPKeyPair(
              PublicKeyPacket.VERSION_4,
              PublicKeyAlgorithmTags.RSA_GENERAL,
              generator.generateKeyPair(),
              Date.from(Instant.now()));
      var said = new PGPSignatureSubpacketGenerator();
      said.setKeyFlags(true, KeyFlags.CERTIFY_OTHER | KeyFlags.SIGN_DATA);
      var sums = new JcaPGPDigestCalculatorProviderBuilder().build();
      var signer =
          new JcaPGPContentSignerBuilder(
              pair.getPublicKey().getAlgorithm(), HashAlgorithmTags.SHA256);
      return new Signatory(
          name,
          new PGPKeyRingGenerator(
              PGPSignature.POSITIVE_CERTIFICATION,
              pair,
              "%s <%s@example.com>".formatted(name, name),
              sums.get(HashAlgorithmTags.SHA1),
              said.generate(),
              null,
              signer,
              null));
    } catch (GeneralSecurityException | PGPException impossible) {
      throw new IllegalStateException("no key could be made", impossible);
    }
  }

  public byte[] publicKeys() throws IOException {
    return ring.generatePublicKeyRing().getEncoded();
  }

  public byte[] secretKeys() throws IOException {
    return ring.generateSecretKeyRing().getEncoded();
  }

  /** The public keys as they are usually handed on. */
  public String armored() throws IOException {
    return armored(publicKeys());
  }

  public static String armored(byte[] packets) throws IOException {
    var text = new ByteArrayOutputStream();
    try (var armor = ArmoredOutputStream.builder().build(text)) {
      armor.write(packets);
    }
    return text.toString(US_ASCII);
  }

  public String fingerprint() {
    var key = ring.generatePublicKeyRing().getPublicKey();
    return HexFormat.of().withUpperCase().formatHex(key.getFingerprint());
  }
}
