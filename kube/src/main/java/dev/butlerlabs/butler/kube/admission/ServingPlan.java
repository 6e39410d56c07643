package dev.butlerlabs.butler.kube.admission;

import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.Renewal;
import dev.butlerlabs.butler.pki.SubjectAltName;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is to be done about the certificate: a pure function of what is stored, what the API server
 * was told, and the time.
 */
final class ServingPlan {

  private ServingPlan() {}

  /**
   * @param registered the authorities the API server was already told to trust before this look
   */
  record Seen(
      ServingKeys keys, List<SubjectAltName> names, List<X509Certificate> registered, Instant now) {

    Seen {
      names = List.copyOf(names);
      registered = List.copyOf(registered);
    }
  }

  sealed interface Step {

    /** Nothing, until then. */
    record Keep(Instant until) implements Step {}

    /** Nothing, until the API server was told of the next certificate's authority. */
    record AwaitRegistration() implements Step {}

    /** Make the certificate that follows, and have its authority trusted first. */
    record Prepare(String why) implements Step {}

    /** The certificate that follows becomes the one to show. */
    record Promote() implements Step {}

    /** What is stored cannot serve at all: start afresh. */
    record Replace(String why) implements Step {}
  }

  static Step decide(Seen seen) {
    var keys = seen.keys();
    var flaw = flaw(keys.serving(), seen);
    if (flaw.isPresent()) {
      return new Step.Replace(flaw.get());
    }
    var next = keys.next();
    if (next != null && flaw(next.credential(), seen).isEmpty()) {
      return follow(keys, next, seen);
    }
    var certificate = keys.serving().certificate();
    return switch (Renewal.byTime(certificate, null, seen.now())) {
      case Renewal.NotYet(var at) -> new Step.Keep(at);
      case Renewal due -> new Step.Prepare(due.sentence());
    };
  }

  private static Step follow(ServingKeys keys, ServingKeys.Next next, Seen seen) {
    if (seen.now().isBefore(next.from())) {
      return new Step.Keep(next.from());
    }
    var trusted = keys.authorityOf(next.credential()).filter(seen.registered()::contains);
    return trusted.isPresent() ? new Step.Promote() : new Step.AwaitRegistration();
  }

  /** Why a certificate would be refused by those who call; empty when it would not. */
  private static Optional<String> flaw(Credential credential, Seen seen) {
    var authority = seen.keys().authorityOf(credential);
    if (authority.isEmpty()) {
      return Optional.of("The certificate was signed by none of the stored authorities.");
    }
    var present = SubjectAltName.in(credential.certificate());
    if (!present.containsAll(seen.names())) {
      return Optional.of("The certificate names " + present + ", not " + seen.names() + ".");
    }
    return switch (Renewal.byTime(credential.certificate(), null, seen.now())) {
      case Renewal.Expired expired -> Optional.of(expired.sentence());
      case Renewal.NotValidYet early -> Optional.of(early.sentence());
      case Renewal _ -> Optional.empty();
    };
  }
}
