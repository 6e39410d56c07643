package dev.butlerlabs.butler.addons.install.plan;

/**
 * One object of a release, by where it is.
 *
 * @param namespace empty for objects of the whole cluster
 */
public record Part(String group, String kind, String namespace, String name) {

  /** As people write it: {@code ConfigMap shop/web}. */
  @Override
  public String toString() {
    return namespace.isEmpty() ? kind + " " + name : Health.name(kind, namespace, name);
  }
}
