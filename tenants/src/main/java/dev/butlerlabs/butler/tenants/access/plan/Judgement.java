package dev.butlerlabs.butler.tenants.access.plan;

import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.SigningRequest;
import dev.butlerlabs.butler.pki.Subject;
import java.security.PublicKey;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Whether a request can be served, before anybody asks whether its author may have it. */
public sealed interface Judgement {

  /** It can, with this certificate for this key. */
  record Serve(AccessRole role, CertificateOrder order, PublicKey key) implements Judgement {}

  record Refuse(String reason, String message) implements Judgement {}

  /** What a way in lasts when nobody says how long. */
  Duration USUAL = Duration.ofHours(8);

  /** A way in cannot be taken back, so it ends by itself within a day. */
  Duration LONGEST = Duration.ofHours(24);

  Set<String> USAGES = Set.of("client auth", "digital signature", "key encipherment");

  static Judgement of(Ask ask) {
    var role = AccessRole.of(ask.role());
    if (role.isEmpty()) {
      return new Refuse(
          "UnknownRole",
          "there is no role '%s'; ask for viewer, operator or admin".formatted(ask.role()));
    }
    if (ask.user().isEmpty() || ask.cluster().name().isEmpty()) {
      return new Refuse(
          "NoCluster",
          "nothing says whose cluster is meant; set the labels butler.butlerlabs.dev/source-namespace"
              + " and butler.butlerlabs.dev/source-name");
    }
    if (!ask.usages().contains("client auth") || !USAGES.containsAll(ask.usages())) {
      return new Refuse(
          "UsageRefused", "only certificates for clients are signed; use the usage 'client auth'");
    }
    return signed(ask, role.get());
  }

  /** Only the key is taken over from the request; what its author calls themselves is not. */
  private static Judgement signed(Ask ask, AccessRole role) {
    try {
      var key = SigningRequest.parse(ask.pem()).publicKey();
      var subject = new Subject("butler:" + ask.user(), List.of(role.group()));
      return new Serve(role, CertificateOrder.client(subject, life(ask)), key);
    } catch (IllegalArgumentException unreadable) {
      return new Refuse(
          "UnreadableRequest",
          "spec.request is no certificate request that can be read: " + unreadable.getMessage());
    }
  }

  private static Duration life(Ask ask) {
    if (ask.seconds() <= 0) {
      return USUAL;
    }
    var asked = Duration.ofSeconds(ask.seconds());
    return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
  }
}
