package dev.butlerlabs.butler.ipam.demand.plan;

import java.util.Optional;

/**
 * How a need stands.
 *
 * @param first how many addresses the cluster cannot begin without
 * @param wanted how many it should have now
 * @param held how many it has
 * @param obstacle why it does not get the rest
 */
public record Tally(int first, int wanted, int held, Optional<Obstacle> obstacle) {

  /** It has what it cannot begin without. */
  public boolean begun() {
    return held >= first;
  }

  public boolean served() {
    return held >= wanted && obstacle.isEmpty();
  }
}
