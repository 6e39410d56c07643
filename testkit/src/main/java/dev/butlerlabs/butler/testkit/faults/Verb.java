package dev.butlerlabs.butler.testkit.faults;

import java.util.Locale;

/** What a call asks the API server to do, in the words of its own audit log, and apply. */
public enum Verb {
  GET,
  LIST,
  WATCH,
  CREATE,
  UPDATE,
  PATCH,
  /** A patch by server-side apply. */
  APPLY,
  DELETE,
  DELETE_COLLECTION;

  /** Whether a call of this kind may change what is stored. */
  public boolean writes() {
    return switch (this) {
      case GET, LIST, WATCH -> false;
      case CREATE, UPDATE, PATCH, APPLY, DELETE, DELETE_COLLECTION -> true;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
