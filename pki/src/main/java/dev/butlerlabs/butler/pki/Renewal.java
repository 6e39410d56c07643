package dev.butlerlabs.butler.pki;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to "must this certificate be renewed, and when?". */
public sealed interface Renewal {

  /** One sentence for logs and status. */
  String sentence();

  /** Whether a new certificate is wanted at the time that was asked about. */
  default boolean due() {
    return !(this instanceof NotYet);
  }

  /** All is well until {@code at}; look again then. */
  record NotYet(Instant at) implements Renewal {
    @Override
    public String sentence() {
      return "The certificate is to be renewed at " + at + ".";
    }
  }

  /** Still valid, but its time to be replaced has come. */
  record Due(Instant since, Instant expires) implements Renewal {
    @Override
    public String sentence() {
      return "The certificate is to be renewed since %s and ends at %s.".formatted(since, expires);
    }
  }

  record Expired(Instant at) implements Renewal {
    @Override
    public String sentence() {
      return "The certificate ended at " + at + ".";
    }
  }

  /** Made by a clock that was ahead of ours. */
  record NotValidYet(Instant from) implements Renewal {
    @Override
    public String sentence() {
      return "The certificate is valid only from " + from + "; check this machine's clock.";
    }
  }

  record OtherAuthority(String issuer) implements Renewal {
    @Override
    public String sentence() {
      return "The certificate was signed by another authority (" + issuer + ").";
    }
  }

  record OtherSubject(Subject found) implements Renewal {
    @Override
    public String sentence() {
      return "The certificate speaks for " + found.commonName() + " " + found.organizations() + ".";
    }
  }

  record MissingNames(List<SubjectAltName> names) implements Renewal {

    public MissingNames {
      names = List.copyOf(names);
    }

    @Override
    public String sentence() {
      return "The certificate does not name " + names + ".";
    }
  }

  /**
   * What a certificate is held against. Without a {@code lead} it is due at two thirds of its life;
   * with one, that long before its end, but never before half of its life.
   */
  record Wanted(
      X509Certificate authority,
      Subject subject,
      List<SubjectAltName> names,
      @Nullable Duration lead) {

    public Wanted {
      names = List.copyOf(names);
    }

    public static Wanted of(CertificateAuthority authority, CertificateOrder order) {
      return new Wanted(authority.certificate(), order.subject(), order.names(), null);
    }
  }

  static Renewal judge(X509Certificate certificate, Wanted wanted, Instant now) {
    if (!CertificateAuthority.signed(wanted.authority(), certificate)) {
      return new OtherAuthority(certificate.getIssuerX500Principal().getName());
    }
    var subject = Subject.of(certificate.getSubjectX500Principal());
    if (!subject.equals(wanted.subject())) {
      return new OtherSubject(subject);
    }
    var present = SubjectAltName.in(certificate);
    var missing = wanted.names().stream().filter(name -> !present.contains(name)).toList();
    return missing.isEmpty() ? byTime(certificate, wanted.lead(), now) : new MissingNames(missing);
  }

  /** The same question about a root, which nobody else signed: only time counts. */
  static Renewal byTime(X509Certificate certificate, @Nullable Duration lead, Instant now) {
    var from = certificate.getNotBefore().toInstant();
    var until = certificate.getNotAfter().toInstant();
    if (now.isBefore(from)) {
      return new NotValidYet(from);
    }
    if (!now.isBefore(until)) {
      return new Expired(until);
    }
    var at = renewAt(from, until, lead);
    return now.isBefore(at) ? new NotYet(at) : new Due(at, until);
  }

  private static Instant renewAt(Instant from, Instant until, @Nullable Duration lead) {
    var life = Duration.between(from, until);
    if (lead == null) {
      return from.plus(life.multipliedBy(2).dividedBy(3));
    }
    var half = from.plus(life.dividedBy(2));
    var early = until.minus(lead);
    return early.isBefore(half) ? half : early;
  }
}
