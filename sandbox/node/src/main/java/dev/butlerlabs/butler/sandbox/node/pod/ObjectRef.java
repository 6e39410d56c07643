package dev.butlerlabs.butler.sandbox.node.pod;

/** A Secret or ConfigMap a pod leans on. */
public record ObjectRef(Kind kind, String namespace, String name) {

  /** What can be leaned on. */
  public enum Kind {
    SECRET("secrets", "Secret"),
    CONFIG_MAP("configmaps", "ConfigMap");

    private final String plural;
    private final String word;

    Kind(String plural, String word) {
      this.plural = plural;
      this.word = word;
    }

    public String plural() {
      return plural;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  @Override
  public String toString() {
    return kind + " " + namespace + "/" + name;
  }
}
