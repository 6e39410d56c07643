package dev.butlerlabs.butler.pki;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCS10CertificationRequestBuilder;
import org.bouncycastle.pkcs.PKCSException;

/**
 * A PKCS#10 request whose signature has been checked: the asker holds the private key.
 *
 * <p>It says what was asked. What is granted stands in the {@link CertificateOrder} that the caller
 * makes of it.
 */
public record SigningRequest(
    Subject subject, List<SubjectAltName> names, PublicKey publicKey, String pem) {

  public SigningRequest {
    names = List.copyOf(names);
  }

  public static SigningRequest make(
      Subject subject, List<SubjectAltName> names, SigningKey key, SecureRandom random) {
    var info = SubjectPublicKeyInfo.getInstance(key.publicKey().getEncoded());
    var builder = new PKCS10CertificationRequestBuilder(subject.name(), info);
    try {
      if (!names.isEmpty()) {
        var extensions = new ExtensionsGenerator();
        extensions.addExtension(
            Extension.subjectAlternativeName,
            false,
            new GeneralNames(names.stream().map(SubjectAltName::wire).toArray(GeneralName[]::new)));
        builder.addAttribute(
            PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, extensions.generate());
      }
      var request = builder.build(key.signer(random));
      var pem = Pem.write("CERTIFICATE REQUEST", request.getEncoded());
      return new SigningRequest(subject, names, key.publicKey(), pem);
    } catch (IOException e) {
      throw new IllegalStateException("A signing request could not be written", e);
    }
  }

  /** Reads a request and checks that it is signed by the key it names. */
  public static SigningRequest parse(String pem) {
    var request = Pem.readRequest(pem);
    try {
      var info = request.getSubjectPublicKeyInfo();
      var verifier = new JcaContentVerifierProviderBuilder().build(info);
      if (!request.isSignatureValid(verifier)) {
        throw new UnreadableInput("The signing request is not signed by the key it names");
      }
      return new SigningRequest(
          Subject.of(request.getSubject()), names(request), publicKey(info), pem);
    } catch (IOException | GeneralSecurityException | OperatorCreationException | PKCSException e) {
      throw new UnreadableInput("The signing request names a key this JDK cannot read", e);
    }
  }

  private static PublicKey publicKey(SubjectPublicKeyInfo info)
      throws IOException, GeneralSecurityException {
    var algorithm =
        PKCSObjectIdentifiers.rsaEncryption.equals(info.getAlgorithm().getAlgorithm())
            ? "RSA"
            : "EC";
    return KeyFactory.getInstance(algorithm)
        .generatePublic(new X509EncodedKeySpec(info.getEncoded()));
  }

  private static List<SubjectAltName> names(PKCS10CertificationRequest request) throws IOException {
    var names = new ArrayList<SubjectAltName>();
    var extensions = request.getRequestedExtensions();
    var wire =
        extensions == null
            ? null
            : GeneralNames.fromExtensions(extensions, Extension.subjectAlternativeName);
    if (wire == null) {
      return names;
    }
    for (var name : wire.getNames()) {
      switch (name.getTagNo()) {
        case GeneralName.dNSName -> names.add(new SubjectAltName.Dns(name.getName().toString()));
        case GeneralName.iPAddress -> names.add(SubjectAltName.Ip.of(octets(name)));
        default ->
            throw new UnreadableInput(
                "The signing request asks for a name that is neither a host nor an address");
      }
    }
    return names;
  }

  private static byte[] octets(GeneralName name) {
    return ASN1OctetString.getInstance(name.getName()).getOctets();
  }
}
