package dev.butlerlabs.butler.kube.engine;

/** Why a key waits for its turn, the most urgent first. */
enum Urgency {
  /** Somebody ordered something: an object made, edited or deleted. */
  ORDERED,
  /** Something the object depends on has moved, or its status has. */
  CHANGED,
  /** A first list, a retry or a look again. */
  ROUTINE;

  Urgency orMore(Urgency other) {
    return compareTo(other) <= 0 ? this : other;
  }
}
