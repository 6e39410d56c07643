package dev.butlerlabs.butler.kube.write;

/** The name under which one feature writes; the API server keeps apart who owns which field. */
public record FieldManager(String name) {

  private static final int LONGEST = 128;

  public FieldManager {
    if (name.isBlank() || name.length() > LONGEST) {
      throw new IllegalArgumentException(
          "a field manager needs a name of 1 to %d characters, not '%s'".formatted(LONGEST, name));
    }
  }

  /** Of one feature: {@code butler-ipam}. */
  public static FieldManager of(String feature) {
    return new FieldManager("butler-" + feature);
  }

  @Override
  public String toString() {
    return name;
  }
}
