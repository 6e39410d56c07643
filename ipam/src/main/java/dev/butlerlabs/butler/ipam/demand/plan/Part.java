package dev.butlerlabs.butler.ipam.demand.plan;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is to be done about addresses for one use, and how things stand.
 *
 * @param tally of the family a cluster begins with
 * @param next when something falls due though nothing happens
 */
record Part(List<Step> steps, Tally tally, Optional<Instant> next) {

  Part {
    steps = List.copyOf(steps);
  }
}
