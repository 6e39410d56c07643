package dev.butlerlabs.butler.steward.plane.plan;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** What is told about a control plane, in the order in which each needs the one before. */
public enum Fact {
  /** The spec can be carried out as it is. */
  ACCEPTED("Accepted"),
  /** The DataStore has room for the tenant. */
  STORAGE_READY("StorageReady"),
  /** The control plane has an address. */
  ENDPOINT_READY("EndpointReady"),
  /** All pods run what is wanted. */
  ROLLED_OUT("RolledOut"),
  /** Nodes and administrators find what they need inside the tenant. */
  JOINABLE("Joinable"),
  /** The tenant keeps no more in its DataStore than it may; told once it has a place there. */
  WITHIN_BUDGET("WithinBudget"),
  /** An Ingress or a Gateway leads to the control plane; only when one is wanted. */
  EXPOSED("Exposed"),
  /** What is stored is encrypted as asked for; only when it was asked for. */
  ENCRYPTED("Encrypted"),
  /** The tenant's API can be used. */
  READY("Ready"),
  /** It is on its way out; only while it is. */
  DELETING("Deleting");

  private final String wire;

  Fact(String wire) {
    this.wire = wire;
  }

  /** The condition's type. */
  public String wire() {
    return wire;
  }

  public static Set<String> types() {
    return Arrays.stream(values()).map(Fact::wire).collect(Collectors.toUnmodifiableSet());
  }
}
