package dev.butlerlabs.butler.teams.rules;

/** A choice on a platform that a ClusterCreationPolicy can narrow. */
public enum Option {
  IMAGE("image"),
  NETWORK("network"),
  CLUSTER("cluster"),
  STORAGE_CONTAINER("storageContainer");

  private final String wire;

  Option(String wire) {
    this.wire = wire;
  }

  /** Its key in {@code spec.options}. */
  public String wire() {
    return wire;
  }
}
