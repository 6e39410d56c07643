package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.kube.write.EventReason;

/** What is told about the addresses of clusters and infrastructures. */
public enum DemandEvent implements EventReason {
  /** A cluster cannot begin, or grow its workers, for lack of addresses. */
  ADDRESSES_REFUSED,

  /** Services wait for addresses that nobody can give now. Also told on the Services. */
  LOAD_BALANCER_CAPACITY_SHORT,

  /** No pool of an infrastructure has a free address. */
  POOLS_EXHAUSTED;

  @Override
  public boolean warning() {
    return true;
  }

  @Override
  public String action() {
    return "Allocate";
  }
}
