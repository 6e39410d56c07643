package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.pki.SigningKey;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The key that signs service account tokens and, while it is being replaced, its successor or
 * predecessors: believed before it is used, and believed after it was used.
 */
public record ServiceAccountKeys(Keys keys) {

  static final String PRIVATE = "sa.key";
  static final String PUBLIC = "sa.pub";
  private static final String NEXT = "next.key";
  private static final String NEXT_PUBLIC = "next.pub";
  private static final String PREVIOUS = "previous.pub";

  /** The keys in the Secret; empty when there is none to sign with. */
  public static Optional<ServiceAccountKeys> in(Observation seen) {
    return seen.find(Part.SERVICE_ACCOUNT)
        .filter(ServiceAccountKeys::usable)
        .map(ServiceAccountKeys::new);
  }

  private static boolean usable(Keys keys) {
    try {
      var key = keys.signingKey(PRIVATE);
      return keys.text(PUBLIC).startsWith(key.publicPem());
    } catch (IllegalArgumentException broken) {
      return false;
    }
  }

  public boolean hasNext() {
    return keys.data().containsKey(NEXT);
  }

  public boolean hasPrevious() {
    return keys.data().containsKey(PREVIOUS);
  }

  boolean wantsNext() {
    return keys.asked() && !hasNext();
  }

  public static Map<String, String> alone(SigningKey key) {
    return Map.of(PRIVATE, key.traditionalPem(), PUBLIC, key.publicPem());
  }

  /** The first step: tokens of the successor are believed too. */
  public Keys introduced(SigningKey next, Instant now) {
    var data = new LinkedHashMap<>(keys.data());
    data.put(PUBLIC, keys.text(PUBLIC) + next.publicPem());
    data.put(NEXT, next.traditionalPem());
    data.put(NEXT_PUBLIC, next.publicPem());
    return keys.replacedBy(data, now.toString());
  }

  /** The second step: the successor signs. */
  Keys switched(Instant now) {
    var old = keys.signingKey(PRIVATE).publicPem() + keys.text(PREVIOUS);
    var data = new LinkedHashMap<String, String>();
    data.put(PRIVATE, keys.text(NEXT));
    data.put(PUBLIC, keys.text(NEXT_PUBLIC) + old);
    data.put(PREVIOUS, old);
    return keys.replacedBy(data, now.toString());
  }

  /** The last step: only tokens of the one that signs are believed. */
  Keys dropped() {
    return keys.replacedBy(alone(keys.signingKey(PRIVATE)), null);
  }

  /** Tokens live a year at most. */
  Instant dropAt() {
    return Roots.lastStep(keys, Instant.EPOCH).plus(Roots.REST);
  }
}
