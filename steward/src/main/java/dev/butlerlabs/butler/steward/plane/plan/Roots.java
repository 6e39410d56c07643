package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.Renewal;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The root of a control plane and, while it is being replaced, its successor or predecessors.
 *
 * <p>The Secret tells how far a replacement is. With {@code next} in it both are trusted and the
 * old one signs. With {@code previous} both are trusted and the new one signs. {@code bridge} holds
 * the word of each predecessor for its successor: shown behind a leaf it lets in who knows only the
 * old root, such as nodes that joined before.
 *
 * @param bundle all that is trusted, the one that signs first
 */
public record Roots(
    Part part, Keys keys, CertificateAuthority current, List<X509Certificate> bundle) {

  /** Certificates that others hold live a year; a predecessor is trusted until they are gone. */
  static final Duration REST = Duration.ofDays(366);

  /** How many replacements in a row old nodes may sit through. */
  public static final int PATH_LENGTH = 5;

  static final String NEXT = "next";
  private static final String PREVIOUS = "previous.crt";
  private static final String BRIDGE = "bridge.crt";

  /** The name of certificate and key in the Secret, without ending. */
  static String file(Part part) {
    return part == Part.CA ? "ca" : "front-proxy-ca";
  }

  public static String commonName(Part part) {
    return part == Part.CA ? "kubernetes" : "front-proxy-ca";
  }

  /** The roots in that Secret; empty when there are none that can sign. */
  public static Optional<Roots> in(Observation seen, Part part) {
    return seen.find(part).flatMap(keys -> read(part, keys, seen.now()));
  }

  /** The same from the content of the Secret. */
  public static Optional<Roots> read(Part part, Keys keys, Instant now) {
    try {
      var bundle = keys.certificates(file(part) + ".crt");
      var current =
          new CertificateAuthority(
              new Credential(bundle.getFirst(), keys.signingKey(file(part) + ".key")));
      var time = Renewal.byTime(current.certificate(), null, now);
      return time instanceof Renewal.Expired
          ? Optional.empty()
          : Optional.of(new Roots(part, keys, current, bundle));
    } catch (IllegalArgumentException broken) {
      return Optional.empty();
    }
  }

  public boolean hasNext() {
    return keys.data().containsKey(NEXT + ".key");
  }

  public boolean hasPrevious() {
    return keys.data().containsKey(PREVIOUS);
  }

  /** Whether a successor is to be made: somebody asked, or its time has come. */
  boolean wantsNext(Instant now) {
    return !hasNext() && (keys.asked() || Renewal.byTime(current.certificate(), null, now).due());
  }

  /** What goes behind a leaf, newest first, as long as it is valid. */
  public List<X509Certificate> bridges(Instant now) {
    if (!keys.data().containsKey(BRIDGE)) {
      return List.of();
    }
    return keys.certificates(BRIDGE).stream()
        .filter(one -> one.getNotAfter().toInstant().isAfter(now))
        .filter(one -> !hasNext() || !one.getPublicKey().equals(next().getPublicKey()))
        .toList();
  }

  private X509Certificate next() {
    return keys.certificates(NEXT + ".crt").getFirst();
  }

  /** The first step: the successor is trusted too, and has our word. */
  public Keys introduced(CertificateAuthority next, @Nullable X509Certificate bridge, Instant now) {
    var data = new LinkedHashMap<>(keys.data());
    var trusted = new ArrayList<>(bundle);
    trusted.add(next.certificate());
    data.put(file(part) + ".crt", Pem.write(trusted));
    data.put(NEXT + ".crt", next.certificatePem());
    data.put(NEXT + ".key", next.key().traditionalPem());
    if (bridge != null) {
      data.put(BRIDGE, Pem.write(bridge) + keys.text(BRIDGE));
    }
    return keys.replacedBy(data, now.toString());
  }

  /** The second step: the successor signs. */
  Keys switched(Instant now) {
    var next = next();
    var data = signing(next, keys.text(NEXT + ".key"));
    data.put(PREVIOUS, Pem.write(current.certificate()) + keys.text(PREVIOUS));
    keepBridge(data);
    var trusted = new ArrayList<X509Certificate>();
    trusted.add(next);
    trusted.addAll(Pem.certificates(data.getOrDefault(PREVIOUS, "")));
    data.put(file(part) + ".crt", Pem.write(trusted));
    return keys.replacedBy(data, now.toString());
  }

  /** The last step: only the one that signs is trusted. */
  Keys dropped() {
    var data = signing(current.certificate(), keys.text(file(part) + ".key"));
    keepBridge(data);
    return keys.replacedBy(data, null);
  }

  private void keepBridge(Map<String, String> data) {
    if (keys.data().containsKey(BRIDGE)) {
      data.put(BRIDGE, keys.text(BRIDGE));
    }
  }

  /** When the predecessors have rested long enough. */
  Instant dropAt() {
    return lastStep(keys, current.certificate().getNotBefore().toInstant()).plus(REST);
  }

  /** A new root alone. */
  public static Map<String, String> alone(Part part, CertificateAuthority root) {
    return signing(part, root.certificate(), root.key().traditionalPem());
  }

  private Map<String, String> signing(X509Certificate certificate, String key) {
    return signing(part, certificate, key);
  }

  /** Cluster API reads the signing pair under names of its own. */
  private static Map<String, String> signing(Part part, X509Certificate certificate, String key) {
    var data = new LinkedHashMap<String, String>();
    data.put(file(part) + ".crt", Pem.write(certificate));
    data.put(file(part) + ".key", key);
    if (part == Part.CA) {
      data.put("tls.crt", Pem.write(certificate));
      data.put("tls.key", key);
    }
    return data;
  }

  /** The time the annotation tells; the other one when somebody took it away. */
  static Instant lastStep(Keys keys, Instant otherwise) {
    try {
      return keys.rotate() == null || keys.rotate().isEmpty()
          ? otherwise
          : Instant.parse(keys.rotate());
    } catch (DateTimeParseException edited) {
      return otherwise;
    }
  }
}
