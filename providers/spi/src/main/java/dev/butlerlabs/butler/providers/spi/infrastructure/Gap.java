package dev.butlerlabs.butler.providers.spi.infrastructure;

import dev.butlerlabs.butler.kernel.Problem;

/** Something the platform does not do as ordered; the rest of the order stands. */
public record Gap(Reason reason, Problem problem) {

  public static Gap of(Reason reason, String subject, String trouble, String remedy) {
    return new Gap(reason, new Problem(subject, trouble, remedy));
  }

  /** The cluster's node range has no place in the platform's objects. */
  public static Gap nodeRangeNotTaken(NodeAddressing.FromPools pools, String why) {
    return of(
        Reason.NODE_RANGE_NOT_TAKEN,
        "node range " + pools.text(),
        why,
        "let the platform's network give exactly these addresses, or set network.nodeAddresses to"
            + " dhcp");
  }

  /** One word for conditions. */
  public enum Reason {
    NODE_RANGE_NOT_TAKEN("NodeRangeNotTaken"),
    NODE_RANGE_TAKEN_IN_PART("NodeRangeTakenInPart"),
    ENDPOINT_OVERWRITTEN("EndpointOverwritten"),
    NO_NODE_IDENTITY("NoNodeIdentity"),
    BOOTSTRAP_DATA_READABLE("BootstrapDataReadable"),
    ONE_ZONE_PER_POOL("OneZonePerPool"),
    STORAGE_NOT_CHOSEN("StorageNotChosen"),
    STORAGE_GUESSED("StorageGuessed");

    private final String wire;

    Reason(String wire) {
      this.wire = wire;
    }

    public String wire() {
      return wire;
    }
  }
}
