package dev.butlerlabs.butler.providers.local.plan;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** What is told about a LocalCluster or a LocalMachine as a condition. */
public enum Milestone {
  /** LocalMachine: Cluster API has said with what data it is to join. */
  BOOTSTRAP_DATA("BootstrapDataAvailable"),
  /** LocalMachine: its Node is in the tenant. */
  JOINED("Joined"),
  /** Nothing is done, because somebody asked for that. */
  PAUSED("Paused"),
  /** As ordered; Cluster API shows it as its own InfrastructureReady. */
  READY("Ready");

  private final String wire;

  Milestone(String wire) {
    this.wire = wire;
  }

  /** The condition's type. */
  public String wire() {
    return wire;
  }

  public static Set<String> types() {
    return Arrays.stream(values()).map(Milestone::wire).collect(Collectors.toUnmodifiableSet());
  }
}
