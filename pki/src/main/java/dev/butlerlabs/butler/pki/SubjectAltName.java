package dev.butlerlabs.butler.pki;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.x509.GeneralName;

/** A name under which a server may be reached, as it stands in its certificate. */
public sealed interface SubjectAltName {

  GeneralName wire();

  /** Reads an address as an address and everything else as a host name. */
  static SubjectAltName of(String text) {
    return Ip.looksLike(text) ? Ip.of(text) : new Dns(text);
  }

  static List<SubjectAltName> all(String... texts) {
    var names = new ArrayList<SubjectAltName>();
    for (var text : texts) {
      names.add(of(text));
    }
    return List.copyOf(names);
  }

  /** The host names and addresses a certificate carries; other kinds of name are left out. */
  static List<SubjectAltName> in(X509Certificate certificate) {
    var names = new ArrayList<SubjectAltName>();
    try {
      var entries = certificate.getSubjectAlternativeNames();
      for (var entry : entries == null ? List.<List<?>>of() : entries) {
        switch (entry.get(0)) {
          case Integer kind when kind == GeneralName.dNSName ->
              names.add(new Dns(entry.get(1).toString()));
          case Integer kind when kind == GeneralName.iPAddress ->
              names.add(Ip.of(entry.get(1).toString()));
          default -> {}
        }
      }
    } catch (CertificateParsingException e) {
      throw new UnreadableInput("The certificate's alternative names cannot be read", e);
    }
    return List.copyOf(names);
  }

  /** A host name, lower case; the first label may be {@code *}. */
  record Dns(String name) implements SubjectAltName {

    private static final Pattern SHAPE =
        Pattern.compile(
            "(\\*\\.)?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*");

    public Dns {
      name = name.toLowerCase(Locale.ROOT);
      if (name.length() > 253 || !SHAPE.matcher(name).matches()) {
        throw new IllegalArgumentException("'" + name + "' is neither an address nor a host name");
      }
    }

    @Override
    public GeneralName wire() {
      return new GeneralName(GeneralName.dNSName, name);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** An IPv4 or IPv6 address. */
  record Ip(InetAddress address) implements SubjectAltName {

    static boolean looksLike(String text) {
      return text.indexOf(':') >= 0 || text.matches("[0-9]+(\\.[0-9]+){3}");
    }

    /** Reads a literal, and never asks a name server. */
    public static Ip of(String literal) {
      if (literal.indexOf('%') >= 0) {
        throw new IllegalArgumentException(
            "'" + literal + "' names a zone, which only this machine understands; leave it out");
      }
      return new Ip(InetAddress.ofLiteral(literal));
    }

    static Ip of(byte[] octets) {
      try {
        return new Ip(InetAddress.getByAddress(octets));
      } catch (UnknownHostException e) {
        throw new UnreadableInput("An address has 4 or 16 bytes, not " + octets.length, e);
      }
    }

    @Override
    public GeneralName wire() {
      return new GeneralName(GeneralName.iPAddress, new DEROctetString(address.getAddress()));
    }

    @Override
    public String toString() {
      return address.getHostAddress();
    }
  }
}
