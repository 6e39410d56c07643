package dev.butlerlabs.butler.steward.versions;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A version of Kubernetes, such as v1.36.3.
 *
 * @param suffix what follows the numbers, such as {@code -rc.1} or {@code +vendor}, or nothing
 */
public record KubernetesVersion(Minor minor, int patch, String suffix)
    implements Comparable<KubernetesVersion> {

  private static final Pattern SHAPE =
      Pattern.compile("v(\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4})([-+][0-9A-Za-z.+-]{1,60})?");

  private static final Comparator<KubernetesVersion> ORDER =
      Comparator.comparing(KubernetesVersion::minor).thenComparingInt(KubernetesVersion::patch);

  /** The first two numbers of a version, which decide what fits together. */
  public record Minor(int major, int number) implements Comparable<Minor> {

    private static final Pattern SHAPE = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})");

    /** Reads {@code 1.36}. */
    public static Minor of(String text) {
      var match = SHAPE.matcher(text);
      if (!match.matches()) {
        throw new IllegalArgumentException("'" + text + "' is not a minor version such as 1.36");
      }
      return new Minor(Integer.parseInt(match.group(1)), Integer.parseInt(match.group(2)));
    }

    /** How many minors this one is ahead of the other; negative when it is behind. */
    public int ahead(Minor other) {
      return (major - other.major) * 1000 + number - other.number;
    }

    @Override
    public int compareTo(Minor other) {
      return Integer.signum(ahead(other));
    }

    @Override
    public String toString() {
      return major + "." + number;
    }
  }

  /** Reads a version with its leading v; empty when it is none, as an image tag would need it. */
  public static Optional<KubernetesVersion> find(String text) {
    var match = SHAPE.matcher(text);
    if (!match.matches()) {
      return Optional.empty();
    }
    var minor = new Minor(Integer.parseInt(match.group(1)), Integer.parseInt(match.group(2)));
    var suffix = match.group(4) == null ? "" : match.group(4);
    return Optional.of(new KubernetesVersion(minor, Integer.parseInt(match.group(3)), suffix));
  }

  @Override
  public int compareTo(KubernetesVersion other) {
    return ORDER.compare(this, other);
  }

  /** As it is written in a spec. */
  @Override
  public String toString() {
    return "v" + minor + "." + patch + suffix;
  }
}
