package dev.butlerlabs.butler.kernel;

/** Where an object lives: its namespace ({@code ""} for cluster scope) and its name. */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {

  public static ObjectKey cluster(String name) {
    return new ObjectKey("", name);
  }

  @Override
  public int compareTo(ObjectKey other) {
    var byNamespace = namespace.compareTo(other.namespace);
    return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
