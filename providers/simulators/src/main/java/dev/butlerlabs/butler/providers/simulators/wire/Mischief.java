package dev.butlerlabs.butler.providers.simulators.wire;

/** What may happen to a call on its way. */
public enum Mischief {
  NONE,

  /** Not done; the connection is cut. */
  CUT_BEFORE,

  /** Done; the connection is cut before the answer. */
  CUT_AFTER,

  /** Done; half of the answer arrives. */
  HALF_ANSWER,

  /** Done; the answer never comes, and the connection stays open. */
  NO_ANSWER,

  /** Done twice, as when a proxy repeats a call; the second answer arrives. */
  TWICE,

  /** Not done; 503 from something in front. */
  UNAVAILABLE,

  /** Not done; 429 with a pause of seven seconds. */
  THROTTLED,

  /** Not done; 400 with all that was sent, headers too, as careless proxies do. */
  ECHO
}
