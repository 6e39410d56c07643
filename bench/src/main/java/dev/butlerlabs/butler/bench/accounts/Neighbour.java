package dev.butlerlabs.butler.bench.accounts;

/** What the other account is like. */
public enum Neighbour {
  /** There is none. */
  NOBODY,

  /** Its platform takes connections and never says a word. */
  DEAD,

  /** Its platform begins with a call only after half a minute. */
  SLOW
}
