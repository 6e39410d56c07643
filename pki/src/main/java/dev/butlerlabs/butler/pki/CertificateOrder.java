package dev.butlerlabs.butler.pki;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What a certificate shall say; who signs it and for which key is told beside it. */
public record CertificateOrder(
    Subject subject, Set<Purpose> purposes, List<SubjectAltName> names, Duration life) {

  /** What the holder of a certificate may use it for. */
  public enum Purpose {
    SERVER,
    CLIENT
  }

  public CertificateOrder {
    if (life.isNegative() || life.isZero()) {
      throw new IllegalArgumentException(
          "A certificate for " + subject.commonName() + " must live longer than " + life);
    }
    purposes = Set.copyOf(purposes);
    names = List.copyOf(names);
  }

  public static CertificateOrder server(
      Subject subject, List<SubjectAltName> names, Duration life) {
    return new CertificateOrder(subject, EnumSet.of(Purpose.SERVER), names, life);
  }

  public static CertificateOrder client(Subject subject, Duration life) {
    return new CertificateOrder(subject, EnumSet.of(Purpose.CLIENT), List.of(), life);
  }

  /** Both ends of a connection between equals, as members of an etcd cluster have it. */
  public static CertificateOrder peer(Subject subject, List<SubjectAltName> names, Duration life) {
    return new CertificateOrder(subject, EnumSet.allOf(Purpose.class), names, life);
  }
}
