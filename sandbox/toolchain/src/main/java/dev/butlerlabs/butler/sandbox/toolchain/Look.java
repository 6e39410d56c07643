package dev.butlerlabs.butler.sandbox.toolchain;

/** What one look at one place told about one program. */
sealed interface Look {

  record Found(Located located) implements Look {}

  /** Not there, or not right; the next place is worth a look. */
  record Absent(String why) implements Look {}

  /** The user named something that cannot work; going on would hide it. */
  record Broken(String why) implements Look {}
}
