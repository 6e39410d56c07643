package dev.butlerlabs.butler.pki;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;

/** Moves private keys between their ASN.1 forms and the JDK's, working out the public half. */
final class KeyEncoding {

  private KeyEncoding() {}

  static SigningKey read(PrivateKeyInfo info) throws IOException, GeneralSecurityException {
    var encoded = new PKCS8EncodedKeySpec(info.getEncoded());
    if (isEc(info)) {
      var factory = KeyFactory.getInstance("EC");
      var publicHalf = new X509EncodedKeySpec(ecPublic(info).getEncoded());
      return new SigningKey(factory.generatePrivate(encoded), factory.generatePublic(publicHalf));
    }
    var factory = KeyFactory.getInstance("RSA");
    var key = factory.generatePrivate(encoded);
    return new SigningKey(key, rsaPublic(factory, key));
  }

  /** RSA as PKCS#1, EC as SEC 1 with curve and public point, which some readers insist on. */
  static String traditional(SigningKey key) {
    var info = PrivateKeyInfo.getInstance(key.reveal().getEncoded());
    try {
      if (!isEc(info)) {
        return Pem.write("RSA PRIVATE KEY", info.parsePrivateKey().toASN1Primitive().getEncoded());
      }
      var secret = ECPrivateKey.getInstance(info.parsePrivateKey()).getKey();
      var point = new DERBitString(ecPublic(info).getPublicKeyData().getOctets());
      var parameters = info.getPrivateKeyAlgorithm().getParameters();
      var bits = curve(info).getN().bitLength();
      return Pem.write(
          "EC PRIVATE KEY", new ECPrivateKey(bits, secret, point, parameters).getEncoded());
    } catch (IOException e) {
      throw new IllegalStateException("A private key of this JDK has no traditional form", e);
    }
  }

  private static boolean isEc(PrivateKeyInfo info) {
    return X9ObjectIdentifiers.id_ecPublicKey.equals(info.getPrivateKeyAlgorithm().getAlgorithm());
  }

  private static PublicKey rsaPublic(KeyFactory factory, PrivateKey key)
      throws GeneralSecurityException {
    if (!(key instanceof RSAPrivateCrtKey rsa)) {
      throw new IllegalArgumentException("an RSA key without its primes");
    }
    return factory.generatePublic(new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent()));
  }

  private static SubjectPublicKeyInfo ecPublic(PrivateKeyInfo info) throws IOException {
    var secret = ECPrivateKey.getInstance(info.parsePrivateKey()).getKey();
    var point = new FixedPointCombMultiplier().multiply(curve(info).getG(), secret).normalize();
    return new SubjectPublicKeyInfo(info.getPrivateKeyAlgorithm(), point.getEncoded(false));
  }

  /** One object per curve, with arithmetic of its own and multiples that are worked out once. */
  private static X9ECParameters curve(PrivateKeyInfo info) {
    var parameters = info.getPrivateKeyAlgorithm().getParameters();
    var found =
        parameters instanceof ASN1ObjectIdentifier name ? CustomNamedCurves.getByOID(name) : null;
    if (found == null) {
      throw new IllegalArgumentException("an elliptic curve key without a known curve name");
    }
    return found;
  }
}
