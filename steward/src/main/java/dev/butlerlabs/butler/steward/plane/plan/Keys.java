package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.kernel.Checksum;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Part} holds: texts by key. It prints as a checksum, since most of it is secret.
 *
 * @param type of the Secret, which nobody can change later; absent before the first write
 * @param rotate the annotation that asks for and tells of renewal
 */
public record Keys(Map<String, String> data, @Nullable String type, @Nullable String rotate) {

  public Keys {
    data = Collections.unmodifiableMap(new TreeMap<>(data));
  }

  /** Content that is yet to be stored. */
  public static Keys fresh(Map<String, String> data) {
    return new Keys(data, null, null);
  }

  /** The same Secret with other content. */
  public Keys replacedBy(Map<String, String> other, @Nullable String told) {
    return new Keys(other, type, told == null ? rotate : told);
  }

  /** A text, empty when it is not there. */
  public String text(String key) {
    return data.getOrDefault(key, "");
  }

  /** Whether somebody asked for a renewal and has not got it. */
  public boolean asked() {
    return rotate != null && rotate.isEmpty();
  }

  public String checksum() {
    return Checksum.of(data).text();
  }

  @Override
  public String toString() {
    return "Keys[" + data.keySet() + " " + checksum() + "]";
  }
}
