package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.steward.plane.plan.Keys;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The keys in Secrets. Reading them is most of a plan's work, and a control plane that comes up is
 * looked at several times within seconds, so the ones read last are kept for the next look.
 */
final class Readings {

  /** Those of about sixty control planes; a settled fleet needs none of them. */
  private static final int KEPT = 640;

  private record Reading(String version, Keys keys) {}

  /** By the Secret's UID, the one used last at the end. */
  private final Map<String, Reading> kept = new LinkedHashMap<>(16, 0.75f, true);

  Map<Part, Keys> of(List<Secret> secrets) {
    var keys = new EnumMap<Part, Keys>(Part.class);
    for (var secret : secrets) {
      var labels =
          Objects.requireNonNullElse(secret.getMetadata().getLabels(), Map.<String, String>of());
      if (secret.getMetadata().getDeletionTimestamp() == null) {
        Part.find(labels.getOrDefault(Marks.COMPONENT, ""))
            .ifPresent(part -> keys.put(part, of(secret)));
      }
    }
    return keys;
  }

  private Keys of(Secret secret) {
    var uid = secret.getMetadata().getUid();
    var version = secret.getMetadata().getResourceVersion();
    if (uid == null || version == null) {
      return read(secret);
    }
    synchronized (kept) {
      var before = kept.get(uid);
      if (before != null && before.version().equals(version)) {
        return before.keys();
      }
    }
    var keys = read(secret);
    synchronized (kept) {
      kept.put(uid, new Reading(version, keys));
      if (kept.size() > KEPT) {
        kept.remove(kept.keySet().iterator().next());
      }
    }
    return keys;
  }

  private static Keys read(Secret secret) {
    var annotations =
        Objects.requireNonNullElse(secret.getMetadata().getAnnotations(), Map.<String, String>of());
    return new Keys(SecretText.of(secret), secret.getType(), annotations.get(Marks.ROTATE));
  }
}
