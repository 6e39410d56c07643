package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.pki.KeyTexts;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.SigningKey;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Part} holds: texts by key. It prints as a checksum, since most of it is secret.
 *
 * <p>One run plans several times with the same keys, and reading them is most of a plan's work, so
 * what was read once is kept as long as this object.
 */
public final class Keys {

  private final Map<String, String> data;
  private final @Nullable String type;
  private final @Nullable String rotate;
  private final KeyTexts read;

  /** Of what never changes, so it does not matter who works it out first. */
  private @Nullable String checksum;

  /**
   * Nothing is read yet.
   *
   * @param type of the Secret, which nobody can change later; absent before the first write
   * @param rotate the annotation that asks for and tells of renewal
   */
  public Keys(Map<String, String> data, @Nullable String type, @Nullable String rotate) {
    this.data = Collections.unmodifiableMap(new TreeMap<>(data));
    this.read = new KeyTexts(data);
    this.type = type;
    this.rotate = rotate;
  }

  /** Content that is yet to be stored. */
  public static Keys fresh(Map<String, String> data) {
    return new Keys(data, null, null);
  }

  /** The same Secret with other content. */
  public Keys replacedBy(Map<String, String> other, @Nullable String told) {
    return new Keys(other, type, told == null ? rotate : told);
  }

  public Map<String, String> data() {
    return data;
  }

  public @Nullable String type() {
    return type;
  }

  public @Nullable String rotate() {
    return rotate;
  }

  /** A text, empty when it is not there. */
  public String text(String key) {
    return data.getOrDefault(key, "");
  }

  /** The certificates in a text. */
  List<X509Certificate> certificates(String key) {
    return read.certificates(key);
  }

  /** The key in a text. */
  SigningKey signingKey(String key) {
    return read.key(key);
  }

  /** The kubeconfig that a text is. */
  Kubeconfig kubeconfig(String key) {
    return read.kubeconfig(key);
  }

  /** Whether somebody asked for a renewal and has not got it. */
  public boolean asked() {
    return rotate != null && rotate.isEmpty();
  }

  public String checksum() {
    var known = checksum;
    if (known == null) {
      known = Checksum.of(data).text();
      checksum = known;
    }
    return known;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Keys that
        && data.equals(that.data)
        && Objects.equals(type, that.type)
        && Objects.equals(rotate, that.rotate);
  }

  @Override
  public int hashCode() {
    return Objects.hash(data, type, rotate);
  }

  @Override
  public String toString() {
    return "Keys[" + data.keySet() + " " + checksum() + "]";
  }
}
