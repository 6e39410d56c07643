package dev.butlerlabs.butler.sandbox.toolchain;

/** A place a program may come from, in the order they are tried. */
enum Place {
  CONFIGURED,
  PATH,
  CACHE,
  IMAGE,
  GO;

  /** Whether a look there changes the cache, so that the program's lock must be held. */
  boolean writes() {
    return this == IMAGE || this == GO;
  }
}
